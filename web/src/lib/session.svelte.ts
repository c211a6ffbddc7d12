/** The reader's identity and tables. */
import type { BotInfo, GameInfo, Listing, Me } from "../wire";
import { api, Refused } from "./api";
import { prefs } from "./prefs.svelte";

class Session {
  me = $state.raw<Me | null>(null);
  mine = $state.raw<Listing[]>([]);
  games = $state.raw<GameInfo[]>([]);
  bots = $state.raw<BotInfo[]>([]);
  /** Whether the reader's identity is known. */
  known = $state(false);
  /** Whether the server is unreachable. */
  unreachable = $state(false);

  /** The tables where it is the reader's turn. */
  turns = $derived(this.mine.filter((table) => table.turn));

  /** Loads the reader's identity, games and bots; retries while the server is unreachable. */
  async load(): Promise<void> {
    const known = this.me ? Promise.resolve(this.me) : api.me();
    await this.#reach(async () => {
      [this.me, this.games, this.bots] = await Promise.all([known, api.games(), api.bots()]);
      this.known = true;
      await this.refresh();
    });
  }

  /** Refreshes the reader's tables. */
  async refresh(): Promise<void> {
    this.mine = this.me ? await api.mine() : [];
  }

  /** Creates a guest with this name, unless the reader is already known. */
  async arrive(name: string): Promise<void> {
    prefs.name = name.trim();
    this.me = await api.me();
    if (this.me === null) this.me = await api.arrive(prefs.name);
    else if (this.me.kind === "guest" && prefs.name && this.me.name !== prefs.name)
      this.me = await api.rename(prefs.name);
  }

  /** The game with this id. */
  game(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id);
  }

  async #reach(ask: () => Promise<void>): Promise<void> {
    try {
      await ask();
      this.unreachable = false;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "unreachable") throw error;
      this.unreachable = true;
      setTimeout(() => void this.load(), 2000);
    }
  }
}

export const session = new Session();
