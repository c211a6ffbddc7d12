import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { follow } from "./follow";

/** A list of lines of 20 pixels, of which 100 pixels are visible. */
let list: HTMLElement;
let end: () => void;

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", class { observe() {} disconnect() {} }); // prettier-ignore
  list = document.createElement("ol");
  Object.defineProperty(list, "scrollHeight", { get: () => list.children.length * 20 });
  Object.defineProperty(list, "clientHeight", { value: 100 });
  document.body.append(list);
  end = follow(list);
});
afterEach(() => {
  end();
  list.remove();
});

const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const scrolled = () => list.dispatchEvent(new Event("scroll"));

async function add(lines: number): Promise<void> {
  list.append(...Array.from({ length: lines }, () => document.createElement("li")));
  await frame();
}

function scroll(to: number): void {
  list.scrollTop = to;
  scrolled();
}

test("new lines come into sight", async () => {
  await add(30);
  expect(list.scrollTop).toBe(600);
});

test("a batch that arrives before the scroll event does not stop it", async () => {
  await add(10);
  list.append(...Array.from({ length: 50 }, () => document.createElement("li")));
  scrolled(); // of the first ten lines, while the list is already much longer
  await frame();
  expect(list.scrollTop).toBe(1200);
  await add(50);
  expect(list.scrollTop).toBe(2200);
});

test("whoever scrolls up stays there, until they return to the end", async () => {
  await add(30);
  scrolled();
  scroll(200);
  await add(30);
  expect(list.scrollTop).toBe(200);
  scroll(1100);
  await add(10);
  expect(list.scrollTop).toBe(1400);
});

test("a list that got shorter is followed on", async () => {
  await add(30);
  scrolled();
  list.replaceChildren();
  scroll(0);
  await add(20);
  expect(list.scrollTop).toBe(400);
});

test("nothing happens after the end", async () => {
  end();
  await add(30);
  expect(list.scrollTop).toBe(0);
});
