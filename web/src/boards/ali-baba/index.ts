/** The Ali Baba board module. */
import { catalogues, type Texts } from "../../lib/languages";
import { defineGame } from "../kit/game";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import { gestures } from "./gestures";
import { flights, pieces } from "./motion";
import { odds } from "./odds";
import { prompt } from "./prompt";
import Seat from "./Seat.svelte";
import { counts, explain, remark, sheet, text } from "./text";
import type { GameEvent, View } from "./wire";
import type { Gestures } from "../kit/hand.svelte";

export default defineGame<View, GameEvent, Gestures>({
  Board,
  Seat,
  Chip,
  text,
  sheet,
  remark,
  explain,
  counts,
  catalogue: catalogues(import.meta.glob<Texts>("./words/??.ts", { import: "default" })),
  details(view, { verb, targets: [target] }) {
    if (target === undefined) return {};
    if (verb === "take" || verb === "also") return { slot: target, tile: view.board[target] ?? "" };
    return verb === "ban" ? { ban: target } : { tile: target };
  },
  gestures,
  prompt,
  places(event) {
    if ("slot" in event) return [event.slot];
    return "ban" in event ? [event.ban] : [];
  },
  pieces,
  flights,
  sounds: {
    take: "tile",
    also: "tile",
    swap: "tile",
    pick: "tile",
    turn_up: "card",
    shown: "card",
    ban: "card",
    points: "coin",
    lost: "tile",
    over: "end",
  },
  hints: [
    { at: "pyramid", key: "board.hint.pyramid" },
    { at: "spells", key: "board.hint.spells" },
    { at: "sets", key: "board.hint.sets" },
  ],
  odds,
});
