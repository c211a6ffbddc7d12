/** Keeps the focus on the board: if the focused element disappears, the cave gets the focus. */
export function steady(board: HTMLElement): () => void {
  const leave = (event: FocusEvent) => {
    const left = event.target as Element;
    queueMicrotask(() => {
      if (left.isConnected || document.activeElement !== document.body) return;
      board.querySelector<SVGElement>('[data-cell][tabindex="0"]')?.focus({ preventScroll: true });
    });
  };
  board.addEventListener("focusout", leave);
  return () => board.removeEventListener("focusout", leave);
}
