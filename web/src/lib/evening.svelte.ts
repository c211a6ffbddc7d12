/** One evening, kept up to date while its page is shown. */
import type { EveningPage } from "../wire";
import { api } from "./api";
import { problem } from "./problem";

const EVERY = 1500; // milliseconds between two looks

export class Watched {
  page = $state.raw<EveningPage | null>(null);
  wrong = $state("");
  /** When the present page arrived. */
  at = $state(0);
  #asked = 0;
  readonly #id: string;
  readonly #invite: string;

  constructor(id: string, invite = "") {
    this.#id = id;
    this.#invite = invite;
  }

  /** Asks now, and again and again until the evening is over; returns what ends that. */
  watch(): () => void {
    const look = () => {
      if (document.visibilityState === "visible" && this.page?.phase !== "over")
        void this.take(() => api.evening(this.#id, this.#invite));
    };
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Takes the answer to a request, unless a later one has overtaken it. */
  async take(ask: () => Promise<EveningPage>): Promise<void> {
    const asked = ++this.#asked;
    try {
      const page = await ask();
      if (asked !== this.#asked) return;
      this.page = page;
      this.at = Date.now();
      this.wrong = "";
    } catch (error) {
      this.wrong = problem(error);
    }
  }
}
