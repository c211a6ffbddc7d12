/** King Solomon on the screen. */
import type { Sound } from "../../lib/sound";
import type { Details } from "../../lib/words";
import type { Choice, Json } from "../../wire";
import type { GameModule } from "../board";
import Board from "./Board.svelte";
import { standing } from "./money";
import Seat from "./Seat.svelte";
import Sheet from "./Sheet.svelte";
import TextBoard from "./TextBoard.svelte";
import { objectTile, type SolomonView } from "./view";

const SOUNDS: Record<string, Sound> = {
  reveal: "card",
  shift: "tile",
  dig: "dig",
  pay: "coin",
  pay_treasures: "coin",
  dealt: "tile",
  over: "end",
};

/** What a move names, as the words for it want it. */
export function details(view: SolomonView, choice: Choice): Details {
  const what = choice.targets[0] ?? "";
  switch (choice.verb) {
    case "play":
      return { card: what };
    case "shift":
      return { tile: view.cave[what]?.at(-1) ?? "", cell: what, onto: choice.targets[1] };
    case "use":
    case "give":
      return { tile: objectTile(view, what) };
    case "turn":
      return { arrow: what };
    default:
      return { cell: what };
  }
}

/** The cells that an event tells of. */
export function places(event: Json): string[] {
  return [event.cell, event.onto, ...(event.cells ?? [])].filter((cell): cell is string => typeof cell === "string");
}

const game: GameModule = {
  Board,
  Seat,
  Sheet,
  TextBoard,
  catalogue: async (lang) => (lang === "de" ? await import("./words/de") : await import("./words/en")).default,
  details,
  places,
  sound: (event) => SOUNDS[event.event] ?? null,
  hints: [
    { at: "hand", key: "board.hint.hand" },
    { at: "cave", key: "board.hint.cave" },
    { at: "tools", key: "board.hint.tools" },
  ],
  standing,
};

export default game;
