/** Opening a table: who sits where, and how it is played. */
import type { Clock, NewTable } from "../wire";

export type Sitter = { kind: "bot"; bot: string } | { kind: "friend" } | { kind: "local"; name: string };

export interface Opening {
  game: string;
  options: Record<string, string | boolean>;
  /** Those after the host. */
  others: Sitter[];
  private: boolean;
  rated: boolean;
  clock: Required<Clock>;
}

/** Nobody is hurried; and how live and slow clocks are set unless somebody says otherwise. */
export const UNHURRIED: Required<Clock> = { kind: "none", base: 600, increment: 15, hours: 48, expiry: "bot" };
/** The bot that sits down when nobody says which: good company for a first game. */
export const USUAL_BOT = "casual";

/** Whether nobody has to come first. */
export function ready(opening: Opening): boolean {
  return opening.others.every((sitter) => sitter.kind !== "friend");
}

/** What the server is asked for. People at the same screen sit before friends, as the server seats them. */
export function request(opening: Opening): NewTable {
  const bots = opening.others.map((sitter) => (sitter.kind === "bot" ? sitter.bot : null));
  const local = opening.others.flatMap((sitter) => (sitter.kind === "local" ? [sitter.name.trim()] : []));
  const { kind, base, increment, hours, expiry } = opening.clock;
  const clock = {
    none: { kind },
    live: { kind, base, increment, expiry },
    slow: { kind, hours, expiry },
  }[kind];
  return {
    terms: {
      game: opening.game,
      players: opening.others.length + 1,
      options: opening.options,
      private: opening.private,
      rated: opening.rated && !local.length, // a game at a shared screen is not rated
      hot_seat: local.length > 0,
      clock,
    },
    bots,
    local,
  };
}
