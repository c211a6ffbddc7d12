/** The generated board, for games without a board of their own. */
import { catalogues, type Texts } from "../../lib/languages";
import { defineGame } from "../kit/game";
import Board from "./Board.svelte";
import { details } from "./labels";
import { prompt } from "./prompt";
import Seat from "./Seat.svelte";
import { places } from "./shape";
import { sheet, text } from "./text";

export default defineGame({
  Board,
  Seat,
  text,
  sheet,
  catalogue: catalogues(import.meta.glob<Texts>("./words/??.ts", { import: "default" })),
  details: (_, choice, words) => details(words, choice),
  gestures: () => ({}),
  prompt,
  places,
  pieces: () => ({}),
  flights: () => [],
  sounds: { over: "end" },
  hints: [
    { at: "moves", key: "board.hint.moves" },
    { at: "things", key: "board.hint.things" },
  ],
});
