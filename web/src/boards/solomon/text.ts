/** The position in words: labels of things, the text board, the score sheet. */
import type { Details, Words } from "../../lib/words";
import type { Choice, Outcome } from "../../wire";
import type { Position } from "../kit/position.svelte";
import type { Section, SheetRow } from "../kit/text";
import { cellName, COLUMNS, SIDE, spots, turned } from "./cells";
import type { SolomonHand } from "./gestures.svelte";
import { below, roundNumber, sorted, tileNamed } from "./view";
import type { MagicObject, View } from "./wire";

/** Tile names with counts: "2 × mask, treasure 5". */
function counted(view: View, words: Words, tiles: Record<string, number>): string {
  return sorted(view, tiles)
    .map(([tile, n]) => (n > 1 ? words.say("board.times", { n, tile }) : words.word("tile", tile)))
    .join(", ");
}

/** Tile names of a list, with counts. */
export function listed(view: View, words: Words, tiles: readonly string[]): string {
  const counts: Record<string, number> = {};
  for (const tile of tiles) counts[tile] = (counts[tile] ?? 0) + 1;
  return counted(view, words, counts);
}

/** What lies on a cell. */
function stackText({ view, words }: Position<View>, cell: string): string {
  const stack = view.cave[cell];
  if (!stack?.length) return words.say("board.cell.empty", { cell });
  const here = words.say("board.cell.stack", { cell, tile: stack.at(-1), level: stack.length });
  const known = below(view, cell);
  return known.length ? `${here} ${words.say("board.cell.below", { list: listed(view, words, known) })}` : here;
}

/** The label of a cell: what lies there and what a press does. */
export function cellLabel(position: Position<View>, hand: SolomonHand, cell: string): string {
  return `${stackText(position, cell)} ${cellAction(position, hand, cell)}`.trimEnd();
}

/** What a press on a cell does. */
export function cellAction(position: Position<View>, hand: SolomonHand, cell: string): string {
  const [from] = hand.chosen;
  if (from === cell) return position.say("board.cell.lifted");
  if (from) return hand.moves(cell).length ? position.say("board.cell.onto", { from }) : "";
  const aim = hand.rules.aim(cell);
  if (!aim) return "";
  if (!position.offers(aim.move)) return position.say("board.cell.not");
  const outcome = position.outcome(aim.move);
  if (outcome?.takes) return digText(position, outcome);
  return position.say(hand.rules.picking ? "board.cell.pick" : "board.cell.name", { cells: aim.cells.join(" ") });
}

/** A dig, its finds and its cost. */
function digText({ view, words }: Position<View>, { places = [], takes = [], cost, pays }: Outcome): string {
  const list = listed(view, words, takes);
  return words.say(pays ? "board.dig.at" : "board.dig.fails.at", { cells: places.join(" "), list, cost });
}

/** A shape row by row: "row 1: 1 2, row 2: 2". */
function shapeText(words: Words, picture: readonly string[]): string {
  const row = (line: string, place: number) => {
    const cells = [...line].flatMap((sign, column) => (sign === "#" ? [column + 1] : [])).join(" ");
    return words.say("board.row", { n: place + 1, cells });
  };
  return picture.map(row).join(", ");
}

/** A card and its shape. */
export function cardLabel({ view, words }: Position<View>, card: string): string {
  const picture = view.shapes[card] ?? [];
  return words.say("board.hand.card", { card, size: spots(picture).length, shape: shapeText(words, picture) });
}

/** A magic object: how many the reader has, whether it can be used, and what it does. */
export function objectLabel(position: Position<View>, hand: SolomonHand, object: MagicObject): string {
  const { view, words } = position;
  const tile = view.objects[object];
  const n = view.seats[view.seat!]?.tiles?.[tile] ?? 0;
  const about = words.say(`magic.${tile}`);
  return words.say(`board.object.${objectState(position, hand, object)}`, { tile, about, n });
}

/** Whether an object is in use, with or without a way back, can be used, cannot be used now, or is not there. */
export function objectState(
  position: Position<View>,
  hand: SolomonHand,
  object: MagicObject,
): "back" | "used" | "use" | "not" | "none" {
  const { view } = position;
  if (hand.rules.takenBack === object) return "back";
  if (view.turn?.objects.includes(object)) return "used";
  if (position.offers(`use ${object}`)) return "use";
  return view.seats[view.seat!]?.tiles?.[view.objects[object]] ? "not" : "none";
}

/** The parameters of a move's text. */
export function details(view: View, { verb, targets }: Choice): Details {
  const what = targets[0] ?? "";
  switch (verb) {
    case "play":
      return { card: what };
    case "shift":
      return { tile: view.cave[what]?.at(-1) ?? "", cell: what, onto: targets[1] };
    case "use":
    case "give":
      return { tile: tileNamed(view, what) };
    case "turn":
      return { arrow: what };
    default:
      return { cell: what };
  }
}

export function text(position: Position<View>): Section[] {
  const { view, words } = position;
  const { turn } = view;
  const hand = view.seat === null ? null : view.seats[view.seat]!.hand;
  return [
    caveSection(position),
    ...(turn ? [{ title: words.say("board.text.turn"), lines: [turnText(view, words, turn)] }] : []),
    ...digSection(position),
    seatSection(view, words),
    ...(hand?.length
      ? [{ title: words.say("board.text.hand"), items: hand.map((card) => cardLabel(position, card)) }]
      : []),
    besideSection(view, words),
  ];
}

function caveSection({ view, words }: Position<View>): Section {
  const cell = (name: string) => {
    const stack = view.cave[name];
    if (!stack?.length) return words.say("board.text.empty");
    const known = below(view, name);
    const here = words.say("board.text.stack", { tile: stack.at(-1), level: stack.length });
    return known.length ? `${here}. ${words.say("board.cell.below", { list: listed(view, words, known) })}` : here;
  };
  const round = words.say("board.round", { number: roundNumber(view), all: view.rounds });
  const rows = Array.from({ length: SIDE }, (_, row) => [
    words.say("board.text.row", { n: row + 1 }),
    ...COLUMNS.map((_, column) => cell(cellName(row, column))),
  ]);
  const columns = ["", ...COLUMNS.map((column) => words.say("board.text.column", { column }))];
  return {
    title: words.say("board.text.cave"),
    lines: [`${round}. ${words.say("board.text.about")}`],
    table: { columns, rows },
  };
}

function turnText(view: View, words: Words, turn: NonNullable<View["turn"]>): string {
  const { card, shape, arrow, shifts, objects, area, lost } = turn;
  const list = (tiles: readonly string[]) => listed(view, words, tiles);
  return [
    words.say("board.text.plays", { seat: view.active, card, shape: shapeText(words, turned(shape, arrow)) }),
    words.say("board.text.arrow", { arrow }),
    words.say("board.text.shifts", { n: shifts }),
    objects.length ? words.say("board.text.objects", { list: list(objects.map((each) => view.objects[each])) }) : "",
    area.length ? words.say("board.text.area", { cells: area.join(" ") }) : "",
    lost.length ? words.say("board.text.lost", { list: list(lost) }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function digSection(position: Position<View>): Section[] {
  const items = position.moves
    .filter((choice) => choice.verb === "dig")
    .map(({ move }) => `${move}: ${digText(position, position.outcome(move) ?? {})}`);
  return items.length ? [{ title: position.say("board.text.digs"), items }] : [];
}

function seatSection(view: View, words: Words): Section {
  const rows = view.seats.map((player, seat) => [
    words.word("seat", seat),
    player.card ?? words.say(player.chosen ? "board.hand.chosen" : "board.text.none"),
    player.coins === null ? words.say("board.text.unknown") : words.number(player.coins),
    `${player.count}${player.tiles && player.count ? `: ${counted(view, words, player.tiles)}` : ""}`,
    player.finds.length ? listed(view, words, player.finds) : words.say("board.text.none"),
  ]);
  const columns = ["name", "card", "coins", "tiles", "finds"].map((column) => words.say(`board.text.${column}`));
  return { title: words.say("board.text.seats"), table: { columns, rows } };
}

function besideSection(view: View, words: Words): Section {
  const paid = counted(view, words, view.beside);
  const unseen = counted(view, words, view.unseen ?? {});
  const items = [
    words.say("board.text.supply", { n: view.supply }),
    paid ? words.say("board.text.paid", { list: paid }) : "",
    view.discarded ? words.say("board.text.discarded", { n: view.discarded }) : "",
    unseen ? words.say("board.text.unseen", { list: unseen }) : "",
  ];
  return { title: words.say("board.text.beside"), items: items.filter(Boolean) };
}

/** What a collection is worth at the end: "most 24, second 12". */
export function worthOf(view: View, words: Words, key: "sets" | "curses" | "magic"): string {
  if (key === "sets") return words.say("board.counts.each", { points: view.set });
  const [first, second] = view.prizes[key];
  return words.say("board.counts.prizes", { first, second });
}

/** Says that several players have won a first prize, and share it with the second. */
function sharedPrize(view: View, words: Words, key: "sets" | "curses" | "magic"): string[] {
  return key !== "sets" && (view.leaders?.[key].length ?? 0) > 1 ? [words.say("board.sheet.shared")] : [];
}

export function sheet(view: View, words: Words): SheetRow[] {
  const lines = view.sheet ?? [];
  const plain = (key: "coins" | "treasures" | "total"): SheetRow => ({
    key,
    label: words.say(`board.sheet.${key}`),
    unit: key === "total" ? undefined : words.say(`board.counts.${key}`),
    rules: [key === "total" ? "S76" : "S71"],
    cells: lines.map((line) => ({ value: words.number(line[key]) })),
  });
  const pair = (key: "sets" | "curses" | "magic"): SheetRow => ({
    key,
    label: words.say(`board.sheet.${key}`),
    unit: [words.say(`board.sheet.${key}.unit`), worthOf(view, words, key), ...sharedPrize(view, words, key)].join(
      words.say("board.break"),
    ),
    rules: key === "sets" ? ["S71"] : ["S72", "S73", "S74", "S75"],
    cells: lines.map((line) => ({ value: words.number(line[key][1]), from: words.number(line[key][0]) })),
  });
  const total: SheetRow = { ...plain("total"), kind: "total" };
  return [plain("coins"), plain("treasures"), pair("sets"), pair("curses"), pair("magic"), total];
}
