import { expect, test } from "vitest";
import { lines, oddsOf, percent, section, sum, told, type Speech } from "./odds";

const TEXTS: Record<string, string> = {
  "odds.sure": "certain: {list}",
  "odds.each": "{chance} each: {list}",
  "odds.one": "{chance}: {list}",
};
const english: Speech = {
  lang: "en",
  say: (key, details = {}) => (TEXTS[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(details[name])),
};
const plain = (thing: string) => thing;

test("places with the same chances are told apart", () => {
  const odds = oddsOf([{ places: ["a1", "b1"], chances: [["ruby", 0.5]] }]);
  expect([...odds.keys()]).toEqual(["a1", "b1"]);
  expect(odds.get("b1")).toEqual([["ruby", 0.5]]);
});

test("only what is certain is 100 %", () => {
  expect([1, 0.9999, 0.5, 0.001].map((chance) => percent(chance, "en"))).toEqual(["100%", "> 99%", "50%", "< 1%"]);
});

test("equal chances are told together, the likeliest first, and what is sure before them", () => {
  const chances = [
    ["c", 1],
    ["a", 0.5],
    ["b", 0.5],
    ["a", 0.1],
  ] as const;
  expect(told(chances, plain, english)).toBe("certain: c; 50% each: a, b; 10%: 2 × a");
  expect(told(chances, (thing) => (thing === "a" ? "ruby" : null), english)).toBe("50%: ruby; 10%: 2 × ruby");
});

test("of sure copies the largest number is told", () => {
  expect(
    told(
      [
        ["a", 1],
        ["a", 1],
        ["b", 1],
      ],
      plain,
      english,
    ),
  ).toBe("certain: 2 × a, b");
});

test("things of one name are told together", () => {
  const tiles = [
    ["red-ring", 0.25],
    ["blue-ring", 0.25],
    ["red-lamp", 0.5],
  ] as const;
  expect(told(tiles, (thing) => thing.split("-")[1]!, english)).toBe("50% each: ring, lamp");
  expect(sum(tiles, (thing) => thing.startsWith("red"))).toBe(0.75);
});

test("many chances are cut short", () => {
  const many = Array.from({ length: 12 }, (_, at) => [`t${at}`, (30 - at) / 100] as const);
  expect(told(many, plain, english).split("; ")).toHaveLength(8);
  expect(told(many, plain, english).endsWith("…")).toBe(true);
});

test("the text board tells places of one title once", () => {
  const one = { title: "Below", chances: [["a", 1]] as const, names: [plain] };
  expect(section([one, one], english).terms).toEqual([["Below", "certain: a"]]);
  expect(section([one], english, "truth").title).toBe("truth.title");
  expect(lines([one], english)).toEqual(["Below: certain: a"]);
});
