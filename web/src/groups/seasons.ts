/** Names and order of seasons. */
import { ui } from "../lib/ui.svelte";
import type { SeasonTable } from "../wire";

const DAY = 24 * 3600_000;

/** Seasons by whether they run, are over or are planned; each the latest first, as the server sends them. */
export function sorted<Season extends Pick<SeasonTable, "start" | "until">>(
  seasons: readonly Season[],
  now: number,
): Record<"now" | "past" | "next", Season[]> {
  return {
    now: seasons.filter(({ start, until }) => start <= now && now < until),
    past: seasons.filter(({ until }) => until <= now),
    next: seasons.filter(({ start }) => start > now),
  };
}

/** The name of its month, or its first and its last day. */
export function seasonName({ start, until, monthly }: Pick<SeasonTable, "start" | "until" | "monthly">): string {
  // Its middle, because a month does not begin at the same time everywhere.
  if (monthly && until - start > 27 * DAY) return ui.month((start + until) / 2);
  return ui.say("season.span", { from: ui.date(start), to: ui.date(until - 1) });
}

/** The time at which a day begins, where the reader is; `later` days after it. `day`: 2026-03-01. */
export function beginning(day: string, later = 0): number {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return new Date(year, month - 1, date + later).getTime();
}

/** The day of a time, where the reader is, as date fields write it. */
export function dayOf(time: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
