/** Move and event details: text parameters, cells and sounds. */
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

/** The text parameters of a move. */
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

/** The cells an event concerns. */
export function places(event: Json): string[] {
  return [event.cell, event.onto, ...(event.cells ?? [])].filter((cell): cell is string => typeof cell === "string");
}

/** The sound of an event. */
export function sound(event: Json): Sound | null {
  return SOUNDS[event.event] ?? null;
}
