/** The generated board in words: the parts of the view as lists, and the score sheet. */
import type { Words } from "../../lib/words";
import type { View } from "../../wire";
import type { Position } from "../kit/position.svelte";
import type { Section, SheetCell, SheetRow } from "../kit/text";
import { nameOf, wordOf } from "./labels";
import { common, entries, isScalar, piles, seatsOf, shapeOf, type Scalar } from "./shape";

export function text(position: Position): Section[] {
  const { view, names, words } = position;
  const { facts, panels } = common(view);
  return [
    { title: words.say("board.facts"), items: lines(words, "", Object.fromEntries(facts)) },
    ...panels.map(([name, value]) => ({ title: nameOf(words, name), items: lines(words, name, value) })),
    ...seatsOf(view).map((has, seat) => ({ title: names[seat] ?? "", items: lines(words, "", has) })),
  ];
}

/** A part of a view, a line for each list or single value; nested names come before it. */
function lines(words: Words, name: string, value: unknown): string[] {
  if (isScalar(value)) return [wordOf(words, name, value)];
  if (shapeOf(value) === "empty") return [words.say("board.none")];
  if (shapeOf(value) === "list") return [inLine(words, name, value as Scalar[])];
  return entries(value).flatMap(([part, inside]) =>
    lines(words, Array.isArray(value) ? name : part, inside).map((line) => `${nameOf(words, part)}: ${line}`),
  );
}

function inLine(words: Words, name: string, list: Scalar[]): string {
  const things = piles(list).map((pile) => {
    const thing = pile.value === null ? words.say("board.back") : wordOf(words, name, pile.value);
    return pile.count > 1 ? `${pile.count} × ${thing}` : thing;
  });
  return things.join(", ");
}

/** A row for each category, and the total. */
export function sheet(view: View, words: Words): SheetRow[] {
  const rows = rowsOf(view.sheet).map(({ name, cells }) => ({
    key: name,
    label: nameOf(words, name),
    cells: cells.map((cell): SheetCell => ({ value: cellText(words, name, cell) })),
  }));
  const total = (view.scores ?? []).map((score) => ({ value: String(score) }));
  return [...rows, { key: "total", label: words.say("board.sheet.total"), cells: total, kind: "total" as const }];
}

/** The sheet is a list of seats, or a table of categories with a value per seat. */
function rowsOf(found: unknown): { name: string; cells: unknown[] }[] {
  if (isScalar(found) || found === undefined) return [];
  if (!Array.isArray(found)) {
    const lists = Object.entries(found as object).filter(([, cells]) => Array.isArray(cells));
    return lists.map(([name, cells]) => ({ name, cells: cells as unknown[] }));
  }
  const seats = found as (Record<string, unknown> | null)[];
  const keys = [...new Set(seats.flatMap((line) => Object.keys(line ?? {})))].filter((key) => key !== "total");
  return keys.flatMap((name) => {
    const cells = seats.map((line) => line?.[name] ?? null);
    return cells.every((cell) => !isScalar(cell) && !Array.isArray(cell)) ? rowsOf(cells) : [{ name, cells }];
  });
}

function cellText(words: Words, name: string, cell: unknown): string {
  if (isScalar(cell)) return wordOf(words, name, cell);
  const parts = entries(cell).map(([part, each]) =>
    Array.isArray(cell) ? cellText(words, name, each) : `${nameOf(words, part)} ${cellText(words, part, each)}`,
  );
  return parts.join(", ") || "–";
}
