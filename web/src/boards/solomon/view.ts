/** The view of King Solomon, as the server sends it. */

export type Step = "choose" | "act" | "name" | "dig" | "pick" | "give" | "over";
export type Arrow = "down" | "left" | "up" | "right";

export interface SeatView {
  /** Null if hidden behind another player's screen. */
  coins: number | null;
  /** Number of tiles, behind the screen and in front of it. */
  count: number;
  tiles: Record<string, number> | null;
  /** Tiles dug that still lie open. */
  finds: string[];
  /** Number of cards in hand. */
  cards: number;
  hand: string[] | null;
  chosen: boolean;
  card: string | null;
}

export interface TurnView {
  card: string;
  /** The card's shape with its arrow down. */
  shape: string[];
  shifts: number;
  /** Maximum number of shifts; known only to the player. */
  limit: number | null;
  objects: string[];
  arrow: Arrow;
  /** Whether the area has been named and is fixed. */
  named: boolean;
  area: string[];
  /** Finds that could not be paid for. */
  lost: string[];
}

/** The outcome of a possible dig. */
export interface DigView {
  cells: string[];
  tiles: string[];
  cost: number;
  pays: boolean;
}

/** A line of the score sheet; pairs are an amount and its points. */
export interface SheetLine {
  coins: number;
  treasures: number;
  sets: [number, number];
  curses: [number, number];
  magic: [number, number];
  total: number;
}

export interface SolomonView {
  players: number;
  options: { edition: string; declare: string; open_finds: string; uphill: boolean; memory: string };
  seat: number | null;
  to_act: number[];
  over: boolean;
  round: number;
  rounds: number;
  step: Step;
  active: number | null;
  waiting: number[];
  /** Stacks by cell, from the bottom up; null is an unseen tile. */
  cave: Record<string, (string | null)[]>;
  supply: number;
  beside: Record<string, number>;
  discarded: number;
  played: string[];
  seats: SeatView[];
  turn: TurnView | null;
  digs: Record<string, DigView> | null;
  /** With open memory: tiles that were never on top, by kind. */
  unseen?: Record<string, number>;
  scores?: number[];
  winners?: number[];
  sheet?: SheetLine[];
}

/** The tile kind of an object: in the designer's edition the axe is a carpet. */
export function objectTile(view: SolomonView, object: string): string {
  return object === "axe" && view.options.edition === "designer" ? "carpet" : object;
}

/** The number of the current round, from 1. */
export function roundNumber(view: SolomonView): number {
  return Math.min(view.round + 1, view.rounds);
}
