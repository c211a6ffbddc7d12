// @vitest-environment node
import { expect, test } from "vitest";
import { cheapest, due, dueFor, type Due } from "./pay";
import type { View } from "./view";

const bill = (owed: number, more: Partial<Due> = {}): Due => ({
  kind: "ruby",
  owed,
  paid: 0,
  least: 0,
  largest: 3,
  ...more,
});
const hand = (cards: string[], jokers = 0) => ({ cards, jokers: Array<number>(jokers).fill(0) });

test("the card that fits is spent, not a larger one", () => {
  expect(cheapest(hand(["ruby-3", "ruby-2", "ruby-1"]), bill(2))).toEqual(["ruby-2"]);
});

test("no bags are wasted if two cards fit exactly", () => {
  expect(cheapest(hand(["ruby-3", "ruby-2", "ruby-2"]), bill(4))).toEqual(["ruby-2", "ruby-2"]);
});

test("a joker is kept if cards waste no more", () => {
  expect(cheapest(hand(["ruby-2", "ruby-1"], 2), bill(3))).toEqual(["ruby-2", "ruby-1"]);
});

test("a joker is spent rather than bags wasted", () => {
  expect(cheapest(hand(["ruby-2", "ruby-3"], 1), bill(4))).toEqual(["ruby-3", "joker"]);
});

test("cards of other colours do not count, and no payment that falls short is proposed", () => {
  expect(cheapest(hand(["gold-3"], 1), bill(2))).toBeNull();
});

test("no card follows a smaller one", () => {
  expect(cheapest(hand(["ruby-3", "ruby-1"], 1), bill(3, { paid: 2, least: 2, largest: 2 }))).toEqual(["ruby-1"]);
});

test("a payment that makes a spent card unnecessary is ruled out", () => {
  // A one-bag card has paid 1; once a three-bag card is spent, it would be unnecessary.
  expect(cheapest(hand(["ruby-3"]), bill(3, { paid: 1, least: 1 }))).toBeNull();
});

test("the amount due is what this go owes and has paid in the dungeon", () => {
  const collecting = {
    dungeon: "D",
    order: [0],
    owed: { ruby: 3 },
    paid: { ruby: 2 },
    least: { ruby: 2 },
    kind: "ruby",
    largest: 2,
  };
  const view = { collecting } as unknown as View;
  expect(due(view)).toEqual(bill(3, { paid: 2, least: 2, largest: 2 }));
  expect(dueFor(view, "ruby-2")).toEqual(bill(5, { paid: 2, least: 2 }));
  expect(dueFor(view, "gold-1")).toEqual({ ...bill(1), kind: "gold" });
  expect(due({ collecting: null } as unknown as View)).toBeNull();
});
