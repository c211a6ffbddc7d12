/** The figures of Monte Cristo's rules page. */
import type { Figures } from "../figures";
import Figure from "./Figure.svelte";
import { CARDS, DUNGEONS, MARKETS, SIGNS, SLIDES } from "./scenes";

const names = [SLIDES, DUNGEONS, CARDS, MARKETS, SIGNS].flatMap((scenes) => Object.keys(scenes));

export default {
  Figure,
  names: [...new Set(names), "piece.1", "piece.2", "piece.3", "piece.4"],
} satisfies Figures;
