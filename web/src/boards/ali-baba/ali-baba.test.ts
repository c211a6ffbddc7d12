import { expect, test } from "vitest";
import { Words } from "../../lib/words";
import { recorded } from "../kit/testing.svelte";
import { flights, pieces } from "./motion";
import { remark, sheet } from "./text";
import { bansOn, caveOf, lyingOn, quarterOf, treasuresOf } from "./view";
import type { View } from "./wire";
import en from "./words/en";

const { usual } = recorded("ali-baba");
const VIEW = usual.view as unknown as View;
const END = usual.end as unknown as View;
const WORDS = new Words("en", en);

function full(variant: string): View {
  const view = { ...VIEW, options: { ...VIEW.options, variant } };
  return { ...view, board: Object.fromEntries(caveOf(view).places.map(({ slot }) => [slot, null])) };
}
const place = (view: View, slot: string) => caveOf(view).places.find((each) => each.slot === slot)!;

test("the large cave has 54 slots, the small one 36", () => {
  expect([full("classic"), full("small")].map((view) => caveOf(view).places.length)).toEqual([54, 36]);
  expect(place(full("classic"), "4b2")).toEqual({ slot: "4b2", level: 4, x: 2.5, y: 2.5 });
  expect(place(full("small"), "2c4")).toEqual({ slot: "2c4", level: 2, x: 2.5, y: 3 });
});

test("tiles lie on four tiles below, in the small cave's second layer on two", () => {
  const view = full("classic");
  expect(lyingOn(view, place(view, "1b2")).map(({ slot }) => slot)).toEqual(["2a1", "2b1", "2a2", "2b2"]);
  expect(lyingOn(full("small"), place(full("small"), "1b2")).map(({ slot }) => slot)).toEqual(["2a2", "2b2"]);
});

test("the level stands in a visible quarter", () => {
  const view = full("classic");
  expect(quarterOf(view, place(view, "1c3"))).toBeNull();
  expect(quarterOf(view, place(view, "1a1"))).toEqual({ x: 0.75, y: 0.25 });
  expect(quarterOf(view, place(view, "1e3"))).toEqual({ x: 0.75, y: 0.25 });
  expect(quarterOf(view, place(view, "1c5"))).toEqual({ x: 0.75, y: 0.75 });
});

test("a ban names tiles by treasure and by colour", () => {
  const seats = VIEW.seats.map((seat, of) => ({ ...seat, ban: (["blue", null, "ring"] as const)[of]! }));
  expect(bansOn({ ...VIEW, seats }, "blue-ring")).toEqual([2, 0]);
  expect(bansOn({ ...VIEW, seats }, "pink-crown")).toEqual([]);
  expect(treasuresOf({ ...VIEW, removed: ["ring"] })).toHaveLength(9);
});

test("tiles fly to who takes them, and beside the board they are swapped", () => {
  const lying = pieces({ ...VIEW, beside: ["white-crown"] });
  expect(lying["1e1"]).toEqual(["green-lamp"]);
  expect(lying["1a1"]).toBeUndefined();
  expect(lying.beside).toEqual(["white-crown"]);
  expect(flights({ event: "take", seat: 2, slot: "1e1", tile: "green-lamp" })).toEqual([
    { from: "1e1", to: "seat 2 lamp", look: "green-lamp" },
  ]);
  expect(flights({ event: "swap", seat: 0, tile: "white-crown", lamp: "green-lamp" })).toEqual([
    { from: "beside", to: "seat 0 crown", look: "white-crown" },
  ]);
  expect(flights({ event: "all_up" })).toEqual([]);
});

test("the score sheet lists sets, spells, the total and the tiles that break a tie", () => {
  const rows = sheet(END, WORDS);
  expect(rows.slice(-3).map(({ key, kind }) => [key, kind])).toEqual([
    ["spells", undefined],
    ["total", "total"],
    ["tiles", "tie-break"],
  ]);
  expect(rows.find(({ key }) => key === "ring")!.cells).toEqual([
    { value: "6", from: "3×", label: "Tiles: 3, points: 6" },
    { value: "6", from: "3×", label: "Tiles: 3, points: 6" },
    null,
  ]);
  expect(rows.find(({ key }) => key === "total")!.cells.map((cell) => cell!.value)).toEqual(["70", "56", "53"]);
  expect(rows.some(({ unit }) => unit)).toBe(false);
  expect(remark(END, WORDS)).toBe("Sets of 1 to 6 equal treasures score 1, 3, 6, 10, 15 and 21 points.");
  const tied = END.sheet!.map((line) => ({ ...line, total: 60 }));
  expect(remark({ ...END, sheet: tied }, WORDS)).toContain("fewer tiles");
  expect(remark({ ...END, sheet: tied, winners: [0, 2] }, WORDS)).toContain("The win is shared");
});
