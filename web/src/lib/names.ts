/** Names of seats. */
import type { SeatInfo } from "../wire";
import { session } from "./session.svelte";
import { ui } from "./ui.svelte";

/** The most characters of a person's name that the server accepts; tests/web/test_names.py compares them. */
export const LONGEST_NAME = 24;

/** The name of a bot's level. */
export function botName(bot: string): string {
  return session.bots.find((each) => each.id === bot)?.name ?? bot;
}

/** The name of a bot's player, who is the same as long as they keep their mark; a program's own name. */
export function calledName(bot: string, mark: number): string {
  const called = session.bots.find((each) => each.id === bot)?.called ?? [];
  return called.at((mark - 1) % (called.length || 1)) ?? botName(bot);
}

/** The name of a seat's player; empty for an open seat. Records do not name their players. */
export function seatName(seat: SeatInfo, place: number): string {
  if (seat.kind === "bot") return calledName(seat.bot ?? "", seat.mark ?? place);
  if (seat.kind === "open") return "";
  return seat.name || ui.say("seat.number", { n: place + 1 });
}

/** The names of all seats, made unique. */
export function seatNames(seats: readonly SeatInfo[]): string[] {
  const plain = seats.map((seat, place) => seatName(seat, place) || String(place + 1));
  const seen = new Map<string, number>();
  return plain.map((name) => {
    if (plain.filter((other) => other === name).length === 1) return name;
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return `${name} ${number}`;
  });
}

/** Seats in display order: the reader first, then clockwise. */
export function around(count: number, first: number | null): number[] {
  return [...Array(count).keys()].map((place) => (place + (first ?? 0)) % count);
}
