import { fireEvent } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gestures, thingAt } from "./bind";
import { Hand } from "./hand.svelte";
import { Position } from "./position.svelte";
import { givenOf, legal, plainView } from "./testing.svelte";

const play = vi.fn<(move: string) => void>();
let hand: Hand;
let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = `
    <div id="board">
      <button data-thing="a"><b id="inside">A</b></button>
      <svg><g role="button" tabindex="0" data-thing="b"></g></svg>
      <p id="beside"></p><button id="other"></button>
    </div>`;
  const actions = { play, ask: vi.fn(), confirm: () => "touch" as const, hoverless: () => false };
  hand = new Hand(new Position(() => givenOf(plainView(), legal("take a", "take b"))), {}, actions);
  stop = gestures(hand)(document.querySelector("#board")!);
});
afterEach(() => {
  stop();
  play.mockClear();
});

const at = (selector: string) => document.querySelector(selector)!;
/** jsdom has no pointer events: the kind of pointer is added to those of a mouse. */
function pointer(type: string, target: Element | Window, pointerType = "mouse", more: MouseEventInit = {}) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(Object.assign(event, { pointerType, pointerId: 1 }));
}

test("an element belongs to the thing around it", () => {
  expect([thingAt(at("#inside")), thingAt(at("#beside")), thingAt(null)]).toEqual(["a", null, null]);
});

test("the mouse points, clicks and leaves", async () => {
  pointer("pointerover", at("#inside"));
  expect(hand.hovered).toBe("a");
  pointer("pointerout", at("#inside"), "mouse", { relatedTarget: at("button") });
  expect(hand.hovered).toBe("a");
  pointer("pointerout", at("button"), "mouse", { relatedTarget: at("#beside") });
  expect(hand.hovered).toBeNull();
  pointer("pointerdown", at("#inside"));
  pointer("pointerup", window);
  await fireEvent.click(at("#inside"));
  expect(play).toHaveBeenCalledWith("take a");
});

test("a finger taps, and its menu stays closed", async () => {
  pointer("pointerdown", at("button"), "touch");
  pointer("pointermove", at("button"), "touch");
  pointer("pointerup", window, "touch");
  await fireEvent.click(at("button"));
  expect(hand.armed?.move).toBe("take a");
  expect(await fireEvent.contextMenu(at("button"))).toBe(false);
  expect(await fireEvent.contextMenu(at("#beside"))).toBe(true);
  pointer("pointercancel", window);
  await fireEvent.click(at("#beside"));
  expect(hand.armed).toBeNull();
});

test("a click on another button of the board releases nothing", async () => {
  hand.arm("take a", "a");
  await fireEvent.click(at("#other"));
  expect(hand.armed?.move).toBe("take a");
});

test("other buttons of the mouse do nothing", () => {
  pointer("pointerdown", at("button"), "touch", { button: 2 });
  expect(hand.pointer).toBe("mouse");
});

test("keys press what is no button, and release what was begun", async () => {
  await fireEvent.keyDown(at("g"), { key: "x" });
  await fireEvent.keyDown(at("button"), { key: "Enter" }); // a button clicks by itself
  expect(play).not.toHaveBeenCalled();
  await fireEvent.keyDown(at("g"), { key: "Enter" });
  expect(play).toHaveBeenCalledWith("take b");
  hand.arm("take a", "a");
  await fireEvent.keyDown(at("#beside"), { key: "Escape" });
  expect(hand.armed).toBeNull();
});

test("Escape does not make a finger's owner a keyboard's", async () => {
  hand.pointer = "touch";
  await fireEvent.keyDown(at("#beside"), { key: "Escape" });
  expect(hand.pointer).toBe("touch");
  await fireEvent.keyDown(at("#beside"), { key: "ArrowLeft" });
  expect(hand.pointer).toBe("keyboard");
});

test("the keyboard's focus points at a thing", () => {
  const matches = vi.spyOn(Element.prototype, "matches").mockReturnValue(true);
  (at("button") as HTMLElement).focus();
  expect(hand.hovered).toBe("a");
  (at("button") as HTMLElement).blur();
  expect(hand.hovered).toBeNull();
  matches.mockRestore();
});

test("a thing that is drawn anew while it is pressed is clicked, once", async () => {
  const again = at("button").cloneNode(true) as Element;
  document.elementFromPoint = () => again;
  pointer("pointerdown", at("button"));
  at("button").replaceWith(again);
  pointer("pointerup", window);
  expect(play.mock.calls).toEqual([["take a"]]);
  await fireEvent.click(at("#board"), { detail: 1 });
  await fireEvent.click(again, { detail: 1 });
  expect(play).toHaveBeenCalledTimes(1);
  await fireEvent.click(again); // by a key
  expect(play).toHaveBeenCalledTimes(2);
  Reflect.deleteProperty(document, "elementFromPoint");
});
