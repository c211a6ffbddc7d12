/** The Monte Cristo board module. */
import { catalogues, type Texts } from "../../lib/languages";
import { defineGame } from "../kit/game";
import "./art/colours.css";
import Board from "./Board.svelte";
import { counts, explain } from "./explain";
import { gestures } from "./gestures";
import { flights, pieces } from "./motion";
import { details, prompt } from "./prompt";
import { odds } from "./odds";
import Seat from "./Seat.svelte";
import { news } from "./story";
import { remark, sheet, text } from "./text";
import { places } from "./view";

export default defineGame({
  Board,
  Seat,
  text,
  sheet,
  remark,
  explain,
  counts,
  catalogue: catalogues(import.meta.glob<Texts>("./words/??.ts", { import: "default" })),
  details,
  gestures,
  prompt,
  news,
  minor: ["dungeon", "dungeon_idle", "rank", "collect", "pass_take", "pay", "pay_joker", "left_over", "home", "sell"],
  places,
  pieces,
  flights,
  sounds: {
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
    scoring: "coin",
    lay: "dig",
    take: "dig",
    fame: "coin",
    sell: "coin",
    over: "end",
  },
  hints: [
    { at: "slide", key: "board.hint.slide" },
    { at: "castle", key: "board.hint.castle" },
    { at: "market", key: "board.hint.market" },
  ],
  odds,
});
