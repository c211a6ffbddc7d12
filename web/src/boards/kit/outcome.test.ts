// @vitest-environment node
import { expect, test } from "vitest";
import { Words } from "../../lib/words";
import { outcomeLines } from "./outcome";

const words = new Words("en", {
  "word.carpet": "rug",
  "form.tile": "{0} {1}",
  "outcome.takes": "You get: {tile}.",
  "outcome.ban_places": "Forbidden: {slot}.",
  "outcome.places": "Here: {slot}.",
  "outcome.cost.plural": "cost",
  "outcome.cost.one": "It costs {cost} coin.",
  "outcome.cost": "It costs {cost} coins.",
  "outcome.pays_not": "You cannot pay that.",
  "outcome.points": "{points} points.",
  "outcome.worth": "{before} → {after}.",
  "outcome.size": "Set of {size}.",
  "outcome.then": "Then you decide again.",
  "outcome.then_green": "Then you may also take: {slot}.",
});

test("every part of an outcome has its sentence", () => {
  const outcome = { takes: ["blue-carpet"], cost: 1, pays: false, points: 4, worth: [1, 3] as [number, number] };
  expect(outcomeLines(words, { ...outcome, amounts: { size: 2 }, then: "green", offers: ["3b2", "3b3"] })).toEqual([
    "You get: blue rug.",
    "It costs 1 coin.",
    "4 points.",
    "You cannot pay that.",
    "Set of 2.",
    "1 → 3.",
    "Then you may also take: 3b2, 3b3.",
  ]);
  expect(outcomeLines(words, { cost: 2, pays: true, then: "act" })).toEqual([
    "It costs 2 coins.",
    "Then you decide again.",
  ]);
});

test("a verb may have its own words, and what the move names is not repeated", () => {
  const ban = { move: "ban blue", verb: "ban", targets: ["blue"] };
  const take = { move: "take 3b2", verb: "take", targets: ["3b2"] };
  expect(outcomeLines(words, { places: ["3b2"] }, ban)).toEqual(["Forbidden: 3b2."]);
  expect(outcomeLines(words, { places: ["3b2"] }, take)).toEqual([]);
  expect(outcomeLines(words, {})).toEqual([]);
});
