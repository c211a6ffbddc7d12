/** Opening a table: who sits where, and how it is played. */
import type { NewTable } from "../wire";

export type Sitter = { kind: "bot"; bot: string } | { kind: "friend" } | { kind: "local"; name: string };

export interface Opening {
  game: string;
  options: Record<string, string | boolean>;
  /** Those after the host. */
  others: Sitter[];
  private: boolean;
  clock: "none" | "live" | "slow";
}

/** How live and slow clocks are set here. */
export const LIVE = { base: 600, increment: 15 };
export const SLOW_HOURS = 48;
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
  const clock =
    opening.clock === "live"
      ? { kind: "live" as const, ...LIVE }
      : opening.clock === "slow"
        ? { kind: "slow" as const, hours: SLOW_HOURS }
        : { kind: "none" as const };
  return {
    terms: {
      game: opening.game,
      players: opening.others.length + 1,
      options: opening.options,
      private: opening.private,
      hot_seat: local.length > 0,
      clock,
    },
    bots,
    local,
  };
}
