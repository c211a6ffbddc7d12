import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Words } from "../../lib/words";
import type { Legal, View } from "../../wire";
import type { Given } from "../kit/position.svelte";
import ScoreSheet from "../kit/ScoreSheet.svelte";
import { givenOf, legal, plainView, recorded, staged } from "../kit/testing.svelte";
import game from "./index";
import de from "./words/de";
import en from "./words/en";

const GAMES = ["ali-baba", "monte-cristo", "solomon"];
const names = ["Ada", "Bruno", "Clara"];
const market = plainView({
  players: 3,
  step: "act",
  round: 2,
  market: ["red-1", "blue-2"],
  deck: [null, null],
  seats: [
    { points: 4, hand: [2, 5], chosen: false },
    { points: 1, hand: [null], chosen: true },
    { points: 0, hand: [null], chosen: false },
  ],
  standing: [4, 1, 0],
});
// Asked for as soon as the board is loaded.
const screenSays = vi.hoisted(() => {
  const says = { hoverless: false };
  const answer = (query: string) => query.includes("hover") && says.hoverless;
  globalThis.matchMedia = (query) => ({ get matches() { return answer(query); } }) as MediaQueryList; // prettier-ignore
  globalThis.ResizeObserver = class { observe() {} disconnect() {} } as never; // prettier-ignore
  return says;
});

beforeEach(() => {
  screenSays.hoverless = false;
});
afterEach(cleanup);

const texts = { "move.bid": "bid {card}", "move.pass": "pass", ...en };

function show(view: View, offered: Legal | string[] | null, more: Partial<Given> = {}) {
  const words = new Words("en", texts, names);
  return staged(
    game,
    givenOf(view, Array.isArray(offered) ? legal(...offered) : offered, texts, { names, words, ...more }),
  );
}

function moves(): string[] {
  const offered = [...document.querySelectorAll<HTMLElement>("[data-move]")].map((each) => each.dataset.move!);
  return [...new Set(offered)];
}

test.each(GAMES)("every legal move of %s can be made, all its things are shown", async (id) => {
  const { view, legal: offered, seat } = recorded(id).usual;
  const { prompt } = await show(view, offered, { seat });
  for (const name of names) expect(screen.getByRole("heading", { name: new RegExp(name) })).toBeTruthy();
  const direct = new Set([...moves(), ...prompt().buttons.map((button) => button.move!)]);
  const leading = [...document.querySelectorAll<HTMLElement>("[data-preview]")].map((each) => each.dataset.preview!);
  const all = offered.moves.map((choice) => choice.move);
  const verbs = (all: Iterable<string>) => new Set([...all].map((move) => move.split(" ")[0]));
  expect(verbs([...direct, ...leading])).toEqual(verbs(all));
  if (!leading.length) expect([...direct].sort()).toEqual(all.sort());
});

test.each(GAMES)("%s is shown without moves, in words and as a score sheet, too", async (id) => {
  const { view, end } = recorded(id).usual;
  const { stage, inWords } = await show(view, null, { seat: null });
  expect(document.querySelectorAll("button")).toHaveLength(0);
  inWords();
  expect(screen.getByRole("heading", { name: en["board.facts"] })).toBeTruthy();
  for (const of of names.keys()) render(game.Seat, { position: stage.position, of });
  const rows = game.sheet(end, new Words("de", { ...de }, names), []);
  render(ScoreSheet, { rows, names, winners: end.winners ?? [] });
  const total = within(screen.getByRole("table", { name: /./ })).getByRole("row", { name: /^Summe/ });
  for (const score of end.scores!) expect(total.textContent).toContain(String(score));
});

test("a click on a thing plays the only move that names it", async () => {
  const { play } = await show(market, ["take red-1", "take blue-2", "pass"]);
  const thing = screen.getByTitle("take red-1");
  expect(thing.textContent).toContain("red-1");
  await fireEvent.click(thing);
  expect(play).toHaveBeenCalledWith("take red-1");
});

test("a number is an argument only among the reader's own things", async () => {
  await show(market, ["bid 2", "bid 5"]);
  const offered = screen.getAllByRole("button").filter((button) => !button.closest("[data-hint=moves]"));
  expect(offered.map((button) => button.title)).toEqual(["Bid 2", "Bid 5"]);
});

test("moves without a target have buttons in the bar", async () => {
  const { prompt, play } = await show(market, ["take red-1", "pass"]);
  expect(prompt().buttons.map((button) => [button.label, button.main])).toEqual([["Pass", true]]);
  prompt().buttons[0]!.act();
  expect(play).toHaveBeenCalledWith("pass");
  expect(moves()).toEqual(["take red-1"]);
});

test("a thing with several moves is chosen first; the bar then offers the rest", async () => {
  const { prompt, play } = await show(market, ["swap red-1 blue-2", "swap red-1 green-1", "burn blue-2"]);
  await fireEvent.click(screen.getAllByRole("button", { name: "red-1" })[0]!);
  expect(play).not.toHaveBeenCalled();
  expect(prompt().sentence).toContain("red-1");
  expect(prompt().buttons.map((button) => button.move)).toEqual(["swap red-1 blue-2", "swap red-1 green-1"]);
  await fireEvent.click(screen.getByRole("button", { name: "red-1", pressed: true }));
  expect(prompt().sentence).toBe(en["board.moves"]);
});

test("on a touch screen the first tap chooses, the second plays", async () => {
  screenSays.hoverless = true;
  const { prompt, play } = await show(market, ["take red-1", "take blue-2"]);
  await fireEvent.click(screen.getByTitle("take red-1"));
  expect(play).not.toHaveBeenCalled();
  expect(prompt().buttons.map((button) => [button.move, button.main])).toEqual([["take red-1", true]]);
  await fireEvent.click(screen.getByTitle("take red-1"));
  expect(play).toHaveBeenCalledWith("take red-1");
});

test("things highlighted by the log and new things are marked", async () => {
  await show(market, null, { pointed: ["red-1"], fresh: ["blue-2"] });
  expect(screen.getByText("red-1").closest("[data-state~=pointed]")).toBeTruthy();
  expect(screen.getByText("blue-2").closest("[data-state~=fresh]")).toBeTruthy();
});

test("a game without a board of its own gets this one", async () => {
  const { board } = await import("..");
  expect(await board("nobody-has-drawn-this")).toBe(game);
  expect(await board("ali-baba")).not.toBe(game);
});
