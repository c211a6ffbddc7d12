/** Yellow: the tiles to choose from, before they are shown and when they are shown (A24). */
import type { Position } from "../kit/position.svelte";
import { tilesOf, treasuresOf } from "./view";
import type { View } from "./wire";

export interface TrayTile {
  tile: string;
  /** Who shows it; null for a tile that the reader may show. */
  of: number | null;
}

/** The reader's tiles while they choose one to show, else the tiles shown; none at other times. */
export function trayOf(position: Position<View>): TrayTile[] {
  const { view, seat } = position;
  if (position.can("show")) {
    return treasuresOf(view).flatMap((each) => tilesOf(view, seat, each).map((tile) => ({ of: null, tile })));
  }
  if (view.step !== "pick") return [];
  return view.seats.flatMap(({ shown }, of) => (shown ? [{ of, tile: shown }] : []));
}
