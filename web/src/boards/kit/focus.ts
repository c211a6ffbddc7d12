/** Keyboard focus on a board: a group of things is one tab stop, arrow keys move between them, and focus is never lost. */
import { on } from "svelte/events";
import type { Attachment } from "svelte/attachments";

export interface Point {
  x: number;
  y: number;
}

const WAYS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const FRAME = "[data-frame]"; // the drawn board
const NEAR = 4; // pixels that count as no distance

/** The index of the next point in a direction: near ones first, and straight ahead before sideways; -1 if none. */
export function nearest(from: Point, points: readonly Point[], way: Point): number {
  let best = -1;
  let least = Infinity;
  for (const [index, { x, y }] of points.entries()) {
    const ahead = (x - from.x) * way.x + (y - from.y) * way.y;
    const aside = Math.abs((x - from.x) * way.y) + Math.abs((y - from.y) * way.x);
    if (ahead > NEAR && ahead + 2 * aside < least) [best, least] = [index, ahead + 2 * aside];
  }
  return best;
}

type Stop = HTMLElement | SVGElement;

function stopsIn(root: Element): Stop[] {
  return stopsAmong([...root.querySelectorAll<Stop>("button:not(:disabled), [role=button]")]);
}

function stopsAmong(all: Stop[]): Stop[] {
  return all.filter((stop) => stop.checkVisibility?.() ?? true);
}

function offered(stop: Stop): boolean {
  return stop.dataset.state?.split(" ").includes("offered") ?? false;
}

function middle(stop: Stop): Point {
  const box = stop.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Makes a group of buttons one tab stop: the one last focused, else one that can be acted on. */
export const roving: Attachment<Stop> = (group) => {
  let current: Stop | null = null;
  group.dataset.roving = "";

  function settle(): void {
    const all = stopsIn(group);
    const kept = current !== null && all.includes(current) && (current === document.activeElement || offered(current));
    if (!kept) current = all.find(offered) ?? (current && all.includes(current) ? current : null) ?? all[0] ?? null;
    for (const stop of all) {
      const index = stop === current ? "0" : "-1";
      if (stop.getAttribute("tabindex") !== index) stop.setAttribute("tabindex", index);
    }
  }

  const observer = new MutationObserver(settle);
  observer.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-state"] });
  const off = [
    on(group as HTMLElement, "focusin", (event) => {
      current = (event.target as Element).closest<Stop>("button, [role=button]") ?? current;
      settle();
    }),
    on(group as HTMLElement, "keydown", (event) => {
      const all = stopsIn(group);
      const from = all.indexOf(document.activeElement as Stop);
      if (from < 0) return;
      const way = WAYS[event.key];
      const ends: Record<string, Stop | undefined> = { Home: all[0], End: all.at(-1) };
      const next = way ? all[nearest(middle(all[from]!), all.map(middle), way)] : ends[event.key];
      if (!way && !(event.key in ends)) return;
      event.preventDefault();
      next?.focus();
    }),
  ];
  settle();
  return () => {
    observer.disconnect();
    off.forEach((stop) => stop());
  };
};

/** What can be done now, one stop each: buttons of the action bar, groups of the board, and a text to be put away. */
function ways(page: Element): Stop[] {
  const all = [...page.querySelectorAll<Stop>(`.bar [data-bar], ${FRAME} [data-roving], [data-bubble] .main`)];
  return stopsAmong(all).flatMap((stop) => {
    if (!("roving" in stop.dataset)) return [stop];
    const able = stopsIn(stop).filter(offered);
    return able.find((each) => each.tabIndex === 0) ?? able[0] ?? [];
  });
}

const TYPING = "input:not([type=range]), textarea, select, dialog";
const NEXT = "n"; // to the next thing that can be done

/**
 * Gives the focus back to the board if the focused element disappears, there or elsewhere on the page. The board passes
 * it on to something that can be acted on, as soon as there is something; so does a thing that has done its part. A key
 * leads from each thing that can be done to the next.
 */
export const recovery: Attachment<HTMLElement> = (page) => {
  let last: Element | null = null;
  let pointed = false; // whether the last input was a pointer's
  let acted = false; // whether the last key was pressed to act, so that the focus may go where the next decision is
  const board = () => page.querySelector<HTMLElement>("#board");
  const passOn = () => {
    if (pointed) return; // a click on the page is no wish to act
    const stop = stopsIn(page.querySelector(FRAME) ?? page).find(offered);
    stop?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    if (last && !last.isConnected && activeElement === body) {
      last = null;
      board()?.focus({ preventScroll: true });
    }
    const now = document.activeElement;
    const spent = acted && now?.closest(`${FRAME} [data-thing]`) && !offered(now as Stop);
    if (board() && (now === board() || spent)) passOn();
  });
  observer.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-state"] });
  const off = [
    on(page, "focusin", (event) => {
      last = event.target as Element;
      if (last === board()) passOn(); // from the link that skips to it
    }),
    on(page, "focusout", (event) => {
      if ((event.target as Element).isConnected && event.relatedTarget) last = null;
    }),
    on(page, "pointerdown", () => {
      last = null;
      pointed = true;
    }),
    on(page, "keydown", (event) => {
      pointed = false;
      acted = event.key === "Enter" || event.key === " ";
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (event.key.toLowerCase() !== NEXT || !plain || (event.target as Element).closest(TYPING)) return;
      const all = ways(page);
      event.preventDefault();
      all[(all.indexOf(document.activeElement as Stop) + 1) % all.length]?.focus();
    }),
  ];
  return () => {
    observer.disconnect();
    off.forEach((stop) => stop());
  };
};
