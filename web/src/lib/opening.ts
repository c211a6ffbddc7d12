/** The form state for opening a table: seats, options and clock. */
import type { Clock, GameInfo, NewTable } from "../wire";
import type { Speed } from "./prefs.svelte";

export type Sitter = { kind: "bot"; bot: string } | { kind: "friend" } | { kind: "local"; name: string };

export interface Opening {
  game: string;
  options: Record<string, string | boolean>;
  /** The seats after the host's. */
  others: Sitter[];
  private: boolean;
  /** The group whose members see the table and may join it. */
  group: string | null;
  rated: boolean;
  /** Whether hints and odds are allowed; null: as usual, against bots only. */
  aids: boolean | null;
  clock: Required<Clock>;
  speed: Speed;
}

/** By speed: the milliseconds that bots take at least for a decision. */
export const PACE: Record<Speed, number> = { slow: 1200, normal: 700, fast: 300, instant: 0 };

/** No clock, with the default values of live and slow clocks. */
export const UNHURRIED: Required<Clock> = { kind: "none", base: 600, increment: 15, hours: 48, expiry: "bot" };
/** The default bot: a good opponent for a first game. */
export const USUAL_BOT = "casual";

/** The default number of opponents: two, where the game allows it. */
export function usualOthers({ fewest, most }: Pick<GameInfo, "fewest" | "most">): number {
  return Math.min(most, Math.max(fewest, 3)) - 1;
}

/** Whether the game can start at once. */
export function ready(opening: Opening): boolean {
  return opening.others.every((sitter) => sitter.kind !== "friend");
}

/** Whether players may ask for hints and odds: never in a rated game, usually only against bots. */
export function allowsAids(opening: Opening): boolean {
  const rated = opening.rated && opening.others.every((sitter) => sitter.kind !== "local");
  return !rated && (opening.aids ?? opening.others.every((sitter) => sitter.kind === "bot"));
}

/** The request for a title's lesson, which fixes everything else. */
export function lessonRequest(game: string, speed: Speed): NewTable {
  return { terms: { game, players: 2, lesson: true, pace: PACE[speed] } };
}

/** A clock without what its kind does not use. */
export function clockOf({ kind, base, increment, hours, expiry }: Required<Clock>): Clock {
  return { none: { kind }, live: { kind, base, increment, expiry }, slow: { kind, hours, expiry } }[kind];
}

/** Builds the request. Players at the same screen sit before friends, as the server seats them. */
export function request(opening: Opening): NewTable {
  const bots = opening.others.map((sitter) => (sitter.kind === "bot" ? sitter.bot : null));
  const local = opening.others.flatMap((sitter) => (sitter.kind === "local" ? [sitter.name.trim()] : []));
  return {
    terms: {
      game: opening.game,
      players: opening.others.length + 1,
      options: opening.options,
      private: opening.private,
      rated: opening.rated && !local.length, // a game at a shared screen is never rated
      aids: opening.rated && !local.length ? null : opening.aids, // null: only for who plays alone against bots
      hot_seat: local.length > 0,
      clock: clockOf(opening.clock),
      pace: PACE[opening.speed],
    },
    bots,
    local,
    group: opening.group,
  };
}
