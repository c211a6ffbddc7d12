/** Cells of the cave and shapes on them; a6 is at the entrance, on the left. */
import type { Arrow } from "./wire";

export const SIDE = 6;
export const COLUMNS = ["a", "b", "c", "d", "e", "f"] as const;
export const ARROWS: Arrow[] = ["down", "left", "up", "right"]; // each turned right by a quarter from the one before

interface Spot {
  row: number;
  column: number;
}

export function cellName(row: number, column: number): string {
  return `${COLUMNS[column]}${row + 1}`;
}

export function spotOf(cell: string): Spot {
  return { row: Number(cell[1]) - 1, column: cell.charCodeAt(0) - 97 };
}

/** All cells in reading order. */
export const CELLS: string[] = Array.from({ length: SIDE * SIDE }, (_, place) =>
  cellName(Math.floor(place / SIDE), place % SIDE),
);

export function isCell(key: string): boolean {
  return /^[a-f][1-6]$/.test(key);
}

/** A cell beside another, in its row. */
export function beside(cell: string): string {
  const { row, column } = spotOf(cell);
  return cellName(row, column ? column - 1 : 1);
}

/** The distance between two spots in steps along rows and columns. */
function distance(one: Spot, other: Spot): number {
  return Math.abs(one.row - other.row) + Math.abs(one.column - other.column);
}

/** A picture after some quarter turns to the right. */
export function turned(picture: string[], arrow: Arrow): string[] {
  let rows = picture;
  for (let quarters = ARROWS.indexOf(arrow); quarters > 0; quarters--) {
    rows = [...rows[0]!].map((_, column) =>
      rows
        .map((row) => row[column])
        .reverse()
        .join(""),
    );
  }
  return rows;
}

/** The cells of a picture, in reading order. */
export function spots(picture: string[]): Spot[] {
  return picture.flatMap((line, row) => [...line].flatMap((sign, column) => (sign === "#" ? [{ row, column }] : [])));
}

/** The spot a shape is held by: the one nearest its centre. */
function grip(shape: Spot[]): Spot {
  const row = shape.reduce((sum, spot) => sum + spot.row, 0) / shape.length;
  const column = shape.reduce((sum, spot) => sum + spot.column, 0) / shape.length;
  const far = (spot: Spot) => (spot.row - row) ** 2 + (spot.column - column) ** 2;
  return shape.reduce((best, spot) => (far(spot) < far(best) - 1e-9 ? spot : best));
}

/** An area of the board: its cells in reading order; moves name it by the first. */
export type Area = string[];

/** The area of a shape held at a cell, moved just enough to fit the board. */
export function areaAt(picture: string[], cell: string): Area {
  const shape = spots(picture);
  const held = grip(shape);
  const at = spotOf(cell);
  const fit = (wanted: number, size: number) => Math.max(0, Math.min(SIDE - size, wanted));
  const row = fit(at.row - held.row, picture.length);
  const column = fit(at.column - held.column, picture[0]!.length);
  return shape.map((spot) => cellName(spot.row + row, spot.column + column));
}

/** The legal areas of a shape that contain a cell, the one held there first; without any, the area held there. */
export function areasAt(picture: string[], cell: string, offered: (first: string) => boolean): [Area, ...Area[]] {
  const shape = spots(picture);
  const held = grip(shape);
  const at = spotOf(cell);
  const inside = ({ row, column }: Spot) => row >= 0 && row < SIDE && column >= 0 && column < SIDE;
  const [first, ...others] = [...shape]
    .sort((one, other) => distance(one, held) - distance(other, held))
    .map((grasp) =>
      shape.map((spot) => ({ row: at.row + spot.row - grasp.row, column: at.column + spot.column - grasp.column })),
    )
    .filter((area) => area.every(inside))
    .map((area) => area.map(({ row, column }) => cellName(row, column)))
    .filter((area) => offered(area[0]!));
  return first ? [first, ...others] : [areaAt(picture, cell)];
}
