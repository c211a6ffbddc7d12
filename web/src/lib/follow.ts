/** Keeps the end of a growing list in sight, unless the reader has scrolled up. */

const NEAR = 40; // pixels from the end that count as the end

/** Attachment of the scrolling element. */
export function follow(list: HTMLElement): () => void {
  let following = true;
  let before = 0; // where the list stood at the last scroll event
  let frame = 0;

  const toEnd = () => {
    frame = 0;
    if (following) list.scrollTop = list.scrollHeight;
  };
  // In the next frame, because measuring forces a layout.
  const soon = () => (frame ||= requestAnimationFrame(toEnd));

  // Scroll events come late: lines may have been added meanwhile. So only a move upwards is the reader's wish to stay.
  const scrolled = () => {
    const { scrollTop, scrollHeight, clientHeight } = list;
    if (scrollHeight - scrollTop - clientHeight < NEAR) following = true;
    else if (scrollTop < before) following = false;
    before = scrollTop;
  };

  const lines = new MutationObserver(soon);
  lines.observe(list, { childList: true, subtree: true, characterData: true });
  const size = new ResizeObserver(soon);
  size.observe(list);
  list.addEventListener("scroll", scrolled, { passive: true });
  soon();
  return () => {
    cancelAnimationFrame(frame);
    lines.disconnect();
    size.disconnect();
    list.removeEventListener("scroll", scrolled);
  };
}
