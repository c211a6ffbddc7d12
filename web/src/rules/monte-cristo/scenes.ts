/** Still positions for the figures of Monte Cristo. */
import type { ComponentProps } from "svelte";
import type { Bonus } from "../../boards/monte-cristo/wire";
import type Dungeon from "./Dungeon.svelte";
import type Market from "./Market.svelte";
import type Slide from "./Slide.svelte";

const LANES = [
  [0, 2, 1],
  [1, 0, 2],
  [2, 1, 0],
  [1, 2, 0],
];

export const SLIDES: Record<string, ComponentProps<typeof Slide>> = {
  "overview.1": { lanes: LANES, here: 0 },
  "turn.1": { lanes: LANES, here: 0 },
  "turn.6": { lanes: [[2, 1], [0, 2, 1], LANES[2]!, LANES[3]!], way: { from: [2, 2], to: [2, 1] } },
  "turn.7": { lanes: LANES, here: 0, way: { from: [0, 0], to: [2, 3] } },
};

export const DUNGEONS: Record<string, ComponentProps<typeof Dungeon>[]> = {
  "overview.1": [
    { name: "A", treasures: ["ruby-3"], queue: [0, 1] },
    { name: "B", treasures: ["gold-1", "emerald-2"], queue: [2] },
  ],
  "turn.3": [{ name: "A", treasures: ["ruby-3", "gold-1"], queue: [1, 0, 0, 2], marked: [2] }],
  "turn.4": [
    { name: "A", treasures: ["ruby-3", "gold-1", "emerald-2"], queue: [1, 0, 0], fresh: 1 },
    { name: "B", treasures: ["diamond-1"], queue: [2], fresh: 1 },
    { name: "C", treasures: ["gold-2", "sapphire-1", "ruby-1", "diamond-3"], queue: [0, 2], fresh: 1 },
  ],
  "turn.5": [{ name: "A", treasures: ["gold-1", "emerald-2", "ruby-3"], queue: [1, 0, 0], fresh: 1, marked: [1] }],
  "example.1": [{ name: "D", treasures: ["ruby-3", "emerald-2", "gold-1"], queue: [1, 0, 2, 0, 1] }],
  "example.2": [
    { name: "D", treasures: ["ruby-3", "emerald-2", "emerald-1"], queue: [1, 3, 3, 3], fresh: 3, marked: [1, 2, 3] },
  ],
};

export const CARDS: Record<string, string[]> = {
  "turn.2": ["ruby-1", "emerald-2", "gold-3"],
  "example.2": ["ruby-2", "joker", "emerald-3"],
};

export const MARKETS: Record<string, Omit<ComponentProps<typeof Market>, "amounts">> = {
  "turn.6": { kinds: ["emerald", "diamond", "gold", "ruby", "sapphire"], raised: { place: 0, by: 2 } },
  "example.3": { kinds: ["ruby", "emerald", "gold", "diamond", "sapphire"] },
};

/** The symbols of the bonus areas. */
export const SIGNS: Record<string, Bonus> = {
  "piece.5": "joker",
  "piece.6": "landing",
  "piece.7": "fame",
  "piece.8": "reinforcement",
};
