/** What the reader asks of the server on the account page, and what came of it. */
import { problem } from "../lib/problem";
import { session } from "../lib/session.svelte";

export class Attempt {
  busy = $state(false);
  /** The outcome, in words. */
  said = $state("");
  wrong = $state(false);

  /** Asks for something that returns what to say about it; says why if it is refused. */
  async run(ask: () => Promise<string>): Promise<void> {
    this.busy = true;
    this.said = "";
    try {
      this.said = await ask();
      this.wrong = false;
    } catch (error) {
      this.said = problem(error);
      this.wrong = true;
      await session.refresh().catch(() => undefined); // the reader may have been signed out elsewhere
    }
    this.busy = false;
  }
}
