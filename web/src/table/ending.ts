/** Why seats are absent, and how the game ended. */
import { ui, type Key } from "../lib/ui.svelte";
import type { SeatInfo, TableInfo, EntryInfo } from "../wire";

export type Parting = "left" | "resigned" | "timed_out";

const GOINGS = new Set(["left", "substituted", "resigned", "timed_out", "returned"]);

/** Why a bot plays for a seat; null while its player does. */
export function parting(info: SeatInfo | undefined, entries: readonly EntryInfo[], seat: number): Parting | null {
  if (!info || info.kind !== "human" || !(info.away || info.forfeited)) return null;
  const last = entries.filter((entry) => entry.seat === seat && GOINGS.has(entry.kind)).at(-1);
  return last?.kind === "resigned" || last?.kind === "timed_out" ? last.kind : "left";
}

/** The same in short, for the list of seats. */
export function partingWords(why: Parting, over: boolean): string {
  return ui.say(`parting.${why}${over ? ".over" : ""}` as Key);
}

/** The winners, as a sentence to the reader. */
export function outcome(table: TableInfo, names: readonly string[], mine: readonly number[]): string {
  const winners = table.result?.winners ?? [];
  if (winners.length === 1 && mine.length === 1 && winners[0] === mine[0]) return ui.say("state.you.win");
  const who = ui.list(winners.map((seat) => names[seat]!));
  if (!winners.length) return ui.say("state.over");
  return ui.say(winners.length === 1 ? "state.wins" : "state.share", { names: who });
}

export interface Placed {
  seat: number;
  place: number;
  points: number;
}

/** The seats by their places: winners first, then by points; empty if the game ended early. */
export function ranking(table: TableInfo): Placed[] {
  const { scores, winners } = table.result ?? {};
  if (!scores || !winners) return [];
  const worth = (seat: number) =>
    winners.includes(seat) ? Infinity : table.seats[seat]?.forfeited ? -Infinity : scores[seat]!;
  const seats = [...scores.keys()].sort((one, other) => worth(other) - worth(one) || scores[other]! - scores[one]!);
  return seats.map((seat) => ({
    seat,
    place: 1 + seats.filter((other) => worth(other) > worth(seat)).length,
    points: scores[seat]!,
  }));
}

/** Who resigned or ran out of time; empty if all played to the end. */
export function causes(table: TableInfo, entries: readonly EntryInfo[], names: readonly string[]): string {
  return table.seats
    .flatMap((info, seat) => {
      const why = info.forfeited ? parting(info, entries, seat) : null;
      return why === "resigned" || why === "timed_out" ? [ui.say(`cause.${why}`, { name: names[seat] })] : [];
    })
    .join(" ");
}

/** Who wants a rematch, until it is set up. */
export function rematch(table: TableInfo, names: readonly string[], mine: readonly number[]): string {
  if (table.next || !table.wishes?.length) return "";
  const others = table.wishes.filter((seat) => !mine.includes(seat)).map((seat) => names[seat]!);
  const told = others.length ? ui.say("act.rematch.others", { names: ui.list(others) }) : "";
  return others.length < table.wishes.length ? `${told} ${ui.say("act.rematch.waiting")}`.trim() : told;
}
