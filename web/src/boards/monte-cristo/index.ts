import type { GameModule } from "../board";
import Board from "./Board.svelte";
import Seat from "./Seat.svelte";
import Sheet from "./Sheet.svelte";
import TextBoard from "./TextBoard.svelte";

const game: GameModule = {
  Board,
  Seat,
  Sheet,
  TextBoard,
  catalogue: async (lang) => (lang === "de" ? await import("./words/de") : await import("./words/en")).default,
  details: () => ({}),
  places: () => [],
  sound: () => null,
  hints: [],
  standing: (view) => view.scores ?? view.seats.map(() => null),
};

export default game;
