/** Names of tiles, and the geometry of the cave. Nothing here knows what may be taken or what is turned up. */
import type { Ban, Colour, Treasure, View } from "./wire";

export const TREASURES: readonly Treasure[] = [
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
];
export const COLOURS: readonly Colour[] = ["pink", "blue", "brown", "green", "yellow", "white"];

/** The colour of a tile such as "blue-carpet". */
export function colourOf(tile: string): Colour {
  return tile.split("-")[0] as Colour;
}

export function treasureOf(tile: string): Treasure {
  return tile.split("-")[1] as Treasure;
}

/** Things are keyed as in the moves: a slot "3b2", a tile "blue-carpet", or what a ban names. */
export function isColour(key: string): key is Colour {
  return (COLOURS as readonly string[]).includes(key);
}

export function isTreasure(key: string): key is Treasure {
  return (TREASURES as readonly string[]).includes(key);
}

export function isTile(key: string): boolean {
  return key.includes("-");
}

/** The tile that a key names or that lies face up on its slot. */
export function tileOf(view: View, key: string): string | null {
  return isTile(key) ? key : (view.board[key] ?? null);
}

/** The treasures in this game, without those left out. */
export function treasuresOf(view: View): Treasure[] {
  return TREASURES.filter((treasure) => !view.removed.includes(treasure));
}

/** A seat's tiles of a treasure, in the order of colours; none if they are hidden. */
export function tilesOf(view: View, seat: number | null, treasure: Treasure): string[] {
  const tiles = (seat === null ? null : view.seats[seat]?.tiles) ?? [];
  return tiles.filter((tile) => treasureOf(tile) === treasure);
}

/** The seats whose ban names this treasure or colour. */
export function bannedBy(view: View, name: Ban): number[] {
  return view.seats.flatMap((seat, of) => (seat.ban === name ? [of] : []));
}

/** The seats whose ban names this tile's treasure or colour. */
export function bansOn(view: View, tile: string): number[] {
  return [...bannedBy(view, treasureOf(tile)), ...bannedBy(view, colourOf(tile))];
}

/** A slot of the cave. Its name is layer, column and row: "3b2". */
export interface Place {
  slot: string;
  /** 1 is the floor. */
  level: number;
  /** The upper left corner, in tiles. */
  x: number;
  y: number;
}

export interface Cave {
  rows: number;
  columns: number;
  /** All slots in drawing order, from the floor up. */
  places: readonly Place[];
}

/** The cave of layers from the floor up, rows by columns; each layer lies over the middle of the one below. */
function cave(...layers: [number, number][]): Cave {
  const [rows, columns] = layers[0]!;
  const places = layers.flatMap(([down, across], layer) =>
    Array.from({ length: down * across }, (_, at): Place => {
      const [row, column] = [Math.floor(at / across), at % across];
      const slot = `${layer + 1}${"abcde"[column]}${row + 1}`;
      return { slot, level: layer + 1, x: column + (columns - across) / 2, y: row + (rows - down) / 2 };
    }),
  );
  return { rows, columns, places };
}

const LARGE = cave([5, 5], [4, 4], [3, 3], [2, 2]);
const SMALL = cave([4, 4], [4, 3], [3, 2], [2, 1]);

/** The cave of this game's variant. */
export function caveOf(view: View): Cave {
  return view.options.variant === "small" ? SMALL : LARGE;
}

/** The tiles that lie on a slot. */
export function lyingOn(view: View, under: Place): Place[] {
  return caveOf(view).places.filter(
    (over) =>
      over.level === under.level + 1 &&
      over.slot in view.board &&
      Math.abs(over.x - under.x) < 1 &&
      Math.abs(over.y - under.y) < 1,
  );
}

const QUARTERS = [
  { x: 0.75, y: 0.25 },
  { x: 0.25, y: 0.25 },
  { x: 0.75, y: 0.75 },
  { x: 0.25, y: 0.75 },
];

/** The centre of a visible quarter of a slot, in tiles from its corner; null if it is covered. */
export function quarterOf(view: View, place: Place): { x: number; y: number } | null {
  const over = lyingOn(view, place);
  const hides = (at: number, from: number) => at > from && at < from + 1;
  const visible = ({ x, y }: { x: number; y: number }) =>
    !over.some((tile) => hides(place.x + x, tile.x) && hides(place.y + y, tile.y));
  return QUARTERS.find(visible) ?? null;
}
