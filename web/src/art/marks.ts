import { markOf } from "./order.svelte";

/** The shapes of the seats' marks on a grid of 24: disc, square, triangle, diamond, star. */
const PATHS = [
  "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18z",
  "M4.5 4.5h15v15h-15z",
  "M12 3l10 17.5H2z",
  "M12 1.5L22 12 12 22.5 2 12z",
  "M12 1.8l3 6.7 7.2.8-5.4 4.9 1.5 7.2L12 17.7l-6.3 3.7 1.5-7.2L1.8 9.3 9 8.5z",
];

export function markPath(seat: number): string {
  return PATHS[markOf(seat) % PATHS.length]!;
}
