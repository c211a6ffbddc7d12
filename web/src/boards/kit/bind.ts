/** Connects the gesture machine to a page: one set of listeners on the board's root element, for all its things. */
import { on } from "svelte/events";
import type { View } from "../../wire";
import type { Gestures, Hand, Pointer } from "./hand.svelte";

/** The thing that an element belongs to. */
export function thingAt(target: EventTarget | null): string | null {
  const thing = (target as Element | null)?.closest?.("[data-thing]");
  return thing?.getAttribute("data-thing") ?? null;
}

function kindOf(event: PointerEvent): Pointer {
  return event.pointerType === "mouse" ? "mouse" : "touch";
}

/** An attachment for the root element of a board. */
export function gestures<V extends View, G extends Gestures>(hand: Hand<V, G>): (root: HTMLElement) => () => void {
  return (root) => {
    const under = (event: PointerEvent) => thingAt(document.elementFromPoint?.(event.clientX, event.clientY) ?? null);
    // A press may show another position, which draws the thing anew; then the browser's click would miss it.
    let pressed: { target: Element; key: string | null } | null = null;
    let clicked = false;
    const off = [
      on(root, "pointerdown", (event) => {
        if (event.button !== 0) return;
        pressed = { target: event.target as Element, key: thingAt(event.target) };
        clicked = false;
        (event.target as Element).releasePointerCapture?.(event.pointerId); // so that a finger reaches other things
        hand.down(thingAt(event.target), kindOf(event), event.clientX, event.clientY);
      }),
      on(root, "pointermove", (event) => hand.move(under(event), event.clientX, event.clientY)),
      on(window, "pointerup", (event) => {
        const key = under(event);
        hand.up(key);
        clicked = pressed !== null && !pressed.target.isConnected && key !== null && key === pressed.key;
        pressed = null;
        if (clicked) hand.click(key);
      }),
      on(window, "pointercancel", () => hand.cancel()),
      on(root, "pointerover", (event) => {
        const key = thingAt(event.target);
        if (event.pointerType === "mouse" && key !== null) hand.enter(key);
      }),
      on(root, "pointerout", (event) => {
        const key = thingAt(event.target);
        if (event.pointerType === "mouse" && key !== null && thingAt(event.relatedTarget) !== key) hand.leave(key);
      }),
      on(root, "click", (event) => {
        if (clicked && event.detail) return; // a key's click has no detail
        const key = thingAt(event.target);
        const other = key === null && (event.target as Element).closest("button, a, input, summary");
        if (!other) hand.click(key); // another button does what it does
      }),
      on(root, "contextmenu", (event) => {
        if (hand.pointer === "touch" && thingAt(event.target) !== null) event.preventDefault();
      }),
      on(root, "keydown", (event) => {
        const key = thingAt(event.target);
        if (event.key === "Escape") {
          if (hand.release()) event.stopPropagation();
          return; // whoever points with a finger may have this key too
        }
        hand.pointer = "keyboard";
        const pressed = event.key === "Enter" || event.key === " ";
        if (!pressed || key === null || event.target instanceof HTMLButtonElement) return; // a button clicks by itself
        event.preventDefault();
        hand.click(key);
      }),
      on(root, "focusin", (event) => {
        const key = thingAt(event.target);
        if (key !== null && (event.target as Element).matches(":focus-visible")) hand.enter(key);
      }),
      on(root, "focusout", (event) => {
        const key = thingAt(event.target);
        if (key !== null) hand.leave(key);
      }),
    ];
    return () => off.forEach((stop) => stop());
  };
}
