/** What people at a running game may do for and with each other. */
import type { Connection } from "../lib/connection.svelte";
import type { PersonInfo, TableInfo } from "../wire";

/** The other people who are playing. */
export function others(table: TableInfo, mine: readonly number[]): number[] {
  return [...table.seats.keys()].filter((place) => {
    const { kind, away } = table.seats[place]!;
    return kind === "human" && !away && !mine.includes(place);
  });
}

/** Whether more than one person has a seat, be they there or not. */
export function isPlayedBySeveral({ seats }: TableInfo): boolean {
  return seats.filter(({ kind }) => kind === "human").length > 1;
}

/** Whether the reader may ask the others to let them take back a decision that the rules keep. */
export function mayAsk({ table, seat, seats, undo }: Pick<Connection, "table" | "seat" | "seats" | "undo">): boolean {
  if (!table || seat === null || table.status !== "playing" || table.undo_request) return false;
  if (table.terms.rated || table.deal) return false;
  return undo?.possible === false && undo.reason !== "refusal.undo.none" && others(table, seats).length > 0;
}

/** Whether the reader leads the table. */
export function leads({ table, seats }: Pick<Connection, "table" | "seats">): boolean {
  return table?.host != null && seats.includes(table.host);
}

/** Whether the host may remove a person or keep them out: not a player of a rated game. */
export function mayRemove({ status, terms }: TableInfo, { seats }: Pick<PersonInfo, "seats">): boolean {
  return !terms.rated || status !== "playing" || !seats.length;
}

/** Whether the reader may chat as far as the table allows it: guests without a seat only if the host lets them. */
export function maySay({ table, seats }: Pick<Connection, "table" | "seats">, guest: boolean): boolean {
  return !guest || seats.length > 0 || (table?.open_chat ?? false);
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
