/** Animates pieces from their old positions to their new ones. */

export type Rects = Map<string, DOMRect>;

const SHORT = 160;
const LONG = 250; // milliseconds
const FAR = 400; // pixels

/** Measures all pieces (elements with `data-piece`) under a root. */
export function measure(root: HTMLElement): Rects {
  const rects: Rects = new Map();
  for (const piece of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    rects.set(piece.dataset.piece!, piece.getBoundingClientRect());
  }
  return rects;
}

/** Animates each piece from its old position; new ones start at the `data-home` named by `data-from`. */
export function travel(root: HTMLElement, before: Rects): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const piece of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const now = piece.getBoundingClientRect();
    const home = piece.dataset.from && root.querySelector(`[data-home="${piece.dataset.from}"]`);
    const was = before.get(piece.dataset.piece!) ?? (home ? home.getBoundingClientRect() : null);
    if (!was || !was.width || !now.width) continue;
    const x = was.x + was.width / 2 - now.x - now.width / 2;
    const y = was.y + was.height / 2 - now.y - now.height / 2;
    const way = Math.hypot(x, y);
    if (way < 2) continue;
    // A marble turns by the distance it rolls.
    const turn = "roll" in piece.dataset ? ` rotate(${-Math.sign(x + y) * Math.min(way / now.width, 6)}rad)` : "";
    piece.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${was.width / now.width})${turn}`, zIndex: 5 },
        { transform: "none", zIndex: 5 },
      ],
      { duration: SHORT + (LONG - SHORT) * Math.min(1, way / FAR), easing: "cubic-bezier(0.3, 0, 0.2, 1)" },
    );
  }
}
