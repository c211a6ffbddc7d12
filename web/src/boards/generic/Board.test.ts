import { readFileSync } from "node:fs";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Words } from "../../lib/words";
import type { Json, Legal } from "../../wire";
import { Bar } from "../bar.svelte";
import game from "./index";
import de from "./words/de";
import en from "./words/en";

interface Recorded {
  seat: number;
  view: Json;
  legal: string[];
  end: Json;
}

const RECORDED = JSON.parse(readFileSync("src/boards/generic/recorded.json", "utf8")) as Record<string, Recorded>;
const names = ["Ada", "Bruno", "Clara"];
const market = {
  players: 3,
  to_act: [0],
  step: "act",
  round: 2,
  market: ["red-1", "blue-2"],
  deck: [null, null],
  seats: [
    { points: 4, hand: [2, 5], chosen: false },
    { points: 1, hand: [null], chosen: true },
    { points: 0, hand: [null], chosen: false },
  ],
};
// Asked for as soon as the board is loaded.
const screenSays = vi.hoisted(() => {
  const says = { hoverless: false };
  globalThis.matchMedia = () => ({ matches: says.hoverless }) as MediaQueryList;
  return says;
});

beforeEach(() => {
  screenSays.hoverless = false;
});
afterEach(cleanup);

function legal(moves: string[]): Legal {
  const choices = moves.map((move) => {
    const [verb, ...targets] = move.split(" ");
    return { move, verb: verb!, targets };
  });
  return { moves: choices, at: {} };
}

function show(view: Json, offered: string[] | null, more: Json = {}) {
  const bar = new Bar();
  const play = vi.fn<(move: string) => void>();
  const words = new Words("en", { "move.bid": "bid {card}", "move.pass": "pass", ...en }, names);
  const given = { view, seat: 0, names, words, latest: [], pointed: [], fresh: [], bar, play, ask: vi.fn(), ...more };
  render(game.Board, { ...given, legal: offered && legal(offered) });
  flushSync();
  return { bar, play };
}

function moves(): string[] {
  const offered = [...document.querySelectorAll<HTMLElement>("[data-move]")].map((each) => each.dataset.move!);
  return [...new Set(offered)];
}

test.each(Object.keys(RECORDED))("every legal move of %s can be made, all its things are shown", (id) => {
  const { view, legal: offered, seat } = RECORDED[id]!;
  const { bar } = show(view, offered, { seat });
  for (const name of names) expect(screen.getByRole("heading", { name: new RegExp(name) })).toBeTruthy();
  const direct = new Set([...moves(), ...bar.buttons.map((button) => button.move!)]);
  const leading = [...document.querySelectorAll<HTMLElement>("[data-preview]")].map((each) => each.dataset.preview!);
  const verbs = (all: Iterable<string>) => new Set([...all].map((move) => move.split(" ")[0]));
  expect(verbs([...direct, ...leading])).toEqual(verbs(offered));
  if (!leading.length) expect([...direct].sort()).toEqual([...offered].sort());
});

test.each(Object.keys(RECORDED))("%s is shown without moves, in words and as a score sheet, too", (id) => {
  const { view, end } = RECORDED[id]!;
  show(view, null, { seat: null });
  expect(document.querySelectorAll("button")).toHaveLength(0);
  const words = new Words("de", { ...de }, names);
  render(game.TextBoard, { view, names, words, seat: null });
  expect(screen.getByRole("heading", { name: de["board.facts"] })).toBeTruthy();
  for (const of of names.keys()) render(game.Seat, { view, of, seat: null, words });
  render(game.Sheet, { view: end, names, words, seat: null });
  const total = within(screen.getByRole("table")).getByRole("row", { name: /^Summe/ });
  for (const score of end.scores) expect(total.textContent).toContain(String(score));
});

test("a click on a thing plays the only move that names it", async () => {
  const { play } = show(market, ["take red-1", "take blue-2", "pass"]);
  const thing = screen.getByTitle("take red-1");
  expect(thing.textContent).toContain("red-1");
  await fireEvent.click(thing);
  expect(play).toHaveBeenCalledWith("take red-1");
});

test("a number is an argument only among the reader's own things", () => {
  show(market, ["bid 2", "bid 5"]);
  const offered = screen.getAllByRole("button").filter((button) => !button.closest("[data-hint=moves]"));
  expect(offered.map((button) => button.title)).toEqual(["Bid 2", "Bid 5"]);
});

test("moves without a target have buttons in the bar", () => {
  const { bar, play } = show(market, ["take red-1", "pass"]);
  expect(bar.buttons.map((button) => [button.label, button.main])).toEqual([["Pass", true]]);
  bar.buttons[0]!.act();
  expect(play).toHaveBeenCalledWith("pass");
  expect(moves()).toEqual(["take red-1"]);
});

test("a thing with several moves is chosen first; the bar then offers the rest", async () => {
  const { bar, play } = show(market, ["swap red-1 blue-2", "swap red-1 green-1", "burn blue-2"]);
  await fireEvent.click(screen.getAllByRole("button", { name: "red-1" })[0]!);
  expect(play).not.toHaveBeenCalled();
  expect(bar.sentence).toContain("red-1");
  expect(bar.buttons.map((button) => button.move)).toEqual(["swap red-1 blue-2", "swap red-1 green-1"]);
  await fireEvent.click(screen.getByRole("button", { name: "red-1", pressed: true }));
  expect(bar.sentence).toBe("");
});

test("on a touch screen the first tap chooses, the second plays", async () => {
  screenSays.hoverless = true;
  const { bar, play } = show(market, ["take red-1", "take blue-2"]);
  await fireEvent.click(screen.getByTitle("take red-1"));
  expect(play).not.toHaveBeenCalled();
  expect(bar.buttons.map((button) => [button.move, button.main])).toEqual([["take red-1", true]]);
  await fireEvent.click(screen.getByTitle("take red-1"));
  expect(play).toHaveBeenCalledWith("take red-1");
});

test("things highlighted by the log and new things are marked", () => {
  show(market, null, { pointed: ["red-1"], latest: [{ event: "turn_up", lamp: "blue-2" }] });
  expect(screen.getByText("red-1").closest(".pointed")).toBeTruthy();
  expect(screen.getByText("blue-2").closest(".marked")).toBeTruthy();
});

test("a game without a board of its own gets this one", async () => {
  const { board } = await import("..");
  expect(await board("nobody-has-drawn-this")).toBe(game);
  expect(await board("ali-baba")).not.toBe(game);
});
