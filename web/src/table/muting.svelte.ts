/** The people whose chat lines the reader does not want to see at a table. */
import { api } from "../lib/api";
import type { Line } from "../wire";

export class Muting {
  /** What lines of the reader's own are called; empty while it is not known. */
  you = $state("");
  #muted = $state.raw<readonly string[]>([]);

  constructor(private readonly table: string) {}

  /** Loads whom the reader has muted; without an answer, all lines are shown. */
  async load(): Promise<void> {
    try {
      const { you, muted } = await api.muted(this.table);
      this.you = you;
      this.#muted = muted;
    } catch {
      // Lines can be hidden once the server is reached again.
    }
  }

  /** Whether the reader does not want to see a line. */
  hides({ who }: Pick<Line, "who">): boolean {
    return this.#muted.includes(who);
  }

  /** Hides somebody's lines, or shows them again. */
  async set(who: string, muted: boolean): Promise<void> {
    await api.mute(this.table, who, muted);
    const others = this.#muted.filter((one) => one !== who);
    this.#muted = muted ? [...others, who] : others;
  }
}
