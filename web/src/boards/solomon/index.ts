/** The King Solomon board module. */
import type { GameModule } from "../board";
import Board from "./Board.svelte";
import { standing } from "./money";
import Seat from "./Seat.svelte";
import Sheet from "./Sheet.svelte";
import { details, places, sound } from "./telling";
import TextBoard from "./TextBoard.svelte";

const game: GameModule = {
  Board,
  Seat,
  Sheet,
  TextBoard,
  catalogue: async (lang) => (lang === "de" ? await import("./words/de") : await import("./words/en")).default,
  details,
  places,
  sound,
  hints: [
    { at: "hand", key: "board.hint.hand" },
    { at: "cave", key: "board.hint.cave" },
    { at: "order", key: "board.hint.order" },
  ],
  standing,
};

export default game;
