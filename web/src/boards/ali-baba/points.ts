/** What tiles are worth: the amounts of the component set (a test holds them against the engine's), sets, and what a take would bring. */
import { caveOf } from "./cave";
import { barring, colourOf, treasureOf, treasuresOf, type Tile, type Treasure, type View } from "./view";

export const POINTS = { pink: 5, blue: 2, brown: 2, sets: [1, 3, 6, 10, 15, 21] };

/** What so many of the same treasure score. */
export function setWorth(size: number): number {
  return size ? POINTS.sets[size - 1]! : 0;
}

export interface TreasureSet {
  treasure: Treasure;
  tiles: Tile[];
  worth: number;
}

/** The tiles of a seat by treasure, one entry for every treasure of the game. */
export function setsOf(view: View, tiles: Tile[]): TreasureSet[] {
  return treasuresOf(view).map((treasure) => {
    const own = tiles.filter((tile) => treasureOf(tile) === treasure);
    return { treasure, tiles: own, worth: setWorth(own.length) };
  });
}

/** The points of all sets. */
export function setPoints(view: View, tiles: Tile[]): number {
  return setsOf(view, tiles).reduce((sum, set) => sum + set.worth, 0);
}

/** What a seat has in all, as far as it can be seen. */
export function standing(view: View): (number | null)[] {
  return view.scores ?? view.seats.map((seat) => (seat.tiles ? seat.points + setPoints(view, seat.tiles) : null));
}

/** What a tile brings if it comes to a seat. */
export interface Outcome {
  tile: Tile;
  /** Where it lies; null: not on the board. */
  slot: string | null;
  /** Whether its spell does not act. */
  quiet: boolean;
  /** The slots that would be turned up. */
  turned: string[];
  /** Whether a square of the board is bared. */
  bares: boolean;
  /** What the spell scores; null: it does something else, or does not act. */
  points: number | null;
  /** Slots that green lets one take from afterwards. */
  also: string[];
  /** The growth of the seat's set; null where its tiles are not seen. */
  set: { size: number; before: number; after: number } | null;
}

/** What taking the tile on a slot would bring a seat; with `quiet` its spell does not act. */
export function takeOutcome(view: View, slot: string, seat: number | null, quiet = false): Outcome | null {
  const tile = view.board[slot];
  if (!tile) return null;
  const cave = caveOf(view.options.variant);
  const turned = cave.uncovered(view.board, slot);
  const bares = cave.at(slot).level === 1;
  const set = setGrowth(view, tile, seat);
  const also =
    quiet || colourOf(tile) !== "green" ? [] : cave.beside(slot).filter((other) => takable(view, other, seat));
  const points = quiet ? null : spellPoints(tile, turned.length + Number(bares), set?.size ?? null);
  return { tile, slot, quiet, turned, bares, points, also, set };
}

/** What a tile beside the board, or one that is shown, would bring a seat. */
export function gainOutcome(view: View, tile: Tile, seat: number | null, quiet: boolean): Outcome {
  const set = setGrowth(view, tile, seat);
  const bared = view.taken && caveOf(view.options.variant).at(view.taken.slot).level === 1 ? 1 : 0;
  const points = quiet ? null : spellPoints(tile, (view.taken?.turned ?? 0) + bared, set?.size ?? null);
  return { tile, slot: null, quiet, turned: [], bares: false, points, also: [], set };
}

/** Whether a tile lies face up there that no ban keeps the seat from. */
function takable(view: View, slot: string, seat: number | null): boolean {
  const tile = view.board[slot];
  return !!tile && !barring(view, tile, seat).length;
}

function setGrowth(view: View, tile: Tile, seat: number | null): Outcome["set"] {
  const tiles = seat === null ? null : view.seats[seat]!.tiles;
  if (!tiles) return null;
  const swapped = view.step === "lamp" ? view.taken?.spell : undefined;
  const own = tiles.filter((other) => other !== swapped && other !== tile);
  const size = own.filter((other) => treasureOf(other) === treasureOf(tile)).length + 1;
  return { size, before: setWorth(size - 1), after: setWorth(size) };
}

function spellPoints(tile: Tile, opened: number, size: number | null): number | null {
  switch (colourOf(tile)) {
    case "pink":
      return POINTS.pink;
    case "blue":
      return POINTS.blue * opened;
    case "brown":
      return size === null ? null : POINTS.brown * size;
    default:
      return null;
  }
}
