/** Decides from the shape of a part of a view how to show it. */
import type { GameEvent } from "../../wire";

export type Scalar = string | number | boolean | null;
export type Entry = [name: string, value: unknown];

/** Parts of every view that are shown elsewhere on the page, or never change. */
const SETTLED = new Set([
  ...["game", "rules", "players", "options", "seat", "to_act", "over", "step"],
  ...["seats", "scores", "winners", "sheet", "standing"],
]);
const COORDINATE = /^([a-z])(\d{1,2})$/;
const FEWEST_CELLS = 4;

export type Shape = "scalar" | "empty" | "list" | "rows" | "grid" | "facts" | "table" | "parts";

export function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value !== "object";
}

/** The entries of an object by name, or of a list numbered from 1. */
export function entries(value: unknown): Entry[] {
  if (Array.isArray(value)) return value.map((each, place) => [String(place + 1), each]);
  return Object.entries(value as object);
}

export function shapeOf(value: unknown): Shape {
  if (isScalar(value)) return "scalar";
  const parts = entries(value);
  if (!parts.length) return "empty";
  if (Array.isArray(value)) {
    if (value.every(isScalar)) return "list";
    if (value.every((row) => Array.isArray(row) && row.every(isScalar))) return "rows";
    return isTable(value) ? "table" : "parts";
  }
  if (parts.length >= FEWEST_CELLS && (parts.every(isCell) || parts.every(isPlace))) return "grid";
  return parts.every(([, each]) => isScalar(each)) ? "facts" : "parts";
}

function isCell([name]: Entry): boolean {
  return COORDINATE.test(name);
}

/** Whether an entry is a thing or empty; an object of such entries is a board. */
function isPlace([, value]: Entry): boolean {
  return value === null || typeof value === "string";
}

/** Whether all rows are flat objects with the same columns. */
function isTable(value: unknown[]): value is Record<string, Scalar>[] {
  const columns = Object.keys(value[0] ?? {}).join();
  return value.every(
    (row) => !isScalar(row) && !Array.isArray(row) && Object.keys(row!).join() === columns && allPlain(row!),
  );
}

function allPlain(row: object): boolean {
  return Object.values(row).every(isScalar);
}

/** The parts of the view that belong to no seat: single values, and values that need a panel. */
export function common(view: Record<string, unknown>): { facts: Entry[]; panels: Entry[] } {
  const shown = Object.entries(view).filter(([name]) => !SETTLED.has(name));
  return divided(shown);
}

/** What each seat has, as far as the view tells. */
export function seatsOf(view: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(view.seats) ? (view.seats as Record<string, unknown>[]) : [];
}

/** Divides entries into single values and values that need a panel. */
export function divided(shown: Entry[]): { facts: Entry[]; panels: Entry[] } {
  const facts = shown.filter(([, value]) => isScalar(value));
  return { facts, panels: shown.filter((entry) => !facts.includes(entry)) };
}

/** Groups equal neighbours of a list, with their number. */
export function piles(list: Scalar[]): { value: Scalar; count: number; key: string }[] {
  const found: { value: Scalar; count: number; key: string }[] = [];
  const seen = new Map<Scalar, number>();
  for (const value of list) {
    const last = found.at(-1);
    if (last && last.value === value) {
      last.count++;
      continue;
    }
    const before = seen.get(value) ?? 0;
    seen.set(value, before + 1);
    found.push({ value, count: 1, key: `${value}/${before}` });
  }
  return found;
}

export interface Cell {
  name: string;
  /** Only if the cell's name is a coordinate. */
  column?: number;
  row?: number;
  /** The top thing, and the number of things. */
  top: Scalar;
  height: number;
}

/** The cells of a board. Names such as a1 give columns and rows; rows are in order of appearance. */
export function cells(value: Record<string, unknown>): Cell[] {
  const rows: string[] = [];
  return Object.entries(value).map(([name, each]) => {
    const stack = Array.isArray(each) ? each : isScalar(each) ? [each] : Object.values(each as object);
    const top = stack.filter(isScalar).at(-1) ?? null;
    const height = Array.isArray(each) ? each.length : top === null ? 0 : 1;
    const [, letter, number] = COORDINATE.exec(name) ?? [];
    if (letter === undefined || number === undefined) return { name, top, height };
    if (!rows.includes(number)) rows.push(number);
    return { name, column: letter.charCodeAt(0) - 96, row: rows.indexOf(number) + 1, top, height };
  });
}

/** The things an event names. */
export function places({ event: _, ...told }: GameEvent): string[] {
  return texts(told);
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return isScalar(value) ? [] : Object.values(value as object).flatMap(texts);
}
