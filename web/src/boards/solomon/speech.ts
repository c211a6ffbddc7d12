/** Describes the position and its moves in words, for labels, prompts and the text board. */
import type { Words } from "../../lib/words";
import { sorted } from "./money";
import type { Play } from "./play.svelte";
import type { SolomonView } from "./view";

/** Tile names with counts: "2 × mask, treasure 5". */
export function tileList(words: Words, tiles: string[]): string {
  const counts: Record<string, number> = {};
  for (const tile of tiles) counts[tile] = (counts[tile] ?? 0) + 1;
  return countedList(words, counts);
}

export function countedList(words: Words, counts: Record<string, number>): string {
  return sorted(counts)
    .map(([tile, count]) => (count > 1 ? words.say("board.times", { n: count, tile }) : words.word("tile", tile)))
    .join(", ");
}

/** Describes what lies on a cell. */
export function describeStack(words: Words, cell: string, stack: (string | null)[] | undefined): string {
  if (!stack?.length) return words.say("board.cell.empty", { cell });
  return words.say("board.cell.stack", { cell, tile: stack.at(-1), level: stack.length });
}

/** The label of a cell: what lies there and what a click does. */
export function describeCell(words: Words, view: SolomonView, cell: string, play: Play): string {
  const here = describeStack(words, cell, view.cave[cell]);
  const known = below(view, cell);
  const under = known.length ? ` ${words.say("board.cell.below", { list: tileList(words, known) })}` : "";
  const action = describeAction(words, view, cell, play);
  return here + under + (action ? ` ${action}` : "");
}

function describeAction(words: Words, view: SolomonView, cell: string, play: Play): string {
  if (play.lifted) {
    if (play.lifted === cell) return words.say("board.cell.lifted");
    return play.offers(`shift ${play.lifted} ${cell}`) ? words.say("board.cell.onto", { from: play.lifted }) : "";
  }
  const meaning = play.meanings.get(cell);
  if (!meaning?.move) return "";
  const dig = view.digs?.[meaning.move];
  if (!meaning.offered) return words.say("board.cell.not");
  if (dig) return describeDig(words, dig.cells, dig.tiles, dig.cost, dig.pays);
  return words.say(play.picking ? "board.cell.pick" : "board.cell.name", { cells: meaning.cells.join(" ") });
}

/** Describes a dig, its finds and its cost. */
export function describeDig(words: Words, cells: string[], tiles: string[], cost: number, pays: boolean): string {
  const list = tileList(words, tiles);
  return words.say(pays ? "board.dig.at" : "board.dig.fails.at", { cells: cells.join(" "), list, cost });
}

/** The known tiles under the top one, from the top down. */
export function below(view: SolomonView, cell: string): string[] {
  return (view.cave[cell] ?? [])
    .slice(0, -1)
    .reverse()
    .filter((tile): tile is string => tile !== null);
}

/** Describes a shape row by row: "row 1: 1 2, row 2: 2". */
export function describeShape(words: Words, picture: string[]): string {
  return picture
    .map((line, row) => {
      const cells = [...line].flatMap((sign, column) => (sign === "#" ? [column + 1] : [])).join(" ");
      return words.say("board.row", { n: row + 1, cells });
    })
    .join(", ");
}
