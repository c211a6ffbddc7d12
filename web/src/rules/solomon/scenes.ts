/** Still positions for the figures of King Solomon. */
import type { Look } from "../../boards/solomon/view";
import type { Family } from "../../boards/solomon/wire";

export type Spot = readonly [row: number, column: number];

export interface Scene {
  /** Rows of stacks: the tile on top and the height, such as "scorpion 3"; "0" is an empty cell. */
  ground: string[];
  /** The cells of a shape held over the ground. */
  area?: Spot[];
  /** Whether the area may be dug, is only wanted, or cannot be dug. */
  kind?: "dug" | "wanted" | "not";
  /** A tile that is shifted from one stack to another. */
  shift?: [from: Spot, to: Spot];
  /** Whether the entrance is drawn. */
  entrance?: boolean;
  /** The number of a card beside the ground. */
  card?: string;
}

const FAMILIES: Record<string, Family> = {
  mask: "curse",
  scorpion: "curse",
  mummy: "curse",
  alpha: "parchment",
  beta: "parchment",
  gamma: "parchment",
  delta: "parchment",
};
const CURSES = ["mask", "scorpion", "mummy"];

/** How a tile is drawn, with the number printed on it. */
export function look(tile: string): Look {
  const [kind, value] = tile.split("-");
  if (kind === "treasure") return { tile, family: "treasure", value: Number(value) };
  const family = FAMILIES[tile] ?? "magic";
  return family === "curse" ? { tile, family, value: CURSES.indexOf(tile) + 1 } : { tile, family };
}

/** The cells of card 3, where it is tried in the step-by-step turn. */
const HERE: Spot[] = [
  [0, 1],
  [1, 1],
  [1, 2],
];

export const SCENES: Record<string, Scene> = {
  "overview.1": {
    entrance: true,
    ground: [
      "treasure-1 4, mask 4, alpha 4, treasure-2 4, gamma 4, scorpion 4",
      "beta 4, treasure-3 4, treasure-1 4, seal 4, treasure-5 4, alpha 4",
      "scorpion 4, delta 4, treasure-4 4, mask 4, treasure-2 4, beta 4",
      "treasure-1 4, mirror 4, mummy 4, treasure-3 4, gamma 4, treasure-1 4",
      "alpha 4, treasure-5 4, beta 4, amulet 4, mask 4, treasure-3 4",
      "mummy 4, treasure-2 4, scorpion 4, delta 4, axe 4, treasure-4 4",
    ],
  },
  "turn.2": {
    ground: [
      "beta 4, treasure-4 3, treasure-1 4, mask 3",
      "treasure-2 4, mask 4, alpha 3, mummy 3",
      "delta 3, treasure-1 4, gamma 4, treasure-3 2",
    ],
    area: HERE,
    kind: "wanted",
    shift: [
      [1, 1],
      [2, 0],
    ],
    card: "3",
  },
  "turn.3": {
    ground: [
      "beta 4, treasure-4 3, treasure-1 4, mask 3",
      "treasure-2 4, scorpion 3, alpha 3, mummy 3",
      "mask 4, treasure-1 4, gamma 4, treasure-3 2",
    ],
    area: HERE,
    kind: "dug",
    card: "3",
  },
  "example.1": {
    ground: ["treasure-2 4, beta 3, treasure-1 4", "mask 4, treasure-3 3, treasure-5 2"],
    area: [
      [0, 1],
      [1, 1],
      [1, 2],
    ],
    kind: "not",
    card: "3",
  },
  "example.2": {
    ground: ["gamma 3, treasure-4 3, mask 4", "treasure-1 4, delta 2, treasure-2 3"],
    shift: [
      [1, 0],
      [1, 1],
    ],
  },
  "example.3": {
    ground: ["mummy 2, mummy 2, treasure-2 1", "treasure-1 3, scorpion 2, mask 3"],
    area: [
      [0, 0],
      [0, 1],
      [1, 1],
    ],
    kind: "dug",
    card: "6",
  },
};
