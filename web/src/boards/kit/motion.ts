/**
 * Things fly from where they were to where they are. Elements with `data-piece` are followed; one that appears may
 * come from a `data-home` (named by its `data-from`), one that disappears may fly to one.
 */
import type { Piece } from "./pieces.svelte";

export type Boxes = Map<string, DOMRect>;

const SHORT = 160;
const LONG = 250; // milliseconds
const FAR = 400; // pixels
/** Attributes by which a piece is found and pressed: a copy has none of them. */
const LIVE = ["data-piece", "data-thing", "data-move", "data-preview", "data-state"];
const EASING = "cubic-bezier(0.3, 0, 0.2, 1)";

/** Milliseconds for a way of so many pixels. */
export function duration(way: number): number {
  return SHORT + (LONG - SHORT) * Math.min(1, way / FAR);
}

export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Measures all pieces under a root. */
export function measure(root: Element): Boxes {
  const boxes: Boxes = new Map();
  for (const piece of root.querySelectorAll<HTMLElement | SVGElement>("[data-piece]")) {
    boxes.set(piece.dataset.piece!, piece.getBoundingClientRect());
  }
  return boxes;
}

/**
 * The box of the first visible element that is called this; homes may lie outside the board. A place within a home,
 * such as "seat 1 crown", falls back to the home, "seat 1".
 */
function homeBox(name: string): DOMRect | null {
  for (const home of document.querySelectorAll(`[data-home="${name}"]`)) {
    const box = home.getBoundingClientRect();
    if (box.width) return box;
  }
  const within = name.lastIndexOf(" ");
  return within > 0 ? homeBox(name.slice(0, within)) : null;
}

function between(from: DOMRect, to: DOMRect): { x: number; y: number; way: number } {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  return { x, y, way: Math.hypot(x, y) };
}

/** Lets every piece under a root travel from its old box; at another pace it takes so many times longer. */
export function travel(root: Element, before: Boxes, pace = 1): void {
  if (still()) return;
  for (const piece of root.querySelectorAll<HTMLElement | SVGElement>("[data-piece]")) {
    const now = piece.getBoundingClientRect();
    const was = before.get(piece.dataset.piece!) ?? (piece.dataset.from ? homeBox(piece.dataset.from) : null);
    if (!was?.width || !now.width) continue;
    const { x, y, way } = between(was, now);
    if (way < 2) continue;
    const unit = piece instanceof SVGGraphicsElement ? (piece.getScreenCTM()?.a ?? 1) : 1; // a drawing has its own pixels
    // A marble turns by the distance it rolls.
    const turn = "roll" in piece.dataset ? ` rotate(${-Math.sign(x + y) * Math.min(way / now.width, 6)}rad)` : "";
    const size = piece instanceof SVGGraphicsElement ? "" : ` scale(${was.width / now.width})`;
    piece.animate(
      [
        { transform: `translate(${x / unit}px, ${y / unit}px)${size}${turn}`, zIndex: 5 },
        { transform: "none", zIndex: 5 },
      ],
      { duration: duration(way) * pace, easing: EASING, composite: "replace" },
    );
  }
}

/** A copy of an element that can lie anywhere on the page, at its place. */
function copyOf(element: Element, box: DOMRect): HTMLElement | SVGElement {
  let copy = element.cloneNode(true) as HTMLElement | SVGElement;
  if (element instanceof SVGGraphicsElement && !(element instanceof SVGSVGElement)) {
    const { x, y, width, height } = element.getBBox();
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    copy.removeAttribute("transform");
    drawing.append(copy);
    copy = drawing;
  }
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of LIVE) part.removeAttribute(name);
  }
  copy.setAttribute("aria-hidden", "true");
  copy.setAttribute("inert", "");
  Object.assign(copy.style, {
    position: "fixed",
    zIndex: "60",
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: "0",
    pointerEvents: "none",
  });
  return copy;
}

/** Lets pieces that are about to disappear fly to their homes, as copies in a layer above the board. */
export function leave(root: Element, layer: Element, gone: readonly { piece: Piece; to: string }[], pace = 1): void {
  if (still()) return;
  for (const { piece, to } of gone) {
    const element = root.querySelector(`[data-piece="${piece.id}"]`);
    const from = element?.getBoundingClientRect();
    const home = homeBox(to);
    if (!element || !from?.width || !home) continue;
    const copy = copyOf(element, from);
    layer.append(copy);
    const { x, y, way } = between(home, from);
    const flight = copy.animate(
      [
        { opacity: 1 },
        { opacity: 1, offset: 0.8 },
        { transform: `translate(${x}px, ${y}px) scale(0.5)`, opacity: 0.2 },
      ],
      { duration: duration(way) * pace, easing: EASING },
    );
    flight.onfinish = flight.oncancel = () => copy.remove();
  }
}
