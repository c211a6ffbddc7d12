import { expect, test, vi } from "vitest";
import { beginning, dayOf, seasonName, sorted } from "./seasons";

vi.hoisted(() => {
  globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList;
});

const DAY = 24 * 3600_000;

test("seasons are over, run, or are planned", () => {
  const seasons = [30, 20, 10].map((start) => ({ start, until: start + 10 }));
  const found = sorted(seasons, 20);
  expect(found.next.map(({ start }) => start)).toEqual([30]);
  expect(found.now.map(({ start }) => start)).toEqual([20]);
  expect(found.past.map(({ start }) => start)).toEqual([10]);
});

test("a whole month has its name, anything else its days", () => {
  const start = new Date(2026, 2, 1).getTime();
  const until = new Date(2026, 3, 1).getTime();
  expect(seasonName({ start, until, monthly: true })).toBe("March 2026");
  expect(seasonName({ start: start - 8 * 3600_000, until: until - 8 * 3600_000, monthly: true })).toBe("March 2026");
  expect(seasonName({ start, until: start + 10 * DAY, monthly: true })).toMatch(/1.*10/);
  expect(seasonName({ start, until, monthly: false })).toMatch(/1.*31/);
});

test("days begin where the reader is, over the ends of months and years", () => {
  expect(beginning("2026-12-31", 1)).toBe(new Date(2027, 0, 1).getTime());
  expect(dayOf(new Date(beginning("2026-02-03")))).toBe("2026-02-03");
});
