/** Ali Baba in words: the text board, the score sheet, and explanations of things on the board. */
import { capital, type Words } from "../../lib/words";
import type { Outcome } from "../../wire";
import type { Hand } from "../kit/hand.svelte";
import type { Position } from "../kit/position.svelte";
import type { Count, Explanation, Section, SheetRow } from "../kit/text";
import {
  bannedBy,
  bansOn,
  caveOf,
  COLOURS,
  colourOf,
  isColour,
  isTreasure,
  lyingOn,
  tileOf,
  tilesOf,
  treasuresOf,
} from "./view";
import type { Colour, SeatView, Treasure, View } from "./wire";

export function nameOf(words: Words, name: "tile" | "ban" | "kind", value: string): string {
  return capital(words.word(name, value));
}

/** A colour's spell, in full. */
export function spellOf({ words, view }: Position<View>, colour: Colour): string {
  return words.say(`spell.${colour}`, view.amounts);
}

/** A colour's spell, in short. */
export function shortSpell({ words, view }: Position<View>, colour: Colour): string {
  return words.say(`board.spell.${colour}`, view.amounts);
}

/** A set of the reader: the number of tiles and their points. */
export function setOf({ view, words, seat }: Position<View>, treasure: Treasure): string {
  const [size, worth] = (seat === null ? null : view.seats[seat]?.score?.sets[treasure]) ?? [0];
  return size ? words.say("board.set.label", { size, worth }) : words.say("board.set.none");
}

/** What sets are worth, by size (A32). */
function worths(view: View, words: Words): string {
  return words.say("board.set.worths", { worths: words.list(view.amounts.sets.map((worth) => words.number(worth))) });
}

/** Whether tiles are taken without their spells now (A23, A24). */
export function isQuiet(view: View): boolean {
  return view.step === "green" || view.step === "pick";
}

/** What the move on a thing would bring that its numbers do not say, one sentence each. */
export function consequences({ words, view }: Position<View>, outcome: Outcome, key: string): string[] {
  const told: string[] = [];
  const { takes, turns_up, points, then } = outcome;
  if (turns_up?.length) told.push(words.count("board.turns", turns_up.length));
  else if (turns_up) told.push(words.say(key.startsWith("1") ? "board.bares" : "board.turns.none")); // 1 is the floor
  const nothing = `board.nothing.${takes?.[0] && colourOf(takes[0])}`;
  if (isQuiet(view)) told.push(words.say("board.quiet"));
  else if (then) told.push(words.say(`board.then.${then}`));
  else if (points === undefined && words.has(nothing)) told.push(words.say(nothing));
  return told;
}

/** Explains a slot, a tile, a spell or a treasure; null for an empty slot. */
export function explain(position: Position<View>, _hand: Hand<View>, key: string): Explanation | null {
  const { words, view } = position;
  const bans = (seats: number[]) => seats.map((of) => banOf(words, view, of));
  if (isColour(key)) {
    return { title: nameOf(words, "ban", key), lines: [spellOf(position, key), ...bans(bannedBy(view, key))] };
  }
  if (isTreasure(key)) {
    const own = position.seat === null ? [] : [`${setOf(position, key)}.`];
    return { title: nameOf(words, "ban", key), lines: [...own, worths(view, words), ...bans(bannedBy(view, key))] };
  }
  const tile = tileOf(view, key);
  if (!tile) return explainBack(position, key);
  // A tile that is shown, or taken without its spell, is explained without it.
  const idle = position.at(key).length > 0 && (isQuiet(view) || view.step === "show");
  const spell = idle ? [] : [spellOf(position, colourOf(tile))];
  const lines = [...spell, ...brings(position, key), ...bans(bansOn(view, tile))];
  return { title: nameOf(words, "tile", tile), lines };
}

function explainBack({ words, view }: Position<View>, slot: string): Explanation | null {
  const place = caveOf(view).places.find((each) => each.slot === slot);
  if (!place || !(slot in view.board)) return null;
  const lines = [words.count("board.covers", lyingOn(view, place).length)];
  return { title: words.say("board.down", { level: place.level }), lines };
}

/** What the move on a thing would bring, if there is one. */
function brings(position: Position<View>, key: string): string[] {
  const { words } = position;
  const choice = position.at(key)[0];
  const outcome = choice && position.outcome(choice.move);
  if (!outcome) return [];
  if (choice.verb === "show" && outcome.worth) {
    const [before, after] = outcome.worth;
    return [words.say("outcome.show_worth", { before, after })];
  }
  const told = consequences(position, outcome, key);
  if (outcome.points !== undefined) told.push(words.say("board.brings", { points: outcome.points }));
  if (outcome.amounts) told.push(words.say("board.grows", outcome.amounts));
  return told;
}

/** What counts at the end. Spells and the number of tiles are public; what sets are worth is known for visible tiles. */
export function counts({ view, words, seat }: Position<View>, { outcome, preview }: Hand<View>): Count[] {
  if (view.over) return [];
  const row = (key: string, rule: string, value: (seat: SeatView) => number | null | undefined): Count => ({
    key,
    rule,
    label: words.say(`board.counts.${key}`),
    cells: view.seats.map((each) => {
      const known = value(each);
      return known == null ? null : words.number(known);
    }),
  });
  const added = (points: number | undefined) => (points ? { change: `+${words.number(points)}` } : {});
  const mine = seat !== null && preview?.verb !== "show" ? outcome : null;
  return [
    { ...row("spells", "A12", ({ points }) => points), ...added(mine?.points) },
    {
      ...row("sets", "A32", ({ worth }) => worth),
      note: words.say("board.counts.worths", { worths: view.amounts.sets.join(", ") }),
      ...added(mine?.amounts?.set),
    },
    row("all", "A32", ({ score }) => score?.total),
    { ...row("tiles", "A33", ({ count }) => count), note: words.say("board.counts.tie") },
  ];
}

function banOf(words: Words, view: View, of: number): string {
  return words.sentence("board.banned", { seat: of, ban: view.seats[of]!.ban });
}

/** General notices: turns left, bans, treasures left out. */
export function notices({ words, view, seat }: Position<View>): string[] {
  const told: string[] = [];
  const left = seat === null ? 0 : view.turns_left?.[seat];
  if (left) told.push(words.count("board.left", left));
  for (const [of, { ban }] of view.seats.entries()) if (ban) told.push(banOf(words, view, of));
  if (view.removed.length) told.push(words.say("board.out", { kind: view.removed }));
  return told;
}

/** The text board. */
export function text(position: Position<View>): Section[] {
  const { words, view, names } = position;
  const say = (key: string) => words.say(`board.text.${key}`);
  const { places } = caveOf(view);
  const up = places.filter(({ slot }) => view.board[slot]).reverse();
  const down = [1, 2, 3].flatMap((level) => {
    const slots = places.filter((place) => place.level === level && view.board[place.slot] === null);
    return slots.length ? [words.say("board.text.layer", { level, slots: slots.map(({ slot }) => slot) })] : [];
  });
  const taken = view.taken && words.say("board.text.taken", { tile: view.taken.spell, slot: view.taken.slot });
  const rows = up.map(({ slot }) => {
    const tile = view.board[slot]!;
    const bans = bansOn(view, tile).map((of) => banOf(words, view, of));
    return [slot, nameOf(words, "tile", tile), [...brings(position, slot), ...bans].join(" ")];
  });
  // What can be said of a tile depends on what is decided now; a column that says nothing is left out.
  const told = up.some(({ slot }) => position.at(slot).length) ? ["turns"] : rows.some((row) => row[2]) ? ["bans"] : [];
  const columns = ["slot", "tile", ...told];
  const sections: Section[] = [
    {
      title: say("up"),
      lines: [...notices(position), ...(taken ? [taken] : [])],
      table: { columns: columns.map(say), rows: rows.map((row) => row.slice(0, columns.length)) },
    },
    { title: say("down"), items: down.length ? down : [say("none")] },
    {
      title: words.say("board.spells"),
      terms: COLOURS.map((colour) => [nameOf(words, "ban", colour), spellOf(position, colour)]),
    },
    { title: say("players"), terms: names.map((name, of) => [name, belongings(position, of)]) },
  ];
  const named = (tiles: readonly string[]) => tiles.map((tile) => nameOf(words, "tile", tile));
  if (view.beside.length) sections.push({ title: words.say("board.beside"), items: named(view.beside) });
  if (view.unseen) sections.push({ title: say("unseen"), items: named(view.unseen) });
  return sections;
}

/** What a seat has, bans and shows, in sentences. */
function belongings({ words, view }: Position<View>, of: number): string {
  const { points, count, ban, score, shown, chosen } = view.seats[of]!;
  const told = [words.say("board.text.points", { points }), `${words.count("board.seat.tiles", count)}.`];
  if (ban) told.push(banOf(words, view, of));
  if (shown) told.push(words.sentence("event.shown", { seat: of, tile: shown }));
  else if (chosen) told.push(words.sentence("event.chosen", { seat: of }));
  if (!score) return told.join(" ");
  for (const treasure of treasuresOf(view)) {
    const tiles = tilesOf(view, of, treasure);
    if (!tiles.length) continue;
    const colours = tiles.map((tile) => words.word("ban", colourOf(tile))).join(", ");
    const kind = nameOf(words, "kind", treasure);
    told.push(words.say("board.text.own", { kind, colours, worth: score.sets[treasure]?.[1] }));
  }
  return [...told, words.say("board.text.all", { all: score.total })].join(" ");
}

/** The rows of the score sheet: each treasure, spells, the total, and the tie-break (A33). */
export function sheet(view: View, words: Words): SheetRow[] {
  const lines = view.sheet ?? [];
  const row = (key: string, rules: string[], values: number[], kind?: SheetRow["kind"]): SheetRow => ({
    key,
    label: words.say(`board.sheet.${key}`),
    rules,
    cells: values.map((value) => ({ value: words.number(value) })),
    ...(kind && { kind }),
  });
  const treasures = treasuresOf(view).filter((treasure) => lines.some((line) => line.sets[treasure]));
  return [
    ...treasures.map((treasure) => ({
      key: treasure,
      label: nameOf(words, "kind", treasure),
      rules: ["A32"],
      cells: lines.map(({ sets }) => {
        const [size, worth] = sets[treasure] ?? [];
        if (size === undefined) return null;
        const label = words.say("board.sheet.cell", { size, worth });
        return { value: words.number(worth!), from: `${size}×`, label };
      }),
    })),
    row(
      "spells",
      ["A20", "A21", "A22"],
      lines.map((line) => line.spells),
    ),
    row(
      "total",
      ["A33"],
      lines.map((line) => line.total),
      "total",
    ),
    row(
      "tiles",
      ["A33"],
      view.seats.map((seat) => seat.count),
      "tie-break",
    ),
  ];
}

/** What sets score (A32), and what decides between seats with the same total (A33). */
export function remark(view: View, words: Words): string {
  const totals = (view.sheet ?? []).map((line) => line.total);
  const best = totals.filter((total) => total === Math.max(...totals));
  const told = [worths(view, words)];
  const shared = (view.winners?.length ?? 0) > 1;
  if (best.length > 1) told.push(words.say(shared ? "board.sheet.shared" : "board.sheet.tie"));
  return told.join(" ");
}
