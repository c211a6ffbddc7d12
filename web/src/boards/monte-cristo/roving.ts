/** Roving tabindex: a group of buttons is one tab stop; arrow keys move the focus by screen position. */
import type { Attachment } from "svelte/attachments";

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const roving: Attachment<HTMLElement> = (group) => {
  let current: HTMLElement | null = null;
  let inside = false; // whether the focus is here, or was on an element here that has disappeared

  const stops = () =>
    [...group.querySelectorAll<HTMLElement>("button:not(:disabled)")].filter((stop) => stop.offsetParent);
  const settle = () => {
    const all = stops();
    if (current === null || !all.includes(current) || (current !== document.activeElement && !open(current))) {
      current = all.find(open) ?? all[0] ?? null;
    }
    for (const stop of all) stop.tabIndex = stop === current ? 0 : -1;
    if (inside && document.activeElement === document.body) current?.focus({ preventScroll: true });
  };
  const enter = (event: FocusEvent) => {
    current = event.target as HTMLElement;
    inside = true;
    settle();
  };
  const leave = (event: FocusEvent) => {
    const left = event.target as HTMLElement;
    queueMicrotask(() => {
      inside = !left.isConnected || group.contains(document.activeElement);
      settle();
    });
  };
  const press = (event: KeyboardEvent) => {
    const way = WAYS[event.key];
    const next = way && current && nearest(current, stops(), way);
    if (!way) return;
    event.preventDefault();
    next?.focus();
  };

  const observer = new MutationObserver(settle);
  observer.observe(group, { childList: true, subtree: true, attributeFilter: ["data-open"] });
  group.addEventListener("focusin", enter);
  group.addEventListener("focusout", leave);
  group.addEventListener("keydown", press);
  settle();
  return () => {
    observer.disconnect();
    group.removeEventListener("focusin", enter);
    group.removeEventListener("focusout", leave);
    group.removeEventListener("keydown", press);
  };
};

function open(stop: HTMLElement): boolean {
  return "open" in stop.dataset;
}

/** The next button in a direction: prefers near ones, and straight ahead over sideways. */
function nearest(from: HTMLElement, all: HTMLElement[], [right, down]: [number, number]): HTMLElement | null {
  const start = middle(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const stop of all) {
    const { x, y } = middle(stop);
    const ahead = (x - start.x) * right + (y - start.y) * down;
    const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right);
    if (stop !== from && ahead > 4 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = stop;
    }
  }
  return best;
}

function middle(stop: HTMLElement): { x: number; y: number } {
  const rect = stop.getBoundingClientRect();
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}
