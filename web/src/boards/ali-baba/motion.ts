/** Animations of tiles: turning over, and flying to the player who took them. */
import { cubicInOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";
import type { Json } from "../../wire";
import { taken, treasureOf, type Tile } from "./view";

const LENGTH = 240; // milliseconds
const HALF_TURN = 125;

/** Half of a tile's flip: one side turns until edge-on, then the other follows. */
export function turn(_: Element, { late = false }: { late?: boolean } = {}): TransitionConfig {
  if (prefersReducedMotion.current) return { duration: 0 };
  return {
    delay: late ? HALF_TURN : 0,
    duration: HALF_TURN,
    css: (_, u) => `transform: perspective(400px) rotateY(${(late ? -90 : 90) * u}deg)`,
  };
}

/** The element a taken tile flies to: the reader's sets on the board, or the seat's panel. */
function keep(taker: number, seat: number | null, tile: Tile): DOMRect | null {
  const own = taker === seat ? `[data-set="${treasureOf(tile)}"]` : `[data-panel="${taker}"]`;
  const rect = document.querySelector(own)?.getBoundingClientRect();
  return rect && rect.width ? rect : null;
}

export interface Leaving {
  latest: Json[];
  seat: number | null;
  slot: string;
}

/** Flies to the taker's panel; if that is not visible, rises and fades. */
export function leave(node: Element, { latest, seat, slot }: Leaving): TransitionConfig {
  if (prefersReducedMotion.current) return { duration: 0 };
  const from = node.getBoundingClientRect();
  const move = taken(latest, slot);
  const to = move && keep(move.taker, seat, move.tile);
  const x = to ? to.left + to.width / 2 - from.left - from.width / 2 : 0;
  const y = to ? to.top + to.height / 2 - from.top - from.height / 2 : -from.height / 2;
  return {
    duration: LENGTH,
    easing: cubicInOut,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) scale(${1 - 0.55 * u}); opacity: ${Math.min(1, t * 2.5)}; z-index: 60`,
  };
}
