/** Geometry of the cave. Stacks grow upwards; the faces of two stacks never overlap. */
import { COLUMNS, SIDE, spotOf } from "./cells";

export const WIDE = 84; // width of a tile's face
export const HIGH = 80;
export const LIFT = 8; // height of a level
export const PITCH_X = 100;
export const PITCH_Y = HIGH + 3 * LIFT;
export const LEFT = 40;
export const TOP = 52; // the outline of an area on level 4 has room above
export const WIDTH = LEFT + SIDE * PITCH_X + 8;
export const FLOOR = TOP + (SIDE - 1) * PITCH_Y + HIGH + 10; // top of the entrance
export const HEIGHT = FLOOR + 42;

interface Point {
  x: number;
  y: number;
}

/** The upper left corner of a cell's face at a given stack height. */
export function corner(cell: string, height: number): Point {
  const { row, column } = spotOf(cell);
  return { x: LEFT + 8 + column * PITCH_X, y: TOP + row * PITCH_Y - height * LIFT };
}

/** The outline of an area, at the level of each cell: only edges between inside and outside. */
export function outline(cells: readonly string[], level: (cell: string) => number): string {
  const inside = new Set(cells);
  const gap = (PITCH_X - WIDE) / 2;
  return cells
    .map((cell) => {
      const { row, column } = spotOf(cell);
      const { x, y } = corner(cell, level(cell));
      const [left, right] = [x - gap, x + WIDE + gap];
      const [top, bottom] = [y - 12, y + HIGH + 12];
      const at = (rows: number, columns: number) => inside.has(`${COLUMNS[column + columns]}${row + rows + 1}`);
      return (
        (at(-1, 0) ? "" : `M${left} ${top}H${right}`) +
        (at(1, 0) ? "" : `M${left} ${bottom}H${right}`) +
        (at(0, -1) ? "" : `M${left} ${top}V${bottom}`) +
        (at(0, 1) ? "" : `M${right} ${top}V${bottom}`)
      );
    })
    .join("");
}
