/** The figures of Ali Baba's rules page. */
import type { Figures } from "../figures";
import Figure from "./Figure.svelte";
import { SCENES } from "./scenes";

const SYMBOLS = [1, 2, 3, 4, 5, 6].map((number) => `piece.${number}`);

export default { Figure, names: [...Object.keys(SCENES), "turn.3", "example.2", ...SYMBOLS] } satisfies Figures;
