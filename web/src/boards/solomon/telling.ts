/** What moves and events are told with: the words they name, the cells they concern, the sound they make. */
import type { Sound } from "../../lib/sound";
import type { Details } from "../../lib/words";
import type { Choice, Json } from "../../wire";
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

/** How an event sounds. */
export function sound(event: Json): Sound | null {
  return SOUNDS[event.event] ?? null;
}
