import { describe, expect, it } from "vitest";
import { Words } from "../lib/words";
import type { GameInfo } from "../wire";
import { amounts, found, guideOf, pieces, size, sought, stems, type Section } from "./guide";

const words = new Words("en", {
  "guide.overview.1.text": "Dig with {start_coins_2} coins.",
  "guide.turn.title": "A round",
  "guide.turn.2.title": "Pay",
  "guide.turn.2.rules": "S10 S9",
  "guide.turn.10.title": "Last",
  "guide.turn.1.title": "Shift",
  "guide.example.1.table": "| Anna\nCoins | 5\n",
  "guide.heading.S9": "Digging",
  "option.edition.name": "Edition",
  "option.edition.new": "The new edition.",
  "rule.S10": "Tiles never move up.",
  "rule.S1": "The cave has cells.",
  "rule.S9": "All on one level.",
});
const info: GameInfo = {
  id: "dig",
  title: "Dig",
  rules: 1,
  fewest: 2,
  most: 4,
  options: [{ name: "edition", values: ["old", "new"], default: "new" }],
  lesson: null,
};
const numbers = amounts({ start: { coins: [10, 8] }, set: 4 });
const titleOf = (section: Section) => section.title || section.name;

describe("a guide", () => {
  const guide = guideOf(words, numbers, info);

  it("has the sections that the game has texts for, in reading order, with amounts of the components", () => {
    expect(numbers).toEqual({ start_coins_1: 10, start_coins_2: 8, set: 4 });
    expect(guide.sections.map(({ name }) => name)).toEqual(["overview", "turn", "example"]);
    expect(guide.sections[0]!.blocks[0]!.text).toBe("Dig with 8 coins.");
    expect(guide.sections[1]!.title).toBe("A round");
    expect(guide.sections[1]!.blocks.map(({ title }) => title)).toEqual(["Shift", "Pay", "Last"]);
    expect(guide.sections[1]!.blocks[1]!.rules).toEqual(["S10", "S9"]);
    expect(guide.sections[2]!.blocks[0]!.table).toEqual([
      ["", "Anna"],
      ["Coins", "5"],
    ]);
  });

  it("has the clauses by number, under the headings above them", () => {
    expect(guide.groups.map(({ title, clauses }) => [title, clauses.map(({ id }) => id)])).toEqual([
      ["", ["S1"]],
      ["Digging", ["S9", "S10"]],
    ]);
  });

  it("explains the options, the usual value first; a text that is missing is replaced by its name", () => {
    expect(guide.options).toEqual([{ name: "edition", title: "Edition", values: ["The new edition.", "old"] }]);
  });

  it("of a game with nothing but clauses has these", () => {
    const bare = guideOf(new Words("en", { "rule.W1": "One." }), {});
    expect(bare).toEqual({ sections: [], options: [], groups: [{ title: "", clauses: [{ id: "W1", text: "One." }] }] });
  });
});

describe("the search", () => {
  const guide = guideOf(words, numbers, info);
  const hits = (search: string) => found(guide, sought(search), titleOf);

  it("finds words in every part: text, tables, options, clauses and ids", () => {
    expect(size(hits(""))).toBe(9);
    expect(hits("coins").sections.map(({ name }) => name)).toEqual(["overview", "example"]);
    expect(hits("new EDITION").options).toHaveLength(1);
    expect(hits("move tiles").groups[0]!.clauses.map(({ id }) => id)).toEqual(["S10"]);
    expect(hits("s9").groups[0]!.clauses.map(({ id }) => id)).toEqual(["S9"]);
    expect(size(hits("nowhere"))).toBe(0);
  });

  it("does without the ending of a word that nothing has", () => {
    const stem = (search: string) => stems(guide, sought(search), titleOf);
    expect(stem("coinage moved")).toEqual(["coin", "move"]);
    expect(stem("nowhere s9")).toEqual(["nowhere", "s9"]);
  });

  it("shows what stands under a title that has the words", () => {
    expect(hits("a round").sections[0]!.blocks).toHaveLength(3);
    expect(hits("digging").groups[0]!.clauses).toHaveLength(2);
  });

  it("marks the words, whatever their case", () => {
    expect(pieces("Dig, dig deep", sought("DIG ee"))).toEqual([
      { text: "Dig", hit: true },
      { text: ", ", hit: false },
      { text: "dig", hit: true },
      { text: " d", hit: false },
      { text: "ee", hit: true },
      { text: "p", hit: false },
    ]);
    expect(pieces("Höhle İstanbul", sought("istan"))[0]).toEqual({ text: "Höhle İstanbul", hit: false });
    expect(pieces("plain", [])).toEqual([{ text: "plain", hit: false }]);
  });
});
