/** What people at a running game may do for and with each other. */
import type { Connection } from "../lib/connection.svelte";
import type { TableInfo } from "../wire";

/** The other people who are playing. */
export function others(table: TableInfo, mine: readonly number[]): number[] {
  return [...table.seats.keys()].filter((place) => {
    const { kind, away } = table.seats[place]!;
    return kind === "human" && !away && !mine.includes(place);
  });
}

/** Whether the reader may ask the others to let them take back a decision that the rules keep. */
export function mayAsk({ table, seat, seats, undo }: Pick<Connection, "table" | "seat" | "seats" | "undo">): boolean {
  if (!table || seat === null || table.status !== "playing" || table.terms.rated || table.undo_request) return false;
  return undo?.possible === false && undo.reason !== "refusal.undo.none" && others(table, seats).length > 0;
}

export type SeatAction = "sit" | "nudge" | "offer" | "withdraw" | "substitute";

/** What the reader may do about a seat while the game goes on. */
export function seatActions(
  { table, seats, present, view }: Pick<Connection, "table" | "seats" | "present" | "view">,
  of: number,
): SeatAction[] {
  const info = table?.seats[of];
  if (!table || !info || table.status !== "playing" || seats.includes(of)) return [];
  const host = table.host != null && seats.includes(table.host) && !table.terms.rated;
  if (info.kind === "bot") {
    const sit: SeatAction[] = info.offered && (!seats.length || table.terms.hot_seat) ? ["sit"] : [];
    return host ? [...sit, info.offered ? "withdraw" : "offer"] : sit;
  }
  if (info.away) return [];
  const waited = seats.length > 0 && (view?.to_act.includes(of) ?? false);
  return [...(waited ? (["nudge"] as const) : []), ...(host && !present.includes(of) ? (["substitute"] as const) : [])];
}
