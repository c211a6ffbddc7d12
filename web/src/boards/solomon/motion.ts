/** What moves: the top tiles of the cave, across it and to the players. */
import type { Flight, Lying } from "../kit/pieces.svelte";
import { CELLS } from "./cells";
import type { GameEvent, View } from "./wire";

export function pieces(view: View): Lying {
  const tops = CELLS.map((cell): [string, string[]] => {
    const stack = view.cave[cell] ?? [];
    return [cell, stack.length ? [`${stack.at(-1)} ${stack.length}`] : []];
  });
  return Object.fromEntries(tops);
}

export function flights(event: GameEvent): Flight[] {
  switch (event.event) {
    case "shift":
      return [{ from: event.cell, to: event.onto }];
    case "dig":
      return event.cells.map((cell) => ({ from: cell, to: `seat ${event.seat}` }));
    default:
      return [];
  }
}
