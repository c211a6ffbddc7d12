import { expect, test } from "vitest";
import { cells, common, piles, places, shapeOf } from "./shape";

test("the shape of a part of the view decides how it is shown", () => {
  const shapes: [unknown, string][] = [
    [3, "scalar"],
    [[], "empty"],
    [["red-1", null, 3], "list"],
    [[["x", "o"], [null]], "rows"],
    [{ a1: null, a2: ["x"], b1: "o", b2: null }, "grid"],
    [{ north: null, east: "gate", south: null, west: "tower" }, "grid"],
    [{ ruby: 3, gold: 2 }, "facts"],
    [[{ name: "red", price: 1 }, { name: "blue", price: 2 }], "table"], // prettier-ignore
    [{ A: { queue: [1] }, B: { queue: [] } }, "parts"],
  ];
  for (const [value, shape] of shapes) expect([value, shapeOf(value)]).toEqual([value, shape]);
});

test("parts shown elsewhere on the page are left out", () => {
  const view = { game: "x", players: 2, step: "bid", seats: [], scores: [1, 2], round: 3, pot: ["red-1"], deck: [] };
  expect(common(view)).toEqual({
    facts: [["round", 3]],
    panels: [
      ["pot", ["red-1"]],
      ["deck", []],
    ],
  });
});

test("equal neighbours form one pile, and every pile has a unique key", () => {
  const found = piles([null, null, "a", "b", "a"]);
  expect(found.map(({ value, count }) => [value, count])).toEqual([
    [null, 2],
    ["a", 1],
    ["b", 1],
    ["a", 1],
  ]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(4);
});

test("cells are placed by their coordinates and show the top thing", () => {
  expect(cells({ a2: [null, "mask"], b2: [], a1: "x", b1: null })).toEqual([
    { name: "a2", column: 1, row: 1, top: "mask", height: 2 },
    { name: "b2", column: 2, row: 1, top: null, height: 0 },
    { name: "a1", column: 1, row: 2, top: "x", height: 1 },
    { name: "b1", column: 2, row: 2, top: null, height: 0 },
  ]);
});

test("the places of an event are the things it names", () => {
  expect(places({ event: "take", seat: 1, lamp: "red-1", cells: ["a1", "a2"] })).toEqual(["red-1", "a1", "a2"]);
});
