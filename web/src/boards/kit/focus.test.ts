import { fireEvent } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nearest, recovery, roving } from "./focus";

const stops: (() => void)[] = [];
const button = (name: string) => document.querySelector<HTMLElement>(`[data-thing="${name}"]`)!;
const tabbable = () => [...document.querySelectorAll<HTMLElement>('[tabindex="0"]')].map((each) => each.dataset.thing);
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  // Two rows: a b, c d.
  document.body.innerHTML = `<main id="board" tabindex="-1"><svg><rect class="frame" /></svg><div data-frame><div id="group">${[
    "a",
    "b",
    "c",
    "d",
  ]
    .map((name) => `<button data-thing="${name}" ${name === "c" ? 'data-state="offered"' : ""}>${name}</button>`)
    .join("")}</div></div></main><button id="bar"></button>`;
  ["a", "b", "c", "d"].forEach((name, place) => {
    const [x, y] = [(place % 2) * 100, Math.floor(place / 2) * 100];
    button(name).getBoundingClientRect = () => ({ x, y, width: 50, height: 50 }) as DOMRect;
  });
  stops.push(roving(document.querySelector<HTMLElement>("#group")!) as () => void);
  stops.push(recovery(document.body) as () => void);
});
afterEach(() => stops.splice(0).forEach((stop) => stop()));

test("the nearest point ahead is next, straight ahead before sideways", () => {
  const points = [
    { x: 10, y: 0 },
    { x: 30, y: 0 },
    { x: 8, y: 9 },
    { x: -5, y: 0 },
  ];
  expect(nearest({ x: 0, y: 0 }, points, { x: 1, y: 0 })).toBe(0);
  expect(nearest({ x: 30, y: 0 }, points, { x: 1, y: 0 })).toBe(-1);
});

test("a group is one tab stop: at first what can be acted on", async () => {
  expect(tabbable()).toEqual(["c"]);
  button("a").focus();
  expect(tabbable()).toEqual(["a"]);
  button("a").blur();
  button("b").dataset.state = "offered";
  await settled();
  expect(tabbable()).toEqual(["b"]);
});

test("arrow keys move by position, Home and End to the ends", async () => {
  button("a").focus();
  await fireEvent.keyDown(button("a"), { key: "ArrowRight" });
  expect(document.activeElement).toBe(button("b"));
  await fireEvent.keyDown(button("b"), { key: "ArrowDown" });
  expect(document.activeElement).toBe(button("d"));
  await fireEvent.keyDown(button("d"), { key: "ArrowDown" });
  expect(document.activeElement).toBe(button("d"));
  await fireEvent.keyDown(button("d"), { key: "Home" });
  expect(document.activeElement).toBe(button("a"));
  await fireEvent.keyDown(button("a"), { key: "End" });
  expect(document.activeElement).toBe(button("d"));
  expect(await fireEvent.keyDown(button("d"), { key: "Tab" })).toBe(true); // the browser moves on
  button("d").blur();
  expect(await fireEvent.keyDown(button("a"), { key: "ArrowDown" })).toBe(true);
});

test("if the focused thing disappears, another one gets the focus", async () => {
  button("a").focus();
  button("a").remove();
  await settled();
  expect(document.activeElement).toBe(button("c"));
});

test("if a button of the action bar disappears, the board gets the focus", async () => {
  document.querySelector<HTMLElement>("#bar")!.focus();
  document.querySelector("#bar")!.remove();
  await settled();
  expect(document.activeElement).toBe(button("c"));
});

test("as long as nothing can be acted on, the board keeps the focus for it", async () => {
  button("c").dataset.state = "";
  button("a").focus();
  button("a").remove();
  await settled();
  expect(document.activeElement?.id).toBe("board");
  button("d").dataset.state = "offered";
  await settled();
  expect(document.activeElement).toBe(button("d"));
});

test("focus that left the board by itself, or by a pointer, is not fetched back", async () => {
  document.body.insertAdjacentHTML("beforeend", "<input />");
  button("a").focus();
  document.querySelector("input")!.focus();
  button("a").remove();
  document.querySelector("input")!.blur();
  await settled();
  expect(document.activeElement).toBe(document.body);
  button("b").focus();
  await fireEvent.pointerDown(button("b"));
  button("b").remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});

test("a thing that has done its part passes the focus on, unless the reader has gone on meanwhile", async () => {
  button("c").focus();
  await fireEvent.keyDown(button("c"), { key: "Enter" });
  button("c").dataset.state = "";
  await settled();
  expect(document.activeElement).toBe(button("c")); // nothing can be done now
  button("b").dataset.state = "offered";
  await settled();
  expect(document.activeElement).toBe(button("b"));
  await fireEvent.keyDown(button("b"), { key: "Enter" });
  await fireEvent.keyDown(button("b"), { key: "ArrowLeft" });
  button("b").dataset.state = "";
  button("d").dataset.state = "offered";
  await settled();
  expect(document.activeElement).toBe(button("a"));
});

test("N leads to the next thing that can be done, on the board and in the action bar", async () => {
  document.body.insertAdjacentHTML("beforeend", '<div class="bar"><button data-bar="main">go</button></div><input />');
  const go = document.querySelector<HTMLElement>("[data-bar]")!;
  button("a").focus();
  await fireEvent.keyDown(button("a"), { key: "Home" });
  button("a").blur();
  await settled();
  await fireEvent.keyDown(document.body, { key: "n" });
  expect(document.activeElement).toBe(button("c"));
  await fireEvent.keyDown(button("c"), { key: "n" });
  expect(document.activeElement).toBe(go);
  await fireEvent.keyDown(go, { key: "n" });
  expect(document.activeElement).toBe(button("c"));
  const input = document.querySelector("input")!;
  input.focus();
  expect(await fireEvent.keyDown(input, { key: "n" })).toBe(true); // it is typed
  expect(document.activeElement).toBe(input);
});
