import { readdirSync, readFileSync } from "node:fs";
import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { givenOf, legal, plainView, staged } from "../../src/boards/kit/testing.svelte";
import game from "./index";
import type { View } from "./view";

vi.hoisted(() => {
  globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList;
  globalThis.ResizeObserver = class { observe() {} disconnect() {} } as never; // prettier-ignore
});
afterEach(cleanup);

const seat = { finds: ["cup-2"], tokens: [1, 4], chosen: null, buyer: "cup", points: 4 };
const view = plainView({ step: "bid", dive: 2, find: "pearl-3", seats: [seat, { ...seat, finds: [], buyer: null }] });

async function show(now = view, moves: string[] | null = ["bid 1", "bid 4"]) {
  const words = { ...(await game.catalogue("en")), "step.bid": "{seat}: bid.", "move.bid": "bid {token}" };
  return staged(game, givenOf(now as View, moves && legal(...moves), words));
}

test("tokens are bid by a click, and named in words", async () => {
  const { play, ask, prompt, inWords } = await show();
  expect(prompt().sentence).toBe("Ada: bid.");
  await fireEvent.click(screen.getByRole("button", { name: "Token 4" }));
  expect(play).toHaveBeenCalledWith("bid 4");
  await fireEvent.click(document.querySelector('[data-thing="pearl-3"]')!);
  expect(ask).toHaveBeenCalledWith("bid pearl-3");
  inWords();
  expect(screen.getByRole("heading", { name: "Bruno" })).toBeTruthy();
});

test("a first tap previews", async () => {
  const { stage, prompt } = await show();
  stage.hand.arm("bid 1", "1");
  expect(prompt().buttons.map((button) => [button.label, button.move])).toEqual([["Bid 1", "bid 1"]]);
});

test("spectators see the same without tokens, and the end has a sheet", async () => {
  const { prompt } = await show(view, null);
  expect(prompt()).toEqual({ sentence: "", numbers: [], buttons: [] });
  const over = { ...view, over: true, step: "over", find: null, scores: [4, 0] } as View;
  const { words } = givenOf(over, null, await game.catalogue("de"));
  expect(game.sheet(over, words, [])[0]).toMatchObject({ label: "Punkte", cells: [{ value: "4" }, { value: "0" }] });
});

test("a drawn board needs no more than 300 lines on the kit", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith(".test.ts"));
  const lines = files.map((name) => readFileSync(`${import.meta.dirname}/${name}`, "utf8").split("\n").length - 1);
  expect(lines.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(300);
});
