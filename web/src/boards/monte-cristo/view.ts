/** The view of Monte Cristo as the server sends it, and helpers to read it. */
import type { Json } from "../../wire";

export const LANES = ["supply", "hunters", "chest", "order"] as const;
export const KINDS = ["gold", "ruby", "sapphire", "emerald", "diamond"] as const;
export const BONUSES = ["joker", "landing", "fame", "reinforcement"] as const;
/** Clockwise around the courtyard: the upper wing, then the lower one from right to left. */
export const WINGS = [
  ["A", "B", "C"],
  ["F", "E", "D"],
] as const;

export type Lane = (typeof LANES)[number];
export type Kind = (typeof KINDS)[number];
export type Bonus = (typeof BONUSES)[number];

export interface Dungeon {
  treasures: string[];
  /** Owners of the hunters, the foremost first. */
  queue: number[];
}

export interface Seat {
  points: number;
  hunters: number;
  marseille: number;
  cards: string[];
  jokers: number[];
  /** The card just received, while others still wait for theirs. */
  dealt: string | null;
  collected: string[];
}

/** A running scoring: where, who is still to collect, and what this go owes and has paid. */
export interface Collecting {
  dungeon: string;
  order: number[];
  owed: Partial<Record<string, number>>;
  paid: Partial<Record<string, number>>;
  least: Partial<Record<string, number>>;
  kind: string | null;
  largest: number;
}

export interface View {
  players: number;
  to_act: number[];
  over: boolean;
  round: number;
  lane: Lane;
  active: number | null;
  step: string;
  /** Owners of the marbles, the lowest first. */
  slide: Record<Lane, number[]>;
  /** Prices by place, the top first. */
  market: Record<string, number>;
  dungeons: Record<string, Dungeon>;
  bonus: Record<Bonus, number[]>;
  deck: number[];
  batches: Record<string, string[]>;
  discards: string[];
  bag: string[];
  aside: string[];
  drawn: string[];
  receiver: number | null;
  placing: { seat: number; left: number; entered: boolean; extra: number } | null;
  laid: string[];
  collecting: Collecting | null;
  seats: Seat[];
  scores?: number[];
  winners?: number[];
  sheet?: { points: number; hunters: number }[];
}

/** Splits a card or treasure into kind and number. */
export function parts(name: string): { kind: Kind; number: number } {
  const [kind, number] = name.split("-");
  return { kind: kind as Kind, number: Number(number) };
}

/** The places of an event on the board: dungeons, lanes, bonus areas, market places. */
export function places(event: Json): string[] {
  const found = [event.dungeon, event.lane, event.bonus].filter((place) => typeof place === "string");
  if (event.event === "up" || event.event === "sell") {
    found.push(event.event === "up" ? event.kind : parts(String(event.treasure)).kind);
  }
  return found as string[];
}

/** M4: hunters that come ashore with a card; more bags, fewer hunters. */
export function ashore(card: string): number {
  return 4 - parts(card).number;
}
