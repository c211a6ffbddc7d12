import { cleanup, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import Counts from "./Counts.svelte";
import Explained from "./Explained.svelte";
import Overlay from "./Overlay.svelte";
import { Overlays } from "./overlays.svelte";
import { moveButton, releaseButton } from "./prompt";
import ScoreSheet from "./ScoreSheet.svelte";
import TextBoard from "./TextBoard.svelte";

vi.hoisted(() => {
  globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList;
  globalThis.CSS = { escape: (text: string) => text } as typeof CSS;
  globalThis.ResizeObserver = class { observe() {} disconnect() {} } as never; // prettier-ignore
});
afterEach(cleanup);

const names = ["Ada", "Bruno"];

test("what counts is a table with a column for each seat", () => {
  const counts = [
    { key: "curses", label: "Curses", note: "most 24", cells: ["3", null], change: "→ 5", rule: "S72" },
    { key: "coins", label: "Coins", cells: ["7", "9"] },
  ];
  render(Counts, { counts, names, reader: 0 });
  expect(screen.getByRole("row", { name: /^Curses/ }).textContent).toMatch(/most 24.*3.*\?/);
  expect(screen.getByRole("row", { name: /^Coins/ }).textContent).toContain("9");
  expect(document.body.textContent).toContain("→ 5");
});

test("an explanation has a title and sentences, beside the board or over it", () => {
  const explanation = { title: "Mask", lines: ["A curse.", "It costs 1."] };
  const { rerender, container } = render(Explained, { explanation });
  expect(screen.getByRole("heading", { name: "Mask" })).toBeTruthy();
  expect(container.querySelectorAll("p")).toHaveLength(2);
  void rerender({ explanation, floating: true });
  flushSync();
  expect(container.querySelector(".floating")).toBeTruthy();
});

test("the score sheet explains its lines by their rules", () => {
  const cells = [{ value: "6" }, { value: "2" }];
  const rows = [
    { key: "curses", label: "Curses", rules: ["S72"], cells },
    { key: "magic", label: "Magic", rules: ["S72"], cells },
  ];
  const { container } = render(ScoreSheet, { rows, names, winners: [], rule: (id: string) => `Rule ${id}.` });
  expect(container.querySelector("dt")!.textContent).toBe("Curses and Magic");
  expect(container.querySelector("dd")!.textContent).toContain("Rule S72.");
});

test("the score sheet crowns the winners and says what points come from", () => {
  const rows = [
    { key: "sets", label: "Sets", unit: "tiles", cells: [{ value: "6", from: "3", label: "3 tiles, 6 points" }, null] },
    { key: "total", label: "Total", kind: "total" as const, cells: [{ value: "6" }, { value: "2", from: "all" }] },
  ];
  render(ScoreSheet, { rows, names, winners: [0], remark: "A tie." });
  expect(screen.getByText("3 tiles, 6 points")).toBeTruthy();
  expect(screen.getByRole("row", { name: /^Total/ }).querySelectorAll("svg")).toHaveLength(1);
  expect(screen.getByText("A tie.")).toBeTruthy();
});

test("a text board has lines, tables, lists and terms under headings", () => {
  const table = { columns: ["", "Price"], rows: [["Ruby", "3"]] };
  render(TextBoard, {
    sections: [
      { title: "Market", lines: ["Prices"], table },
      { title: "Piles", items: ["Deck: 3"], terms: [["Blue", "2 per tile"]] },
    ],
  });
  expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["Price"]);
  expect(screen.getByRole("rowheader", { name: "Ruby" })).toBeTruthy();
  expect(screen.getByText("2 per tile")).toBeTruthy();
});

test("marks lie over their things: frames, badges and arrows", async () => {
  const overlays = new Overlays();
  document.body.innerHTML = '<b data-thing="a1"></b><b data-home="seat 0"></b>';
  for (const element of document.querySelectorAll("b"))
    element.getBoundingClientRect = () => ({ x: 10, y: 20, width: 30, height: 40 }) as DOMRect;
  render(Overlay, { overlays });
  overlays.draw("hint", [{ at: "a1", to: "seat 0", tone: "good" }, { at: "a1", text: "30 %" }, { at: "nowhere" }]);
  flushSync();
  await vi.waitFor(() => expect(document.querySelectorAll(".mark")).toHaveLength(2));
  expect(document.querySelector(".arrow line")!.getAttribute("x1")).toBe("25");
  expect(screen.getByText("30 %")).toBeTruthy();
  overlays.clear("hint");
  flushSync();
  expect(document.querySelectorAll(".mark")).toHaveLength(0);
});

test("buttons of the prompt play and release", () => {
  const hand = { play: vi.fn(), release: vi.fn() };
  moveButton(hand as never, "take a1", "Take it", { main: true }).act();
  releaseButton(hand as never, "No").act();
  expect(hand.play).toHaveBeenCalledWith("take a1");
  expect(hand.release).toHaveBeenCalled();
});
