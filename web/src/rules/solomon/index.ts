/** The figures of King Solomon's rules page. */
import type { Figures } from "../figures";
import Figure from "./Figure.svelte";
import { SCENES } from "./scenes";
import { SYMBOLS } from "./symbols";

export default {
  Figure,
  names: [...Object.keys(SCENES), ...Object.keys(SYMBOLS), "turn.1", "turn.4", "score.1"],
} satisfies Figures;
