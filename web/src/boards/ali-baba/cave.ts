/** Geometry of the cave: slots and what covers them. A slot is layer, column and row: "3b2". */

export interface Place {
  slot: string;
  /** 1 is the floor. */
  level: number;
  /** The upper left corner, in tiles. */
  x: number;
  y: number;
}

/** The layers of a cave from the floor up, rows by columns. */
const SHAPES: Record<"large" | "small", [number, number][]> = {
  large: [
    [5, 5],
    [4, 4],
    [3, 3],
    [2, 2],
  ],
  small: [
    [4, 4],
    [4, 3],
    [3, 2],
    [2, 1],
  ],
};

export class Cave {
  readonly rows: number;
  readonly columns: number;
  /** All slots in drawing order, from the floor up. */
  readonly places: Place[] = [];
  readonly #of = new Map<string, Place>();

  constructor(shapes: [number, number][]) {
    [this.rows, this.columns] = shapes[0]!;
    shapes.forEach(([rows, columns], layer) => {
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const place = {
            slot: `${layer + 1}${"abcde"[column]}${row + 1}`,
            level: layer + 1,
            x: column + (this.columns - columns) / 2,
            y: row + (this.rows - rows) / 2,
          };
          this.places.push(place);
          this.#of.set(place.slot, place);
        }
      }
    });
  }

  at(slot: string): Place {
    return this.#of.get(slot)!;
  }

  has(slot: string): boolean {
    return this.#of.has(slot);
  }

  /** The tiles on the board that rest on a slot. */
  above(board: object, slot: string): Place[] {
    const under = this.at(slot);
    return this.places.filter(
      (over) =>
        over.level === under.level + 1 &&
        over.slot in board &&
        Math.abs(over.x - under.x) < 1 &&
        Math.abs(over.y - under.y) < 1,
    );
  }

  /** The slots that taking this tile uncovers. */
  uncovered(board: object, slot: string): string[] {
    return this.places
      .filter((under) => under.level === this.at(slot).level - 1 && under.slot in board)
      .filter((under) => {
        const covers = this.above(board, under.slot);
        return covers.length === 1 && covers[0]!.slot === slot;
      })
      .map((under) => under.slot);
  }

  /** The slots of the same layer directly beside this one. */
  beside(slot: string): string[] {
    const from = this.at(slot);
    return this.places
      .filter((to) => to.level === from.level && Math.abs(to.x - from.x) + Math.abs(to.y - from.y) === 1)
      .map((to) => to.slot);
  }

  /** The centre of an uncovered quarter of the slot, in tiles from its corner; null if fully covered. */
  open(board: object, slot: string): { x: number; y: number } | null {
    const { x, y } = this.at(slot);
    const covers = this.above(board, slot);
    for (const [dx, dy] of [
      [0.75, 0.25],
      [0.25, 0.25],
      [0.75, 0.75],
      [0.25, 0.75],
    ] as const) {
      const free = covers.every(
        (over) => x + dx < over.x || x + dx > over.x + 1 || y + dy < over.y || y + dy > over.y + 1,
      );
      if (free) return { x: dx, y: dy };
    }
    return null;
  }

  /** The nearest of some slots in the direction of an arrow key; the slot itself if there is none. */
  toward(slot: string, key: string, slots: string[]): string {
    const [dx, dy] = ARROWS[key] ?? [0, 0];
    const from = this.at(slot);
    let best = slot;
    let least = Infinity;
    for (const other of slots) {
      const to = this.at(other);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const across = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      const far = along + across * 2;
      if (along > 0 && far < least) [best, least] = [other, far];
    }
    return best;
  }
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const LARGE = new Cave(SHAPES.large);
const SMALL = new Cave(SHAPES.small);

/** The cave of a variant. */
export function caveOf(variant: string): Cave {
  return variant === "small" ? SMALL : LARGE;
}
