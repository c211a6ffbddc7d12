import { expect, test } from "vitest";
import { beside, overlap } from "./beside";

const SCREEN = { width: 1000, height: 600 };
const SIZE = { width: 200, height: 100 };

test("boxes share an area or none", () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  expect(overlap(box, { x: 5, y: 5, width: 10, height: 10 })).toBe(25);
  expect(overlap(box, { x: 10, y: 0, width: 10, height: 10 })).toBe(0);
});

test("a text stands to the right of its target, if nothing is there", () => {
  const target = { x: 300, y: 200, width: 100, height: 100 };
  expect(beside(target, SIZE, [], SCREEN)).toEqual({ x: 408, y: 200 });
});

test("what can be acted on is not covered", () => {
  const target = { x: 300, y: 200, width: 100, height: 100 };
  const offered = { x: 420, y: 150, width: 400, height: 400 };
  expect(beside(target, SIZE, [offered], SCREEN)).toEqual({ x: 92, y: 200 });
});

test("at the edge of the screen it stays on it, and clear of its target", () => {
  const target = { x: 700, y: 60, width: 300, height: 540 };
  const { x, y } = beside(target, SIZE, [], SCREEN);
  expect(overlap({ x, y, ...SIZE }, target)).toBe(0);
  expect(x).toBeGreaterThanOrEqual(0);
});
