/** Values of tiles and costs of a turn, for display; the server's figures are authoritative. */
import type { SeatView, SolomonView } from "./view";

export type Family = "treasure" | "curse" | "parchment" | "magic";

const CURSES: Record<string, number> = { mask: 1, scorpion: 2, mummy: 3 };
export const PARCHMENTS = ["alpha", "beta", "gamma", "delta"];
export const OBJECTS = ["mirror", "axe", "seal", "amulet"];

/** All kinds of tiles, in display order. */
export const KINDS: string[] = [
  ...[5, 4, 3, 2, 1].map((value) => `treasure-${value}`),
  ...Object.keys(CURSES),
  ...PARCHMENTS,
  ...["mirror", "axe", "carpet", "seal", "amulet"],
];

export function family(tile: string): Family {
  if (tile.startsWith("treasure")) return "treasure";
  if (tile in CURSES) return "curse";
  return PARCHMENTS.includes(tile) ? "parchment" : "magic";
}

/** The number on a tile: a treasure's value or a curse's cost. */
export function value(tile: string): number | null {
  if (tile.startsWith("treasure")) return Number(tile.slice(-1));
  return CURSES[tile] ?? null;
}

/** Tiles with their counts, in display order. */
export function sorted(tiles: Record<string, number>): [string, number][] {
  return KINDS.filter((kind) => tiles[kind]).map((kind) => [kind, tiles[kind]!]);
}

/** The sum of the numbers on all tiles of a family. */
export function worth(tiles: Record<string, number>, of: Family): number {
  return sorted(tiles).reduce((sum, [tile, count]) => sum + (family(tile) === of ? value(tile)! * count : 0), 0);
}

/** The number of tiles in a family. */
export function number(tiles: Record<string, number>, of: Family): number {
  return sorted(tiles).reduce((sum, [tile, count]) => sum + (family(tile) === of ? count : 0), 0);
}

export function parchmentSets(tiles: Record<string, number>): number {
  return Math.min(...PARCHMENTS.map((kind) => tiles[kind] ?? 0));
}

/** Coins plus treasures of a seat whose tiles are visible. */
export function wealth(seat: SeatView): number {
  return (seat.coins ?? 0) + worth(seat.tiles ?? {}, "treasure");
}

export interface Bill {
  cost: number;
  shifts: number;
  curses: number;
  money: number;
  /** Treasures the dig would bring, which can pay at once. */
  found: number;
  pays: boolean;
}

/** The cost of the reader's turn, including a previewed dig. */
export function bill(view: SolomonView, move: string | null): Bill | null {
  const { turn, seat } = view;
  if (!turn || seat === null || view.active !== seat) return null;
  const dig = move === null ? undefined : view.digs?.[move];
  const money = wealth(view.seats[seat]!);
  const cost = dig?.cost ?? turn.shifts;
  const found = dig ? dig.tiles.reduce((sum, tile) => sum + (family(tile) === "treasure" ? value(tile)! : 0), 0) : 0;
  return { cost, shifts: turn.shifts, curses: cost - turn.shifts, money, found, pays: dig ? dig.pays : cost <= money };
}

/** The certain part of each seat's score, without prizes; null if hidden by a screen. */
export function standing(view: SolomonView): (number | null)[] {
  if (view.scores) return view.scores;
  return view.seats.map((seat) => {
    const known =
      seat.tiles !== null && Object.values(seat.tiles).reduce((sum, count) => sum + count, 0) === seat.count;
    return known ? wealth(seat) + 10 * parchmentSets(seat.tiles!) : null;
  });
}
