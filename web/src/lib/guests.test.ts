import { expect, test, vi } from "vitest";
import { EXPLORERS, guestName } from "./guests";
import { LONGEST_NAME } from "./names";

// jsdom has no media queries; the preferences use one.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));

test("there are many names, all different and short enough", () => {
  expect(EXPLORERS.length).toBeGreaterThanOrEqual(24);
  expect(new Set(EXPLORERS).size).toBe(EXPLORERS.length);
  expect(EXPLORERS.filter((name) => name.length > LONGEST_NAME || /^(you|du|guest|gast)$/i.test(name))).toEqual([]);
});

test("a guest never gets a name that is taken at the table", () => {
  const [free, ...taken] = EXPLORERS;
  expect(guestName(taken.map((name) => name.toUpperCase()))).toBe(free);
  expect(EXPLORERS).toContain(guestName([...EXPLORERS]));
});
