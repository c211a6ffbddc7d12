/** Values of tiles: the component set's amounts (a test compares them with the engine's), sets, and outcomes of a take. */
import { caveOf } from "./cave";
import { barring, colourOf, treasureOf, treasuresOf, type Tile, type Treasure, type View } from "./view";

export const POINTS = { pink: 5, blue: 2, brown: 2, sets: [1, 3, 6, 10, 15, 21] };

/** The points of a set of a given size. */
export function setWorth(size: number): number {
  return size ? POINTS.sets[size - 1]! : 0;
}

export interface TreasureSet {
  treasure: Treasure;
  tiles: Tile[];
  worth: number;
}

/** A seat's tiles by treasure, with an entry for every treasure of the game. */
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

/** A seat's total, as far as visible. */
export function standing(view: View): (number | null)[] {
  return view.scores ?? view.seats.map((seat) => (seat.tiles ? seat.points + setPoints(view, seat.tiles) : null));
}

/** The outcome of a seat gaining a tile. */
export interface Outcome {
  tile: Tile;
  /** Its slot; null if not on the board. */
  slot: string | null;
  /** Whether its spell has no effect. */
  quiet: boolean;
  /** The slots it would turn up. */
  turned: string[];
  /** Whether it uncovers a square of the board. */
  bares: boolean;
  /** The points of the spell; null if it scores nothing or has no effect. */
  points: number | null;
  /** The slots green then allows to take from. */
  also: string[];
  /** The growth of the seat's set; null if its tiles are hidden. */
  set: { size: number; before: number; after: number } | null;
}

/** The outcome of taking the tile on a slot; with `quiet`, its spell has no effect. */
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

/** The outcome of gaining a tile beside the board, or one that is shown. */
export function gainOutcome(view: View, tile: Tile, seat: number | null, quiet: boolean): Outcome {
  const set = setGrowth(view, tile, seat);
  const bared = view.taken && caveOf(view.options.variant).at(view.taken.slot).level === 1 ? 1 : 0;
  const points = quiet ? null : spellPoints(tile, (view.taken?.turned ?? 0) + bared, set?.size ?? null);
  return { tile, slot: null, quiet, turned: [], bares: false, points, also: [], set };
}

/** Whether a face-up tile lies there that no ban forbids the seat. */
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
