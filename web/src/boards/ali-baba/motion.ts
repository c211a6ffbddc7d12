/** The tiles that can be seen to move: those on the board and beside it. */
import type { Flight, Lying } from "../kit/pieces.svelte";
import type { Position } from "../kit/position.svelte";
import { treasureOf } from "./view";
import type { GameEvent, View } from "./wire";

export const BESIDE = "beside";

/** The face-up tiles by slot, and the tiles beside the board. */
export function pieces(view: View): Lying {
  const up = Object.entries(view.board).flatMap(([slot, tile]) => (tile ? [[slot, [tile]] as const] : []));
  return { ...Object.fromEntries(up), [BESIDE]: view.beside };
}

/** Where a seat keeps a tile: among the reader's sets, else in the seat's panel. */
export function keptBy(seat: number, tile: string): string {
  return `seat ${seat} ${treasureOf(tile)}`;
}

export function flights(event: GameEvent): Flight[] {
  switch (event.event) {
    case "take":
    case "also":
      return [{ from: event.slot, to: keptBy(event.seat, event.tile), look: event.tile }];
    case "swap":
      return [{ from: BESIDE, to: keptBy(event.seat, event.tile), look: event.tile }];
    default:
      return [];
  }
}

/** The events since the previous position. */
export function latest(position: Position<View>): readonly GameEvent[] {
  return position.latest as readonly GameEvent[];
}
