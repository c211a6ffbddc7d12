/** The Monte Cristo board module. */
import type { Sound } from "../../lib/sound";
import type { GameModule } from "../board";
import Board from "./Board.svelte";
import Seat from "./Seat.svelte";
import Sheet from "./Sheet.svelte";
import TextBoard from "./TextBoard.svelte";
import { details } from "./prompt";
import { places, type View } from "./view";

const SOUNDS: Partial<Record<string, Sound>> = {
  draw_card: "card",
  keep: "card",
  give: "card",
  joker: "card",
  pay: "card",
  pay_joker: "card",
  discard: "card",
  marble: "marble",
  down: "marble",
  up: "tile",
  place: "tile",
  enter: "tile",
  lay: "dig",
  take: "dig",
  fame: "coin",
  sell: "coin",
  over: "end",
};

const game: GameModule = {
  Board,
  Seat,
  Sheet,
  TextBoard,
  catalogue: async (lang) => (lang === "de" ? await import("./words/de") : await import("./words/en")).default,
  details,
  places,
  sound: (event) => SOUNDS[String(event.event)] ?? null,
  hints: [
    { at: "slide", key: "board.hint.slide" },
    { at: "castle", key: "board.hint.castle" },
    { at: "market", key: "board.hint.market" },
  ],
  standing: (view: View) => view.seats.map((seat) => seat.points),
};

export default game;
