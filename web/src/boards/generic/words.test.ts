import { expect, test } from "vitest";
import { Words } from "../../lib/words";
import type { Choice } from "../../wire";
import { details, headingOf, nameOf, sentenceOf, targetOf, wordOf } from "./labels";
import { groupsOf } from "./moves";

const words = new Words(
  "en",
  {
    "word.red": "crimson",
    "word.joker": "the joker",
    "form.lamp": "{0} lamp {1}",
    "view.pot": "In the middle",
    "move.take": "take {lamp}",
    "move.give": "give {lamp} to {to_seat}",
    "move.pass": "do nothing",
    "board.yes": "yes",
    "board.view.round": "Round",
  },
  ["Ada", "Bruno"],
);

function choice(move: string): Choice {
  const [verb, ...targets] = move.split(" ");
  return { move, verb: verb!, targets };
}

test("a part of the view is labelled by the game's texts, else the board's, else its own name", () => {
  const names = ["pot", "joker", "round", "last_turn"].map((name) => nameOf(words, name));
  expect(names).toEqual(["In the middle", "The joker", "Round", "Last turn"]);
});

test("a thing is labelled by the form for its name, as one word, or part by part", () => {
  expect(wordOf(words, "lamps", "red-3")).toBe("crimson lamp 3");
  expect(wordOf(words, "cards", "joker")).toBe("the joker");
  expect(wordOf(words, "cards", "red-3")).toBe("crimson 3");
  expect(wordOf(words, "cards", "b-7")).toBe("b-7");
  expect(wordOf(words, "active", 1)).toBe("Bruno");
  expect(wordOf(words, "owner_seat", 0)).toBe("Ada");
  expect([true, null, 4].map((value) => wordOf(words, "x", value))).toEqual(["yes", "–", "4"]);
});

test("the arguments of a move fill the placeholders of its text in order", () => {
  expect(sentenceOf(words, choice("give red-3 1"))).toBe("Give crimson lamp 3 to Bruno");
  expect(details(words, choice("give red-3 1"))).toEqual({ lamp: "red-3", to_seat: 1 });
  expect(targetOf(words, choice("give red-3 1"), 1)).toBe("Bruno");
});

test("a move without a matching text is labelled by its notation", () => {
  expect(sentenceOf(words, choice("burn red-3"))).toBe("burn red-3");
  expect(sentenceOf(words, choice("take red-3 red-4"))).toBe("take red-3 red-4");
  expect(headingOf(words, "burn")).toBe("Burn");
});

test("the moves of a verb are grouped under one heading", () => {
  const groups = groupsOf(["take red-1", "take red-2", "pass"].map(choice), [], words);
  expect(groups.map((group) => [group.heading, group.buttons.map((button) => button.label)])).toEqual([
    ["Take …", ["crimson lamp 1", "crimson lamp 2"]],
    ["", ["Do nothing"]],
  ]);
  expect(groups[0]!.buttons[1]).toMatchObject({ text: "Take crimson lamp 2", move: "take red-2", chooses: null });
});

test("many moves with several arguments are chosen argument by argument", () => {
  const cells = ["a1", "a2", "a3", "a4", "a5"];
  const moves = cells.flatMap((from) => cells.filter((to) => to !== from).map((to) => choice(`shift ${from} ${to}`)));
  const [first] = groupsOf(moves, [], words);
  expect(first!.buttons.map((button) => button.chooses)).toEqual(cells);
  const left = moves.filter((each) => each.targets.includes("a2"));
  const [second] = groupsOf(left, ["a2"], words);
  expect(second!.buttons.map((button) => button.move)).toEqual(left.map((each) => each.move));
});
