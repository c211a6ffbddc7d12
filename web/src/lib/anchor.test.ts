import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { anchor } from "./anchor";

let resized: () => void;
const observed = new Set<Element>();
let target: HTMLElement;
let box = new DOMRect(10, 20, 30, 40);
let seen: (DOMRect | null)[];
let stop: () => void;

const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(told: () => void) {
        resized = told;
      }
      observe = (element: Element) => observed.add(element);
      disconnect = () => observed.clear();
    },
  );
  box = new DOMRect(10, 20, 30, 40);
  target = document.createElement("p");
  target.dataset.hint = "here";
  target.getBoundingClientRect = () => box;
  seen = [];
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function start(): void {
  stop = anchor('[data-hint="here"]', (each) => seen.push(each));
}

test("an element is found at once, and when it comes later", async () => {
  document.body.append(target);
  start();
  expect(seen).toEqual([box]);
  target.remove();
  await frame();
  expect(seen).toEqual([box, null]);
  document.body.append(target);
  await frame();
  expect(seen).toEqual([box, null, box]);
});

test("an invisible one does not count", () => {
  document.body.append(target.cloneNode(), target); // jsdom draws nothing: all boxes are empty but ours
  start();
  expect(seen).toEqual([box]);
});

test("moves are told once a frame, and only moves", async () => {
  document.body.append(target);
  start();
  expect(observed).toEqual(new Set([target, document.body, document.documentElement]));
  dispatchEvent(new Event("scroll"));
  await frame();
  expect(seen).toHaveLength(1);
  box = new DOMRect(10, 90, 30, 40);
  resized();
  resized();
  dispatchEvent(new Event("resize"));
  await frame();
  expect(seen.slice(1)).toEqual([box]);
});

test("nothing is measured while nothing changes, nor after the end", async () => {
  document.body.append(target);
  start();
  const measured = vi.spyOn(document, "querySelectorAll");
  vi.useFakeTimers();
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  expect(measured).not.toHaveBeenCalled();
  stop();
  target.remove();
  dispatchEvent(new Event("resize"));
  await frame();
  expect(measured).not.toHaveBeenCalled();
});
