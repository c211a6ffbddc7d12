/** Keyboard focus: where it goes when a dialog opens, and where it returns to. */

/** Moves the focus into a dialog: to the element that asks for it, or to the heading. */
export function enter(dialog: HTMLElement, heading: HTMLElement): void {
  (dialog.querySelector<HTMLElement>("[autofocus]") ?? heading).focus();
}

/** Returns a lost focus to where it was before a dialog; to the board if that is gone or hidden. */
export function leave(before: Element | null): void {
  if (isLost() && (before instanceof HTMLElement || before instanceof SVGElement)) before.focus();
  if (isLost()) document.getElementById("board")?.focus();
}

function isLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}
