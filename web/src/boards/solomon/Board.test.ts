import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { tick } from "svelte";
import type { Choice } from "../../wire";
import { Words } from "../../lib/words";
import { givenOf, legal as offered, recorded, staged, type Recorded } from "../kit/testing.svelte";
import { CELLS } from "./cells";
import game from "./index";
import type { View } from "./wire";
import en from "./words/en";

// Asked for as soon as the board is loaded.
vi.hoisted(() => {
  globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList;
  globalThis.ResizeObserver = class { observe() {} disconnect() {} } as never; // prettier-ignore
});
afterEach(cleanup);

const { usual, changed } = recorded("solomon");
const NAMES = ["Ada", "Bruno", "Clara"];

function board({ seat, view, legal }: Recorded) {
  return staged(game, givenOf({ ...view, seat }, legal, en, { seat, names: NAMES, words: new Words("en", en, NAMES) }));
}

test("every cell is a button, and the cave is one tab stop", async () => {
  const { container } = await board(usual);
  const cells = CELLS.map((cell) => container.querySelector(`[data-thing="${cell}"]`)!);
  expect(cells.every((cell) => cell.getAttribute("role") === "button" && cell.ariaLabel !== "")).toBe(true);
  expect(cells.filter((cell) => cell.getAttribute("tabindex") === "0")).toHaveLength(1);
  expect(cells[3]!.getAttribute("aria-label")).toContain("mask, level 4");
});

test("keys choose an area and confirm it", async () => {
  const { container, play } = await board(usual);
  const cell = container.querySelector('[data-thing="d1"]')!;
  expect(cell.getAttribute("data-preview")).toBe("dig c1");
  await fireEvent.keyDown(cell, { key: "Enter" });
  expect(cell.getAttribute("data-move")).toBe("dig c1");
  expect(container.querySelector(".over .pinned text")!.textContent).toBe("4");
  await fireEvent.keyDown(cell, { key: "Escape" });
  expect(container.querySelector(".over .pinned")).toBeNull();
  await fireEvent.keyDown(cell, { key: "Enter" });
  await fireEvent.keyDown(cell, { key: "Enter" });
  expect(play).toHaveBeenCalledWith("dig c1");
});

test("other areas with the same cell are one press away", async () => {
  const digs = (usual.legal.moves as Choice[]).filter((choice) => choice.verb === "dig").map((choice) => choice.move);
  const areas = digs.filter((dig) => usual.legal.outcomes![dig]!.places!.includes("d1"));
  const { container, play } = await board(usual);
  const cell = container.querySelector('[data-thing="d1"]')!;
  expect(container.querySelector(".other")).toBeNull();
  await fireEvent.click(cell);
  const seen = [];
  for (const _ of areas) {
    seen.push(cell.getAttribute("data-move"));
    await fireEvent.click(container.querySelector(".other")!);
  }
  expect(areas.length).toBeGreaterThan(1);
  expect(seen.sort()).toEqual(areas.sort());
  expect(cell.getAttribute("data-move")).toBe("dig c1");
  expect(play).not.toHaveBeenCalled();
});

test("a tool is selected, and a tile shifted with two clicks", async () => {
  const { container, play } = await board(usual);
  const tool = [...container.querySelectorAll("button")].find((button) => button.textContent?.trim() === "Shift")!;
  await fireEvent.click(tool);
  await fireEvent.click(container.querySelector('[data-thing="b5"]')!);
  await fireEvent.click(container.querySelector('[data-move="shift b5 a4"]')!);
  expect(play).toHaveBeenCalledWith("shift b5 a4");
});

test("what is shown follows the engine", async () => {
  const legal = structuredClone(usual.legal);
  Object.assign(legal.outcomes!["dig c1"]!, { cost: 77, pays: false, amounts: { shifts: 33, curses: 44, money: 55 } });
  const values = { ...(usual.view as unknown as View).values, mask: 66 };
  const { container, prompt } = await board({ ...usual, view: { ...usual.view, values }, legal });
  await fireEvent.click(container.querySelector('[data-thing="d1"]')!);
  expect(container.querySelector(".over .fails text")!.textContent).toBe("77");
  expect(container.querySelector(".preview")!.textContent).toMatch(/Cost 77.*33.*44/s);
  expect(prompt().numbers.map((number) => number.value)).toEqual(["77", "55"]);
  expect([...container.querySelectorAll(".worth")].some((number) => number.textContent === "66")).toBe(true);
});

test("a card tried over the cave shows where it does not fit", async () => {
  const view = { ...usual.view, step: "choose", turn: null, active: null };
  const card = (usual.view as unknown as View).seats[usual.seat]!.hand![0]!;
  const outcomes = { [`play ${card}`]: { offers: ["a1"], amounts: { size: 6, digs: 1 } } };
  const legal = { ...offered(`play ${card}`), outcomes };
  const { container } = await board({ ...usual, view, legal });
  await fireEvent.click(container.querySelector(`[data-thing="play ${card}"]`)!);
  const kind = async (cell: string) => {
    container
      .querySelector(`[data-thing="${cell}"]`)!
      .dispatchEvent(Object.assign(new MouseEvent("pointerover", { bubbles: true }), { pointerType: "mouse" }));
    await tick();
    return container.querySelector(".over > g")!.getAttribute("class")!.split(" ")[0];
  };
  expect([await kind("a1"), await kind("e5")]).toEqual(["offered", "not"]);
});

test("cards have the shapes of the component set", async () => {
  for (const each of [usual, changed]) {
    const { container } = await board(each);
    const view = each.view as unknown as View;
    for (const card of view.seats[each.seat]!.hand!) {
      const cells = container.querySelectorAll(`[data-thing="play ${card}"] .cell`);
      expect(cells).toHaveLength(view.shapes[card]!.join("").replaceAll(".", "").length);
    }
    cleanup();
  }
});

test("a seat shows its tiles as far as they are known", () => {
  const view = usual.view as unknown as View;
  const tiles = { "treasure-5": 1, mask: 2, alpha: 1, seal: 1 };
  const seats = view.seats.map((seat) => ({ ...seat, tiles, count: 9, unknown: 4, finds: ["mask" as const] }));
  const position = { view: { ...view, seats }, words: new Words("en", en, NAMES) } as never;
  const { container } = render(game.Seat, { position, of: 1 });
  const text = container.textContent!.replace(/\s+/g, " ");
  for (const part of ["9 tiles", "×2", "4 unknown"]) {
    expect(text).toContain(part);
  }
});
