/** Still positions for the figures of Ali Baba. */

export interface Lying {
  /** The upper left corner, in tiles. */
  x: number;
  y: number;
  /** 1 is the floor. */
  level: number;
  /** Face down without a name. */
  tile?: string;
  /** Taken now, just turned up, gone, or not to be taken. */
  mark?: "chosen" | "fresh" | "gone" | "not";
}

export interface Scene {
  columns: number;
  rows: number;
  tiles: Lying[];
}

/** A layer of face-down tiles. */
function layer(level: number, columns: number, rows: number, x = 0, y = 0): Lying[] {
  return Array.from({ length: columns * rows }, (_, at) => ({
    x: x + (at % columns),
    y: y + Math.floor(at / columns),
    level,
  }));
}

/** Tiles without those at the places of others, which take their place. */
function replaced(tiles: Lying[], others: Lying[]): Lying[] {
  const at = ({ x, y, level }: Lying) => `${x} ${y} ${level}`;
  const taken = new Set(others.map(at));
  return [...tiles.filter((tile) => !taken.has(at(tile))), ...others];
}

const PYRAMID = [...layer(1, 5, 5), ...layer(2, 4, 4, 0.5, 0.5), ...layer(3, 3, 3, 1, 1)];
const TOP = [
  { x: 1.5, y: 1.5, level: 4, tile: "blue-carpet" },
  { x: 2.5, y: 1.5, level: 4, tile: "pink-crown" },
  { x: 1.5, y: 2.5, level: 4, tile: "green-sword" },
  { x: 2.5, y: 2.5, level: 4, tile: "yellow-ring" },
] satisfies Lying[];

/** The top of the pyramid, moved to the corner of the drawing. */
const SUMMIT = layer(2, 3, 3);
const summit = (first: Lying, ...more: Lying[]): Lying[] => [
  ...replaced(SUMMIT, more),
  first,
  { x: 1.5, y: 0.5, level: 3, tile: "pink-crown" },
  { x: 0.5, y: 1.5, level: 3, tile: "green-sword" },
  { x: 1.5, y: 1.5, level: 3, tile: "yellow-ring" },
];

export const SCENES: Record<string, Scene> = {
  "overview.1": { columns: 5, rows: 5, tiles: [...PYRAMID, ...TOP] },
  "turn.1": {
    columns: 3,
    rows: 3,
    tiles: summit({ x: 0.5, y: 0.5, level: 3, tile: "blue-carpet", mark: "chosen" }),
  },
  "turn.2": {
    columns: 3,
    rows: 3,
    tiles: summit(
      { x: 0.5, y: 0.5, level: 3, mark: "gone" },
      { x: 0, y: 0, level: 2, tile: "white-lamp", mark: "fresh" },
    ),
  },
  "example.1": {
    columns: 3,
    rows: 2,
    tiles: [
      ...replaced(layer(1, 3, 2), [
        { x: 0, y: 0, level: 1, tile: "brown-statue", mark: "fresh" },
        { x: 0, y: 1, level: 1, tile: "green-crown", mark: "fresh" },
      ]),
      { x: 0.5, y: 0.5, level: 2, mark: "gone" },
      { x: 1.5, y: 0.5, level: 2, tile: "white-ruby" },
    ],
  },
  "example.3": {
    columns: 3,
    rows: 2,
    tiles: [
      { x: 0, y: 0, level: 1, tile: "green-sword", mark: "chosen" },
      { x: 1, y: 0, level: 1, tile: "blue-crown", mark: "fresh" },
      { x: 2, y: 0, level: 1, tile: "pink-chest" },
      { x: 0, y: 1, level: 1, tile: "white-ring", mark: "fresh" },
      { x: 1, y: 1, level: 1, tile: "yellow-crown", mark: "not" },
      { x: 2, y: 1, level: 1, tile: "brown-ruby" },
    ],
  },
};
