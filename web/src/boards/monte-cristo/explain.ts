/** What a thing on the board is, what it would bring, and why it cannot be had; and what counts for everybody. */
import { capital } from "../../lib/words";
import type { Hand } from "../kit/hand.svelte";
import { outcomeLines } from "../kit/outcome";
import type { Position } from "../kit/position.svelte";
import type { Count, Explanation } from "../kit/text";
import type { MonteCristoGestures } from "./gestures";
import { about, label } from "./text";
import { cardName, marbleAt, parts } from "./view";
import type { Bonus, Dungeon, Kind, View } from "./wire";

export function explain(
  position: Position<View>,
  hand: Hand<View, MonteCristoGestures>,
  key: string,
): Explanation | null {
  const { view, words } = position;
  const [what, name = ""] = key.split(" ");
  const brings = foretold(position, hand, key);
  // Equal treasures are told once.
  const told = (title: string, ...lines: string[]) => ({
    title: capital(title),
    lines: [...new Set([...lines, ...brings])],
  });
  if (key in view.dungeons)
    return told(words.say("board.dungeon.name", { dungeon: key }), ...inside(position, key as Dungeon));
  if (key in view.bonus) return told(words.word("bonus", key), about(position, key), visitors(position, key as Bonus));
  if (key in view.slide) return told(words.word("lane", key), about(position, key), label(position, key));
  if (key in view.market) return told(words.word("kind", key), ...priced(position, key as Kind));
  switch (what) {
    case "treasure":
      return told(words.word("treasure", name), ...wanted(position, name));
    case "card":
    case "drawn":
      return told(cardName(words, name), about(position, key));
    case "down":
    case "up":
      return told(words.say(`board.goal.${what}`));
    default:
      return told(label(position, key), words.say("board.about.marble", { lane: marbleAt(key).lane }));
  }
}

/** What the only move on a thing would bring. */
function foretold(position: Position<View>, hand: Hand<View, MonteCristoGestures>, key: string): string[] {
  const [choice, ...others] = hand.moves(key);
  const outcome = choice && !others.length ? position.outcome(choice.move) : null;
  if (!outcome) return [];
  const { cost, points, amounts } = outcome;
  return outcomeLines(position.words, { cost, points, amounts }, choice);
}

/** A dungeon: what its treasures sell for and who would get them now, and who would collect first. */
function inside({ view, words, seat }: Position<View>, name: Dungeon): string[] {
  const { treasures, sales, order } = view.dungeons[name];
  const lines = treasures.map((treasure, at) => words.sentence("board.about.sale", { treasure, sale: sales[at] }));
  for (const [of, { takes }] of (view.forecast ?? []).entries()) {
    if (takes[name]) lines.push(words.say("board.about.gets", { seat: of, treasure: takes[name] }));
  }
  if (order.length) lines.push(words.say("board.about.order", { order_seat: order }));
  if (seat !== null && !order.includes(seat)) lines.push(words.say("board.about.absent"));
  lines.push(words.say("board.about.full", { number: treasures.length, full: view.amounts.full }));
  return lines;
}

/** Who stands in a bonus area. */
function visitors({ view, words }: Position<View>, area: Bonus): string {
  const seats = view.bonus[area];
  return words.say(seats.length ? "board.about.there" : "board.about.nobody", { there_seat: seats });
}

function priced({ view, words }: Position<View>, kind: Kind): string[] {
  return [words.say("board.about.price", { price: view.market[kind] }), words.say("board.about.market")];
}

/** A treasure of the dungeon that is searched: what it is, and why the collector cannot take it. */
function wanted(position: Position<View>, treasure: string): string[] {
  const { words, view } = position;
  const reason = view.collecting?.refused[treasure];
  if (reason === undefined) return [about(position, `treasure ${treasure}`)];
  return [words.say(`refusal.${reason}`, { treasure, kind: parts(treasure).kind })];
}

/** What counts: points towards the goal, what a scoring now would bring, and what everybody would take where the reader stands. */
export function counts({ view, words, seat }: Position<View>, hand: Hand<View, MonteCristoGestures>): Count[] {
  if (view.over) return [];
  const plus = (number: number) => `+${words.number(number)}`;
  const { points } = hand.outcome ?? {};
  const forecast = view.forecast ?? [];
  const queued = Object.entries(view.dungeons).filter(
    ([, { order, treasures }]) => seat !== null && order.includes(seat) && treasures.length,
  );
  return [
    {
      key: "points",
      rule: "M67",
      label: words.say("board.points"),
      note: words.say("board.counts.goal", { goal: view.amounts.goal }),
      cells: view.seats.map((has) => words.number(has.points)),
      ...(points && { change: plus(points) }),
    },
    {
      key: "forecast",
      rule: "M66",
      label: words.say(view.collecting ? "board.counts.scoring" : "board.counts.forecast"),
      note: words.say(view.collecting ? "board.counts.rest" : "board.counts.best"),
      cells: forecast.map(({ gain }) => plus(gain)),
    },
    {
      key: "hunters",
      rule: "M40",
      label: words.say("board.seat.hunters"),
      cells: view.seats.map((has) => words.number(has.hunters)),
    },
    ...queued.map(([dungeon, { sales }]) => ({
      key: dungeon,
      rule: "M60",
      label: words.say("board.counts.dungeon", { dungeon }),
      note: words.say("board.counts.sales", { sales: sales.join(", ") }),
      cells: forecast.map(({ takes }) => words.number(takes[dungeon]?.length ?? 0)),
    })),
  ];
}
