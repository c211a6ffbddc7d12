/** The reader's identity and tables. */
import { untrack } from "svelte";
import type { BotInfo, GameInfo, Listing, Me } from "../wire";
import { api, Refused } from "./api";
import { prefs } from "./prefs.svelte";

const EVERY = 8000; // milliseconds between refreshes of the reader's tables,
const HIDDEN = 90_000; // and while the page is hidden, for the badge of its tab

class Session {
  me = $state.raw<Me | null>(null);
  mine = $state.raw<Listing[]>([]);
  games = $state.raw<GameInfo[]>([]);
  bots = $state.raw<BotInfo[]>([]);
  /** Whether the reader's identity is known. */
  known = $state(false);
  /** Whether the server is unreachable. */
  unreachable = $state(false);

  /** The tables where it is the reader's turn, those whose clocks run out first in front. */
  turns = $derived(this.mine.filter(isTurn).sort(sooner));
  #asked = 0; // the number of refreshes so far
  #looked = 0; // when the last one was

  /** Loads the reader's identity, games and bots; retries while the server is unreachable. */
  async load(): Promise<void> {
    const known = this.me ? Promise.resolve(this.me) : api.me();
    await this.#reach(async () => {
      const [me, games, bots] = await Promise.all([known, api.games(), api.bots()]);
      this.me = me;
      await this.refresh(); // before there are games to press: a list that comes later would move them away
      [this.games, this.bots, this.known] = [games, bots, true];
    });
  }

  /** Refreshes the reader's tables; an answer that a later one has overtaken is dropped. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked;
    const mine = this.me ? await this.#mine() : [];
    if (asked === this.#asked) this.mine = mine;
  }

  /** The reader's tables; who was signed out elsewhere has none, and is a stranger. */
  async #mine(): Promise<Listing[]> {
    try {
      return await api.mine();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "sign_in") throw error;
      this.me = await api.me();
      return [];
    }
  }

  /** Keeps the reader's tables up to date while the page is visible. */
  watch(): void {
    $effect(() => {
      const timer = setInterval(this.look, EVERY);
      document.addEventListener("visibilitychange", this.look);
      return () => {
        clearInterval(timer);
        document.removeEventListener("visibilitychange", this.look);
      };
    });
  }

  /** Refreshes the reader's tables, rarely while the page is hidden; keeps the old ones until that succeeds. */
  look = (): void =>
    untrack(() => {
      // An effect that looks must not look again because of what it found.
      const waits = this.mine.some(({ status }) => status === "playing") && Date.now() > this.#looked + HIDDEN;
      if (document.visibilityState !== "visible" && !waits) return;
      this.#looked = Date.now();
      void this.refresh().catch(() => undefined);
    });

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

/** Compares tables by when their clocks run out; those without a clock come last. */
export function sooner(one: Listing, other: Listing): number {
  return (one.deadline ?? Infinity) - (other.deadline ?? Infinity) || other.touched - one.touched || 0;
}

/** Whether it is the reader's turn at a table; never at a finished one. */
export function isTurn(table: Listing): boolean {
  return table.turn && table.status === "playing";
}

export const session = new Session();
