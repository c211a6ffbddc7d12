/** Tests the pure parts of the board: snapping shapes, costs, flights and move texts. */
import { expect, test } from "vitest";
import { areaAt, CELLS, snapped, stepTo, turned } from "./cells";
import { routes } from "./flights";
import { details, places } from "./telling";
import { bill, family, parchmentSets, standing, wealth, worth } from "./money";
import type { SolomonView } from "./view";
import de from "./words/de";
import en from "./words/en";

const HOOK = ["#.", "#.", "##"];

function seat(given: Partial<SolomonView["seats"][number]> = {}): SolomonView["seats"][number] {
  return { coins: 4, count: 0, tiles: {}, finds: [], cards: 3, hand: [], chosen: true, card: "13", ...given };
}

function view(given: Partial<SolomonView> = {}): SolomonView {
  const turn = {
    ...{ card: "13", shape: HOOK, shifts: 3, limit: 20, objects: [], arrow: "down" as const },
    ...{ named: false, area: [], lost: [] },
  };
  return {
    ...{ players: 2, seat: 0, to_act: [0], over: false, round: 0, rounds: 12, step: "act", active: 0, waiting: [1] },
    ...{ cave: { c3: [null, "mask"] }, supply: 20, beside: {}, discarded: 0, played: [], turn, digs: {} },
    options: { edition: "designer", declare: "after", open_finds: "round", uphill: false, memory: "screens" },
    seats: [seat({ count: 2, tiles: { "treasure-3": 1, mask: 1 } }), seat({ coins: null, tiles: null, count: 5 })],
    ...given,
  } as SolomonView;
}

test("a shape is held at its middle and stays on the board", () => {
  expect(areaAt(HOOK, "c3")).toEqual(["c2", "c3", "c4", "d4"]);
  expect(areaAt(HOOK, "a1")).toEqual(["a1", "a2", "a3", "b3"]);
  expect(areaAt(HOOK, "f6")).toEqual(["e4", "e5", "e6", "f6"]);
});

test("every position of a shape can be reached from some cell", () => {
  for (const arrow of ["down", "left", "up", "right"] as const) {
    const picture = turned(["##..", ".##.", "..##"], arrow);
    const firsts = new Set(CELLS.map((cell) => areaAt(picture, cell)[0]));
    expect(firsts.size).toBe((7 - picture.length) * (7 - picture[0]!.length));
  }
});

test("a shape snaps to a legal area one step away, but no further", () => {
  expect(snapped(HOOK, "c3", (first) => first === "c2")[0]).toBe("c2");
  expect(snapped(HOOK, "c3", (first) => first === "d3")[0]).toBe("d3");
  expect(snapped(HOOK, "c3", (first) => first === "e2")[0]).toBe("c2");
});

test("quarter turns go to the right", () => {
  expect(turned(HOOK, "left")).toEqual(["###", "#.."]);
  expect(turned(HOOK, "up")).toEqual(["##", ".#", ".#"]);
  expect(turned(HOOK, "right")).toEqual(["..#", "###"]);
});

test("arrow keys stay on the board", () => {
  expect([stepTo("a1", "ArrowUp"), stepTo("a1", "ArrowDown"), stepTo("a1", "End"), stepTo("a1", "x")]).toEqual([
    ...[null, "a2", "f1", null],
  ]);
});

test("the cost counts shifts, and curses of a dig, whose treasures can pay at once", () => {
  const dig = { cells: ["c2"], tiles: ["mummy", "treasure-5"], cost: 6, pays: true };
  expect(bill(view(), null)).toEqual({ cost: 3, shifts: 3, curses: 0, money: 7, found: 0, pays: true });
  expect(bill(view({ digs: { "dig c2": dig } }), "dig c2")).toMatchObject({ cost: 6, curses: 3, found: 5, pays: true });
  expect(bill(view({ active: 1 }), null)).toBeNull();
});

test("tiles are counted by family", () => {
  const tiles = { "treasure-2": 2, mummy: 1, alpha: 2, beta: 1, gamma: 1, delta: 3, carpet: 1 };
  expect([worth(tiles, "treasure"), worth(tiles, "curse"), parchmentSets(tiles)]).toEqual([4, 3, 1]);
  expect(["treasure-1", "scorpion", "delta", "carpet"].map(family)).toEqual([
    ...["treasure", "curse", "parchment", "magic"],
  ]);
  expect(wealth(seat({ tiles }))).toBe(8);
});

test("standings show what is certain and nothing behind a screen", () => {
  expect(standing(view())).toEqual([7, null]);
  expect(standing(view({ scores: [40, 50] }))).toEqual([40, 50]);
});

test("moves and events name their cells and tiles", () => {
  const choice = (move: string) => ({ move, verb: move.split(" ")[0]!, targets: move.split(" ").slice(1) });
  expect(details(view(), choice("shift c3 d3"))).toEqual({ tile: "mask", cell: "c3", onto: "d3" });
  expect(details(view(), choice("use axe"))).toEqual({ tile: "carpet" });
  expect(details(view(), choice("cell c3"))).toEqual({ cell: "c3" });
  expect(places({ event: "shift", cell: "c3", onto: "d3" })).toEqual(["c3", "d3"]);
  expect(places({ event: "dig", cells: ["a1", "a2"] })).toEqual(["a1", "a2"]);
});

test("tiles fly between cells, to the finder's screen, and from a loser to the others", () => {
  const lost = [
    { event: "dig", seat: 0, cells: ["a1", "a2"], tiles: ["mask", "beta"] },
    { event: "fail", seat: 0, cost: 9 },
    { event: "dealt", seat: 1, count: 1 },
    { event: "dealt", seat: 2, count: 1 },
    { event: "received", seat: 2, tiles: ["beta"], only: 2 },
  ];
  expect(routes(lost)).toEqual([
    { tile: "mask", from: { cell: "a1" }, to: { screen: 0 } },
    { tile: "beta", from: { cell: "a2" }, to: { screen: 0 } },
    { tile: null, from: { screen: 0 }, to: { screen: 1 } },
    { tile: "beta", from: { screen: 0 }, to: { screen: 2 } },
  ]);
  expect(routes([{ event: "shift", seat: 1, tile: "mask", cell: "a1", onto: "b2" }])).toHaveLength(1);
});

test("both languages have the same placeholders", () => {
  const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map((gap) => gap[0]).sort();
  for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(de[key]), key).toEqual(gaps(en[key]));
});
