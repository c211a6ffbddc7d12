/** The generated board module, for games without a board of their own. */
import type { Json } from "../../wire";
import type { GameModule } from "../board";
import Board from "./Board.svelte";
import Seat from "./Seat.svelte";
import Sheet from "./Sheet.svelte";
import TextBoard from "./TextBoard.svelte";
import { details } from "./labels";
import { places, standing } from "./shape";

const game: GameModule = {
  Board,
  Seat,
  Sheet,
  TextBoard,
  catalogue: async (lang) => (lang === "de" ? await import("./words/de") : await import("./words/en")).default,
  details: (_, choice, words) => details(words, choice),
  places,
  sound: (event: Json) => (event.event === "over" ? "end" : "points" in event ? "coin" : "tile"),
  hints: [
    { at: "moves", key: "board.hint.moves" },
    { at: "things", key: "board.hint.things" },
  ],
  standing,
};

export default game;
