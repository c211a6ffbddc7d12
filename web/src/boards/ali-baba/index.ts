/** The Ali Baba board module. */
import type { Json } from "../../wire";
import type { GameModule } from "../board";
import Board from "./Board.svelte";
import Seat from "./Seat.svelte";
import Sheet from "./Sheet.svelte";
import TextBoard from "./TextBoard.svelte";
import { standing } from "./points";
import type { View } from "./view";

const SOUNDS: Record<string, "tile" | "card" | "coin" | "end"> = {
  take: "tile",
  also: "tile",
  swap: "tile",
  pick: "tile",
  turn_up: "card",
  shown: "card",
  ban: "card",
  points: "coin",
  over: "end",
};

const game: GameModule = {
  Board,
  Seat,
  Sheet,
  TextBoard,
  catalogue: async (lang) => (lang === "de" ? await import("./words/de") : await import("./words/en")).default,
  details: (view: View, { verb, targets: [target] }) => {
    if (target === undefined) return {};
    if (verb === "take" || verb === "also") return { slot: target, tile: view.board[target] ?? "" };
    return verb === "ban" ? { ban: target } : { tile: target };
  },
  places: (event: Json) => [event.slot, event.ban].filter((place) => typeof place === "string"),
  sound: (event: Json) => SOUNDS[event.event] ?? null,
  hints: [
    { at: "pyramid", key: "board.hint.pyramid" },
    { at: "spells", key: "board.hint.spells" },
    { at: "sets", key: "board.hint.sets" },
  ],
  standing,
};

export default game;
