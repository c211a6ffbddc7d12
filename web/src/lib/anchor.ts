/** Tells where an element is, whenever it appears, moves or vanishes. */

const MOVES = ["scroll", "resize", "load", "transitionend", "animationend"] as const;

/** Calls back with the box of the first visible element that matches, or null; returns how to stop. */
export function anchor(selector: string, callback: (box: DOMRect | null) => void): () => void {
  let known: DOMRect | null | undefined;
  let watched: Element | null = null;
  let frame = 0;

  const measure = () => {
    frame = 0;
    const found = visible(selector);
    if (found !== watched) watch(found);
    const box = found?.getBoundingClientRect() ?? null;
    if (known !== undefined && same(known, box)) return;
    known = box;
    callback(box);
  };
  // At most once a frame, however much changes in it.
  const soon = () => (frame ||= requestAnimationFrame(measure));

  // An element moves when it or something around it changes its size.
  const sizes = new ResizeObserver(soon);
  const watch = (element: Element | null) => {
    sizes.disconnect();
    watched = element;
    for (let each: Element | null = element ?? document.body; each; each = each.parentElement) sizes.observe(each);
  };
  const changes = new MutationObserver(soon);
  changes.observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
  for (const event of MOVES) addEventListener(event, soon, { capture: true, passive: true });

  measure();
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    changes.disconnect();
    for (const event of MOVES) removeEventListener(event, soon, { capture: true });
  };
}

function visible(selector: string): Element | null {
  return [...document.querySelectorAll(selector)].find((each) => each.getBoundingClientRect().width > 0) ?? null;
}

function same(one: DOMRect | null, other: DOMRect | null): boolean {
  if (!one || !other) return one === other;
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
