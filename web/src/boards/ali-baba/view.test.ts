import { expect, it } from "vitest";
import { taken, turnsLeft, type View } from "./view";

const VIEW = { players: 2, over: false, turn: 5, last_turn: 8 } as View;

it("the turns a seat has left are known once no tile is face down", () => {
  expect(turnsLeft({ ...VIEW, last_turn: null }, 0)).toBeNull();
  expect(turnsLeft(VIEW, 0)).toBe(1);
  expect(turnsLeft(VIEW, 1)).toBe(2);
});

it("the latest event for a slot tells which tile left it", () => {
  const latest = [
    { event: "turn", seat: 1 },
    { event: "take", seat: 1, slot: "4a1", tile: "blue-ring" },
    { event: "turn_up", slot: "3a1", tile: "pink-crown" },
    { event: "also", seat: 1, slot: "3a1", tile: "pink-crown" },
  ];
  expect(taken(latest, "4a1")).toEqual({ taker: 1, tile: "blue-ring" });
  expect(taken(latest, "3a1")).toEqual({ taker: 1, tile: "pink-crown" });
  expect(taken(latest, "2a1")).toBeNull();
});
