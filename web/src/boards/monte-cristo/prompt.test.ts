// @vitest-environment node
import { expect, test } from "vitest";
import { Words } from "../../lib/words";
import type { Choice, Legal } from "../../wire";
import { details, prompt } from "./prompt";
import type { View } from "./view";
import en from "./words/en";

const ENGINE = {
  "move.pay": "pay with {what}",
  "word.joker": "joker bag",
};
const words = new Words("en", { ...ENGINE, ...en }, ["Ada", "Bruno"]);
const seats = [{ hunters: 4, cards: ["ruby-2"], jokers: [0] }];
const view = (more: object) =>
  ({ seats, market: { ruby: 3 }, drawn: [], collecting: null, ...more }) as unknown as View;

function legal(...moves: string[]): Legal {
  const at: Legal["at"] = {};
  const choices = moves.map((move, place): Choice => {
    const [verb, ...targets] = move.split(" ");
    for (const target of targets.length ? targets : [verb!]) (at[target] ??= []).push(place);
    return { move, verb: verb!, targets };
  });
  return { moves: choices, at };
}

test("the main button pays with all cards of the cheapest payment", () => {
  const collecting = { dungeon: "A", order: [0], owed: { ruby: 3 }, paid: {}, least: {}, kind: "ruby", largest: 3 };
  const told = prompt(view({ step: "pay", collecting }), legal("pay ruby-2"), 0, words, null);
  expect(told.buttons).toEqual([
    { label: "Pay with 2-bag ruby card + joker bag", move: "pay ruby-2", main: true, all: true },
  ]);
  expect(told.numbers).toEqual([{ label: "Bags due", value: "3" }]);
});

test("a chosen marble offers its distances, and changing nothing", () => {
  const moves = legal("down chest-3 1", "down chest-3 2", "up ruby 1", "pass");
  const told = prompt(view({ step: "change" }), moves, 0, words, "chest-3");
  expect(told.buttons.map(({ label, move, main }) => [label, move, main])).toEqual([
    ["1 place", "down chest-3 1", true],
    ["2 places", "down chest-3 2", true],
    ["Change nothing", "pass", undefined],
  ]);
});

test("the main button confirms the first tap", () => {
  const placing = { seat: 0, left: 2, entered: false, extra: 0 };
  const told = prompt(view({ step: "place", placing }), legal("place D", "pass"), 0, words, "place D");
  expect(told.sentence).toContain("2 left");
  expect(told.buttons[0]).toEqual({ label: "Place in dungeon D", move: "place D", main: true });
});

test("moves are split into the parameters of their texts", () => {
  const lay = view({ drawn: ["gold-1", "ruby-2"], receiver: 1 });
  const of = (move: string) => details(lay, legal(move).moves[0]!);
  expect(of("lay D")).toEqual({ dungeon: "D", treasure: "gold-1" });
  expect(of("give ruby-2")).toEqual({ card: "ruby-2", to_seat: 1 });
  expect(of("down chest-3 2")).toEqual({ lane: "chest", place: "3", by: "2" });
  expect(of("up ruby 1")).toEqual({ kind: "ruby", by: "1" });
  expect(of("pass")).toEqual({});
});
