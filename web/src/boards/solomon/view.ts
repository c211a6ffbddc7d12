/** Small readers of the view: names of tiles and moves, and what lies where. */
import type { Family, Tile, View } from "./wire";

/** How a tile is drawn; without a kind, its back. */
export interface Look {
  tile: string | null;
  family?: Family;
  /** The number printed on it. */
  value?: number;
}

export function lookOf(view: View, tile: string | null): Look {
  return tile === null ? { tile } : { tile, family: view.families[tile], value: view.values[tile] };
}

/** Tiles with their counts, in display order. */
export function sorted(view: View, tiles: Record<string, number>): [string, number][] {
  return Object.keys(view.families)
    .filter((kind) => tiles[kind])
    .map((kind) => [kind, tiles[kind]!]);
}

/** The known tiles under the top one, from the top down. */
export function below(view: View, cell: string): Tile[] {
  const under = (view.cave[cell] ?? []).slice(0, -1).reverse();
  return under.filter((tile) => tile !== null);
}

/** What moves call a tile: an object has the same name in every edition. */
export function moveName(view: View, tile: string): string {
  return Object.entries(view.objects).find(([, kind]) => kind === tile)?.[0] ?? tile;
}

/** The tile that a move names. */
export function tileNamed(view: View, name: string): string {
  return (view.objects as Record<string, string>)[name] ?? name;
}

/** The number of the current round, from 1. */
export function roundNumber(view: View): number {
  return Math.min(view.round + 1, view.rounds);
}
