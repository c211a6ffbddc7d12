/** Readers of the view: names, and what lies where on the drawing. */
import type { Words } from "../../lib/words";
import type { Bonus, Dungeon, GameEvent, Kind, Lane, View } from "./wire";

export const LANES: readonly Lane[] = ["supply", "hunters", "chest", "order"];
export const BONUSES: readonly Bonus[] = ["joker", "landing", "fame", "reinforcement"];
export const PILES = ["deck", "discards", "bag", "aside"] as const;
/** Clockwise around the courtyard: the upper wing, then the lower one from right to left. */
export const WINGS: readonly (readonly Dungeon[])[] = [
  ["A", "B", "C"],
  ["F", "E", "D"],
];

export type Pile = (typeof PILES)[number];

/** Splits a card or treasure into kind and number. */
export function parts(name: string): { kind: Kind; number: number } {
  const [kind, number] = name.split("-");
  return { kind: kind as Kind, number: Number(number) };
}

/** Splits a marble, such as `chest-3`, into its lane and its place from below. */
export function marbleAt(name: string): { lane: Lane; place: number } {
  const [lane, place] = name.split("-");
  return { lane: lane as Lane, place: Number(place) };
}

/** The hunters that a card shows; none on a joker. */
export function ashore(view: View, card: string): number {
  return card === "joker" ? 0 : view.ashore[parts(card).number as 1 | 2 | 3];
}

/** All cards of a seat, jokers last. */
export function cardsOf(view: View, seat: number): string[] {
  const { cards, jokers } = view.seats[seat]!;
  return [...cards, ...jokers.map(() => "joker")];
}

/** A card or a joker in words. */
export function cardName(words: Words, card: string): string {
  return words.word(card === "joker" ? "bonus" : "card", card);
}

/** Keys of things by name; things after the first of several equal ones are numbered. */
export function keysOf(what: string, names: readonly string[]): string[] {
  return names.map((name, at) => `${what} ${name}${names.indexOf(name) < at ? ` ${at}` : ""}`);
}

/** The places of an event on the board: dungeons, lanes, bonus areas, market markers. */
export function places(event: GameEvent): string[] {
  switch (event.event) {
    case "up":
      return [event.kind];
    case "sell":
      return [parts(event.treasure).kind];
    case "scoring":
      return event.dungeon;
    default:
      if ("dungeon" in event) return [event.dungeon];
      if ("lane" in event) return [event.lane];
      return "bonus" in event ? [event.bonus] : [];
  }
}
