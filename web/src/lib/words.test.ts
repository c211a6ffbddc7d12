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

  it("address their reader, and call everybody else by name", () => {
    const catalogue = {
      "event.give": "{seat} gives {to_seat} {points} points.",
      "event.give.one": "{seat} gives {to_seat} {points} point.",
      "event.give.you": "You give {to_seat} {points} points.",
      "event.give.you.one": "You give {to_seat} {points} point.",
      "event.give.to_you": "{seat} gives you {points} points.",
      "event.give.to_you.one": "{seat} gives you {points} point.",
      "event.give.plural": "points",
      "event.pass": "{seat} passes.",
      "end.wins": "{seat} wins.",
      "end.wins.you": "You win.",
    };
    const named = (reader: number | null) => new Words("en", catalogue).named(["Ada", "Ben", "Cleo"], reader);
    const give = (reader: number | null, points: number) =>
      named(reader).say("event.give", { to_seat: 1, seat: 0, points });
    expect([0, 1, 2, null].map((reader) => give(reader, 2))).toEqual([
      "You give Ben 2 points.",
      "Ada gives you 2 points.",
      "Ada gives Ben 2 points.",
      "Ada gives Ben 2 points.",
    ]);
    expect([0, 1, 2].map((reader) => give(reader, 1))).toEqual([
      "You give Ben 1 point.",
      "Ada gives you 1 point.",
      "Ada gives Ben 1 point.",
    ]);
    expect(named(0).say("event.pass", { seat: 0 })).toBe("Ada passes.");
    expect(named(0).say("end.wins", { seat: [0] })).toBe("You win.");
    expect(named(0).say("end.wins", { seat: [0, 1] })).toBe("Ada and Ben wins.");
  });

  it("ask for forms of words", () => {
    const german = new Words("de", {
      "form.tile": "{1:bare}",
      "form.tile.den": "{1:den}",
      "word.carpet": "Teppich",
      "word.carpet.bare": "{0:er} Teppich",
      "word.carpet.den": "den {0:en} Teppich",
      "word.blue": "blau",
      "word.blue.en": "blauen",
      "word.blue.er": "blauer",
      "word.pink": "rosa",
      "event.take": "Du nimmst {tile:den}.",
      "event.both": "Du findest {find:einen}.",
      "word.mask": "Maske",
      "word.mask.einen": "eine Maske",
      "word.mummy": "Mumie",
    });
    expect(german.word("tile", "blue-carpet")).toBe("blauer Teppich");
    expect(german.say("event.take", { tile: "blue-carpet" })).toBe("Du nimmst den blauen Teppich.");
    expect(german.say("event.take", { tile: "pink-carpet" })).toBe("Du nimmst den rosa Teppich.");
    expect(german.say("event.take", { tile: "4a1" })).toBe("Du nimmst 4a1.");
    expect(german.say("event.both", { find: ["mummy", "mask", "mummy"] })).toBe("Du findest 2 × Mumie und eine Maske.");
    expect(german.gaps("event.take")).toEqual(["tile"]);
    expect(german.outline("event.take")).toBe("Du nimmst ….");
  });

  it("write numbers, lists and dates as their language does", () => {
    const german = new Words("de", { "count.minutes.one": "{n} Minute", "count.minutes.other": "{n} Minuten" });
    expect(german.count("count.minutes", 1.5)).toBe("1,5 Minuten");
    expect(german.count("count.minutes", 1)).toBe("1 Minute");
    expect(german.number(1440)).toBe("1.440");
    expect(words.number(1440)).toBe("1,440");
    expect(german.list(["Ada", "Bruno", "Clara"])).toBe("Ada, Bruno und Clara");
    expect(german.date(Date.UTC(2026, 10, 18, 12))).toBe("18.11.2026");
    expect(words.date(Date.UTC(2026, 10, 18, 12))).toBe("18 Nov 2026");
  });

  it("have the same placeholders in both languages", () => {
    const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(de[key]), key).toEqual(gaps(en[key]));
  });
});
