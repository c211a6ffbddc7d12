/** The King Solomon board. */
import { catalogues, type Texts } from "../../lib/languages";
import { defineGame } from "../kit/game";
import "./art/colours.css";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import { counts } from "./counts";
import { explain } from "./explain";
import { SolomonGestures } from "./gestures.svelte";
import { flights, pieces } from "./motion";
import { odds } from "./odds";
import { prompt } from "./prompt";
import Seat from "./Seat.svelte";
import { details, sheet, text } from "./text";
import type { GameEvent, View } from "./wire";

export function places(event: GameEvent): string[] {
  switch (event.event) {
    case "shift":
      return [event.cell, event.onto];
    case "uncover":
    case "cell":
      return [event.cell];
    case "named":
    case "dig":
      return event.cells;
    default:
      return [];
  }
}

export default defineGame<View, GameEvent, SolomonGestures>({
  Board,
  Seat,
  Chip,
  text,
  sheet,
  explain,
  counts,
  catalogue: catalogues(import.meta.glob<Texts>("./words/??.ts", { import: "default" })),
  details,
  gestures: (position) => new SolomonGestures(position),
  prompt,
  places,
  minor: ["uncover"],
  pieces,
  flights,
  sounds: {
    reveal: "card",
    shift: "tile",
    dig: "dig",
    pay: "coin",
    pay_treasures: "coin",
    dealt: "tile",
    over: "end",
  },
  hints: [
    { at: "hand", key: "board.hint.hand" },
    { at: "cave", key: "board.hint.cave" },
    { at: "order", key: "board.hint.order" },
  ],
  odds,
});
