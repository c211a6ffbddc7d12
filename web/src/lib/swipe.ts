/** A swipe down with a finger, as it closes sheets on a phone. */
import { on } from "svelte/events";
import type { Attachment } from "svelte/attachments";

const FAR = 90; // pixels that close the sheet
const FAST = 0.6; // pixels per millisecond that close it earlier
const LEAST = 24; // pixels before a fast swipe counts

/** Whether a drag of so many pixels in so many milliseconds closes the sheet. */
export function closes(distance: number, time: number): boolean {
  return distance > FAR || (distance > LEAST && distance / Math.max(1, time) > FAST);
}

/** Whether something between the touched element and the sheet is scrolled, so that the finger scrolls it back. */
function scrolled(from: EventTarget | null, sheet: Element): boolean {
  let each = from instanceof Element ? from : null;
  while (each !== null && each !== sheet) {
    if (each.scrollTop > 0) return true;
    each = each.parentElement;
  }
  return false;
}

/** Follows a finger that pulls the element down, and calls `close` if it pulls far or fast enough. */
export function swipeDown(close: () => void): Attachment<HTMLElement> {
  return (sheet) => {
    let start: { y: number; at: number } | null = null;
    let moved = 0;

    function settle(): void {
      start = null;
      moved = 0;
      sheet.style.translate = "";
    }

    const ends = [
      on(
        sheet,
        "touchstart",
        ({ touches, target, timeStamp }) => {
          const one = touches.length === 1 ? touches[0]! : null;
          start = one && !scrolled(target, sheet) ? { y: one.clientY, at: timeStamp } : null;
        },
        { passive: true },
      ),
      on(
        sheet,
        "touchmove",
        ({ touches }) => {
          if (!start) return;
          moved = touches[0]!.clientY - start.y;
          if (moved < 0) settle();
          else sheet.style.translate = `0 ${moved}px`;
        },
        { passive: true },
      ),
      on(sheet, "touchend", ({ timeStamp }) => {
        const done = start !== null && closes(moved, timeStamp - start.at);
        settle();
        if (done) close();
      }),
      on(sheet, "touchcancel", settle),
    ];
    return () => ends.forEach((end) => end());
  };
}
