/** The position in words: labels and explanations of things, the text board and the score sheet. */
import type { Words } from "../../lib/words";
import type { Position } from "../kit/position.svelte";
import type { Section, SheetRow } from "../kit/text";
import { earnings } from "./story";
import { ashore, BONUSES, cardName, LANES, marbleAt, PILES } from "./view";
import type { Bonus, Dungeon, GameEvent, Kind, Lane, View } from "./wire";

const NONE = "–";

/** What a thing is and what lies there. */
export function label(position: Position<View>, key: string): string {
  const { view, words } = position;
  const owners = (seats: readonly number[]) =>
    seats.map((seat) => words.word("seat", seat)).join(", ") || words.say("board.none");
  if (key in view.dungeons) {
    const { treasures, queue } = view.dungeons[key as Dungeon];
    const treasure = treasures.length ? treasures : words.say("board.none");
    return words.say("board.dungeon", { name: key, treasure, queue: owners(queue) });
  }
  if (key in view.bonus) {
    const there = owners(view.bonus[key as Bonus]);
    return words.say("board.area", { bonus: key, what: about(position, key), owners: there });
  }
  if (key in view.slide) {
    const marbles = view.slide[key as Lane];
    return words.say(marbles.length ? "board.lane" : "board.lane.empty", { lane: key, owners: owners(marbles) });
  }
  if (key in view.market) {
    const place = Object.keys(view.market).indexOf(key) + 1;
    return words.say("board.stall", { place, kind: key, price: view.market[key as Kind] });
  }
  const { lane, place } = marbleAt(key);
  return words.say("board.marble", { lane, place, seat: view.slide[lane]?.[place - 1] });
}

/** What a thing is for, in a sentence. */
export function about(position: Position<View>, key: string): string {
  const { view, words } = position;
  const [what, name] = key.split(" ");
  if (key in view.bonus) return words.say(`bonus.${key}`, view.amounts);
  if (key in view.slide) return words.say(`lane.${key}`);
  if (what === "treasure") return words.sentence("board.about.treasure", { treasure: name });
  if (name === undefined) return label(position, key);
  if (name === "joker") return words.say("bonus.joker");
  return words.sentence("board.about.card", { card: name, number: ashore(view, name) });
}

export function text(position: Position<View>): Section[] {
  const { view, words } = position;
  const say = (key: string) => words.say(`board.${key}`);
  const owners = (seats: readonly number[]) => seats.map((seat) => words.word("seat", seat)).join(", ") || NONE;
  const cards = (list: readonly string[]) => list.map((card) => cardName(words, card)).join(", ") || NONE;
  const treasures = (list: readonly string[]) => words.word("treasure", list) || NONE;
  return [
    { title: say("text.now"), lines: now(position) },
    {
      title: say("slide"),
      table: {
        columns: [say("text.lane"), say("text.marbles")],
        rows: LANES.map((lane) => [words.word("lane", lane), owners(view.slide[lane])]),
      },
    },
    {
      title: say("text.dungeons"),
      table: {
        columns: [say("text.dungeon"), say("text.treasures"), say("text.queue")],
        rows: Object.entries(view.dungeons).map(([name, dungeon]) => [
          name,
          treasures(dungeon.treasures),
          owners(dungeon.queue),
        ]),
      },
    },
    {
      title: say("text.areas"),
      table: {
        columns: [say("text.area"), say("text.there")],
        rows: BONUSES.map((area) => [words.word("bonus", area), owners(view.bonus[area])]),
      },
    },
    {
      title: say("market"),
      table: {
        columns: [say("text.kind"), say("text.price")],
        rows: Object.entries(view.market).map(([kind, price]) => [words.word("kind", kind), words.number(price)]),
      },
    },
    {
      title: say("text.seats"),
      table: {
        columns: [
          "text.player",
          "points",
          "seat.hunters",
          "seat.marseille",
          "seat.cards",
          "text.jokers",
          "collected",
        ].map(say),
        rows: view.seats.map((has, seat) => [
          words.word("seat", seat),
          ...[has.points, has.hunters, has.marseille].map((number) => words.number(number)),
          cards(has.cards),
          words.number(has.jokers.length),
          treasures(has.collected),
        ]),
      },
    },
    {
      title: say("piles"),
      items: PILES.map((pile) => words.say("board.pile", { what: say(pile), number: view[pile].length })),
    },
  ];
}

/** The decision: who acts in which lane, what is drawn, and what is due. */
function now({ view, words }: Position<View>): string[] {
  const lines: string[] = [];
  if (!view.over) {
    lines.push(words.sentence("board.text.round", { round: view.round, lane: view.lane }));
    lines.push(words.say("board.text.acts", { seat: view.to_act }));
  }
  if (view.drawn.length) {
    const things = words.word(view.lane === "supply" ? "card" : "treasure", view.drawn);
    lines.push(words.say("board.text.drawn", { seat: view.active, things }));
  }
  const going = view.collecting;
  if (going) {
    lines.push(words.say("board.text.order", { dungeon: going.dungeon, order_seat: going.order }));
    if (going.kind) lines.push(words.say("board.text.due", { kind: going.kind, due: going.due }));
  }
  return lines;
}

/** The score sheet: where the points come from, their sum, and hunters in the dungeons as the tie-break (M80). */
export function sheet(view: View, words: Words, told: readonly GameEvent[]): SheetRow[] {
  const cells = (name: "points" | "hunters") => (view.sheet ?? []).map((line) => ({ value: words.number(line[name]) }));
  const row = (key: string, rule: string, label: string, points: readonly number[]): SheetRow => ({
    key,
    label,
    rules: [rule],
    cells: points.map((each) => ({ value: words.number(each) })),
  });
  const { fame, scorings } = earnings(told, view.seats.length);
  return [
    ...scorings.map((points, place) =>
      row(`scoring ${place}`, "M66", words.say("board.earned.scoring", { number: place + 1 }), points),
    ),
    ...(fame.some(Boolean) ? [row("fame", "M45", words.say("board.earned.fame"), fame)] : []),
    {
      key: "points",
      label: words.say("board.points"),
      unit: words.say("board.sheet.from"),
      rules: ["M67", "M80"],
      cells: cells("points"),
      kind: "total",
    },
    {
      key: "hunters",
      label: words.say("board.sheet.hunters"),
      unit: words.say("board.sheet.decides"),
      rules: ["M80"],
      cells: cells("hunters"),
      kind: "tie-break",
    },
  ];
}

export function remark(view: View, words: Words): string {
  const points = view.sheet?.map((line) => line.points) ?? [];
  return new Set(points).size < points.length ? words.say("board.sheet.tie") : "";
}
