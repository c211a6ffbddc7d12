import { describe, expect, it } from "vitest";
import de from "../words/de";
import en from "../words/en";
import { Words } from "./words";

const words = new Words(
  "en",
  {
    "form.seat": "seat {number}",
    "form.tile": "{0} {1}",
    "word.blue": "blue",
    "word.carpet": "carpet",
    "event.take": "{seat} takes {tile}.",
    "event.give": "{seat}: {tiles}",
    "event.points": "{seat} scores {points} points.",
    "event.points.one": "{seat} scores {points} point.",
    "event.points.plural": "points",
  },
  ["Ada"],
);

describe("words", () => {
  it("fill placeholders as the engine does", () => {
    expect(words.say("event.take", { seat: 0, tile: "blue-carpet" })).toBe("Ada takes blue carpet.");
    expect(words.say("event.take", { seat: 1, tile: "blue-carpet" })).toBe("seat 1 takes blue carpet.");
    expect(words.sentence("event.take", { seat: 1, tile: "blue-carpet" })).toBe("Seat 1 takes blue carpet.");
  });

  it("join lists and leave unknown placeholders alone", () => {
    expect(words.say("event.give", { seat: 0, tiles: ["blue", "carpet"] })).toBe("Ada: blue, carpet");
    expect(words.say("event.take", { seat: 0 })).toBe("Ada takes {tile}.");
    expect(words.word("seat", [0, 1, 2])).toBe("Ada, seat 1 and seat 2");
    expect(words.list([])).toBe("");
  });

  it("take the form for their number", () => {
    expect(words.say("event.points", { seat: 0, points: 1 })).toBe("Ada scores 1 point.");
    expect(words.say("event.points", { seat: 0, points: 0 })).toBe("Ada scores 0 points.");
    expect(words.say("event.points", { seat: 0 })).toBe("Ada scores {points} points.");
  });

  it("have the same placeholders in both languages", () => {
    const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(de[key]), key).toEqual(gaps(en[key]));
  });
});
