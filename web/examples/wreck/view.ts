/** The view and the events of The Wreck. */
import type { CommonView, GameEvent } from "../../src/wire";

export interface Seat {
  finds: string[];
  tokens: number[];
  chosen: number | null;
  buyer: string | null;
  points: number | null;
}

export type View = CommonView & {
  [key: string]: unknown;
  step: "bid" | "over";
  dive: number;
  find: string | null;
  seats: Seat[];
  sheet?: { points: number }[];
};

/** What happens at the table: `takes` and `sinks` end a dive. */
export type Event = GameEvent & { event: "chosen" | "bid" | "takes" | "sinks" | "over" };
