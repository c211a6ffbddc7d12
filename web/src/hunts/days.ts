/** Days of the hunt: they are days of UTC, written as 2027-03-14. */
import { ui } from "../lib/ui.svelte";

export type Span = "week" | "month";

const DAY = 24 * 60 * 60 * 1000;

/** The day so many days later, or earlier. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** A day in words; it is the same day for every reader, wherever they are. */
export function dayName(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return ui.date(new Date(year!, month! - 1, date, 12).getTime());
}

/** Some days in words. */
export function spanOf(first: string, last: string): string {
  return `${dayName(first)} – ${dayName(last)}`;
}
