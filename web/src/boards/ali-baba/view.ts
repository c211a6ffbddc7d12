/** The view of Ali Baba as the server sends it, and the names of its tiles. */
import type { Json } from "../../wire";

export const TREASURES = [
  "diamond",
  "carpet",
  "sword",
  "ring",
  "chest",
  "statue",
  "crown",
  "ruby",
  "lamp",
  "necklace",
] as const;
export const COLOURS = ["pink", "blue", "brown", "green", "yellow", "white"] as const;

export type Treasure = (typeof TREASURES)[number];
export type Colour = (typeof COLOURS)[number];
/** A tile as colour and treasure, such as "blue-carpet". */
export type Tile = `${Colour}-${Treasure}`;
export type Step = "take" | "lamp" | "green" | "yellow" | "show" | "pick" | "white" | "over";

export interface SeatView {
  /** From spells. */
  points: number;
  count: number;
  /** Null if behind a screen. */
  tiles: Tile[] | null;
  ban: Treasure | Colour | null;
  chosen: boolean;
  shown: Tile | null;
}

export interface SheetLine {
  /** For each treasure, the number of tiles and their points. */
  sets: Partial<Record<Treasure, [number, number]>>;
  spells: number;
  total: number;
}

export interface View {
  options: { variant: "classic" | "lamp" | "equal" | "small"; memory: "screens" | "open" };
  players: number;
  seat: number | null;
  to_act: number[];
  over: boolean;
  turn: number;
  active: number | null;
  step: Step;
  last_turn: number | null;
  removed: Treasure[];
  /** Face-up tiles by slot, null if face down; empty slots are omitted. */
  board: Record<string, Tile | null>;
  beside: Tile[];
  taken: { slot: string; spell: Tile; turned: number } | null;
  seats: SeatView[];
  unseen?: Tile[];
  sheet?: SheetLine[];
  scores?: number[];
  winners?: number[];
}

export function colourOf(tile: Tile): Colour {
  return tile.split("-")[0] as Colour;
}

export function treasureOf(tile: Tile): Treasure {
  return tile.split("-")[1] as Treasure;
}

/** The treasures in this game, without those left out. */
export function treasuresOf(view: View): Treasure[] {
  return TREASURES.filter((treasure) => !view.removed.includes(treasure));
}

/** The seats whose ban names this treasure or colour. */
export function bannedBy(view: View, name: Treasure | Colour): number[] {
  return view.seats.flatMap((seat, of) => (seat.ban === name ? [of] : []));
}

/** The seats whose bans keep a seat from this tile. */
export function barring(view: View, tile: Tile, seat: number | null): number[] {
  return [...bannedBy(view, treasureOf(tile)), ...bannedBy(view, colourOf(tile))].filter((of) => of !== seat);
}

/** The turns a seat has left, including the current one; null while unknown. */
export function turnsLeft(view: View, seat: number): number | null {
  if (view.last_turn === null || view.over) return null;
  let left = 0;
  for (let turn = view.turn; turn < view.last_turn; turn++) if (turn % view.players === seat) left++;
  return left;
}

/** The seat that took the tile of a slot, and the tile, from the latest events. */
export function taken(latest: Json[], slot: string): { taker: number; tile: Tile } | null {
  const event = latest.filter((each) => each.slot === slot && ["take", "also"].includes(each.event)).at(-1);
  return event ? { taker: event.seat, tile: event.tile } : null;
}
