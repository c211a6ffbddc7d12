/** The view of King Solomon, as the server sends it. */

export type Step = "choose" | "act" | "name" | "dig" | "pick" | "give" | "over";
export type Arrow = "down" | "left" | "up" | "right";

export interface SeatView {
  /** Null behind somebody else's screen. */
  coins: number | null;
  /** How many tiles there are behind the screen and before it. */
  count: number;
  tiles: Record<string, number> | null;
  /** What was dug and still lies open. */
  finds: string[];
  /** How many cards are in hand. */
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
  /** How many shifts there may be; the player's secret. */
  limit: number | null;
  objects: string[];
  arrow: Arrow;
  /** Whether the area was named and is fixed. */
  named: boolean;
  area: string[];
  /** Finds that could not be paid for. */
  lost: string[];
}

/** What a dig would bring. */
export interface DigView {
  cells: string[];
  tiles: string[];
  cost: number;
  pays: boolean;
}

/** A line of the score sheet; pairs are what there is and what it brings. */
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
  /** The stacks from the bottom up, by cell; null is a tile that nobody sees. */
  cave: Record<string, (string | null)[]>;
  supply: number;
  beside: Record<string, number>;
  discarded: number;
  played: string[];
  seats: SeatView[];
  turn: TurnView | null;
  digs: Record<string, DigView> | null;
  /** With open memory: the tiles that were never on top, by kind. */
  unseen?: Record<string, number>;
  scores?: number[];
  winners?: number[];
  sheet?: SheetLine[];
}

/** The name of an object as it is written on its tile: the axe of the designer's edition is a carpet. */
export function objectTile(view: SolomonView, object: string): string {
  return object === "axe" && view.options.edition === "designer" ? "carpet" : object;
}

/** The round that is being played, counted from one. */
export function roundNumber(view: SolomonView): number {
  return Math.min(view.round + 1, view.rounds);
}
