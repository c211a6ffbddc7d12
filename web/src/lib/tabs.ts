/** Keyboard of tabs, as WAI-ARIA describes it. */

/** The place of the tab that a key leads to; null if the key is none of theirs. */
export function tabFor(key: string, place: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (place + 1) % count;
    case "ArrowLeft":
      return (place - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
