/** Which colour and shape each seat of the table on the page has: in a rematch, people keep theirs. */

let order = $state.raw<readonly number[]>([]);

/** The number of a seat's colour and shape. */
export function markOf(seat: number): number {
  return order[seat] ?? seat;
}

/** Gives the page's seats their marks, and returns what takes them away again. */
export function wear(marks: readonly number[]): () => void {
  const { style } = document.documentElement;
  order = marks;
  marks.forEach((mark, seat) => style.setProperty(`--seat-${seat}`, `var(--mark-${mark})`));
  return () => {
    marks.forEach((_, seat) => style.removeProperty(`--seat-${seat}`));
    order = [];
  };
}
