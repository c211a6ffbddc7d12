/** What counts at the end: where everybody stands as far as the reader knows, and what a move would change. */
import type { Outcome } from "../../wire";
import type { Position } from "../kit/position.svelte";
import type { Count } from "../kit/text";
import type { SolomonHand } from "./gestures.svelte";
import { worthOf } from "./text";
import type { ScoreView, View } from "./wire";

type Collection = "sets" | "curses" | "magic";

/** What outcomes call the size of a collection. */
const AMOUNTS: Record<Collection, string> = { sets: "sets", curses: "curse_sum", magic: "objects" };

export function counts(position: Position<View>, hand: SolomonHand): Count[] {
  const { view, words } = position;
  if (view.over) return [];
  const after = hand.outcome?.amounts ?? {};
  const row = (key: keyof ScoreView, note: string, amount: string, rule: string): Count => ({
    key,
    label: words.say(`board.sheet.${key}`),
    note,
    cells: view.seats.map(({ score, unknown }) => {
      if (!score) return null;
      const known = words.number(sizeOf(score, key));
      return unknown && key !== "coins" ? words.say("board.counts.least", { known }) : known;
    }),
    change: after[amount] === undefined ? undefined : `→\u00a0${words.number(after[amount])}`,
    rule,
  });
  return [
    row("coins", words.say("board.counts.coins"), "coins", "S71"),
    row("treasures", words.say("board.counts.treasures"), "treasures", "S71"),
    row("sets", worthOf(view, words, "sets"), AMOUNTS.sets, "S71"),
    row("curses", prizeNote(position, "curses"), AMOUNTS.curses, "S72"),
    row("magic", prizeNote(position, "magic"), AMOUNTS.magic, "S72"),
  ];
}

/** The size of a collection; of pairs, the amount and not its points. */
function sizeOf(score: ScoreView, key: keyof ScoreView): number {
  const value = score[key];
  return typeof value === "number" ? value : value[0];
}

/** Both prizes, and who leads as far as the reader knows. */
export function prizeNote({ view, words }: Position<View>, key: "curses" | "magic"): string {
  const leaders = view.leaders?.[key] ?? [];
  const worth = worthOf(view, words, key);
  if (!leaders.length) return worth;
  const seat = leaders.length === 1 ? leaders[0] : leaders;
  const leads = words.say(leaders.length === 1 ? "board.counts.leads" : "board.counts.level", { seat });
  return [worth, leads].join(words.say("board.break"));
}

/** What a move would change in the reader's collections: "Curses 3 → 8." */
export function gains({ view, words }: Position<View>, outcome: Outcome | null): string[] {
  const score = view.seats[view.seat ?? -1]?.score;
  const after = outcome?.amounts ?? {};
  if (!score) return [];
  return (Object.keys(AMOUNTS) as Collection[]).flatMap((key) => {
    const now = after[AMOUNTS[key]];
    if (now === undefined) return [];
    return words.say("board.gain", { what: words.say(`board.gain.${key}`), before: sizeOf(score, key), after: now });
  });
}
