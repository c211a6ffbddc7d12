/** Where a floating text stands: near what it talks about, covering as little as possible of what matters. */

export interface Size {
  width: number;
  height: number;
}
export interface Box extends Size {
  x: number;
  y: number;
}

const GAP = 8;
const MARGIN = 4;
const TOP = 60; // the page's own bar
const OWN = 3; // how much worse it is to cover the target than another thing

/** The area that two boxes share. */
export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The best place for a text about a target on a screen: right or left of it, below, above, or at the screen's edges. */
export function beside(target: Box, size: Size, important: readonly Box[], screen: Size): { x: number; y: number } {
  const { width, height } = size;
  const right = target.x + target.width + GAP;
  const left = target.x - GAP - width;
  const middle = target.x + (target.width - width) / 2;
  const low = target.y + target.height - height;
  const wanted = [
    [right, target.y],
    [left, target.y],
    [right, low],
    [left, low],
    [middle, target.y + target.height + GAP],
    [middle, target.y - GAP - height],
    [screen.width, low], // moved to the edge below
    [0, low],
    [screen.width, screen.height],
    [0, screen.height],
  ];
  const places = wanted.map(([x, y]) => ({
    x: Math.max(MARGIN, Math.min(screen.width - width - MARGIN, x!)),
    y: Math.max(TOP, Math.min(screen.height - height - MARGIN, y!)),
  }));
  const cost = (place: { x: number; y: number }) => {
    const box = { ...place, ...size };
    return OWN * overlap(box, target) + important.reduce((sum, each) => sum + overlap(box, each), 0);
  };
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}
