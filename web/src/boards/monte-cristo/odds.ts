/** Chances at Monte Cristo: the treasures of the next chest, the cards of the next supply, and the faces of jokers. */
import { seatOf, sum, type OddsTeller, type Told } from "../kit/odds";
import type { Mark } from "../kit/overlays.svelte";
import type { Position } from "../kit/position.svelte";
import { parts } from "./view";
import type { Kind, View } from "./wire";

type Name = (thing: string) => string | null;

function bag({ words }: Position<View>, odds: ReadonlyMap<string, Told["chances"]>, fits: (thing: string) => boolean) {
  const name: Name = (thing) => (fits(thing) ? words.word("treasure", thing) : null);
  return told(words.say("board.odds.bag"), odds.get("bag"), name);
}

function deck({ words }: Position<View>, odds: ReadonlyMap<string, Told["chances"]>, fits: (thing: string) => boolean) {
  const name: Name = (thing) => (fits(thing) ? words.word("card", thing) : null);
  return told(words.say("board.odds.deck"), odds.get("deck"), name);
}

function told(title: string, chances: Told["chances"] | undefined, name: Name): Told[] {
  return chances ? [{ title, chances, names: [name] }] : [];
}

export const odds: OddsTeller<View> = {
  /** How many treasures of each kind the next chest holds on average. */
  marks({ view, words }, odds): Mark[] {
    const chances = odds.get("bag");
    if (!chances) return [];
    return (Object.keys(view.market) as Kind[]).map((kind) => {
      const mean = sum(chances, (thing) => parts(thing).kind === kind);
      return { at: kind, text: words.number(Math.round(10 * mean) / 10) };
    });
  },

  about(position, odds, key): Told[] {
    if (!(key in position.view.market)) return [];
    const fits = (thing: string) => parts(thing).kind === key;
    return [...bag(position, odds, fits), ...deck(position, odds, fits)];
  },

  all(position, odds): Told[] {
    const { words } = position;
    const jokers = [...odds].flatMap(([place, chances]) => {
      const number = /^seat \d+ joker (\d+)$/.exec(place)?.[1];
      if (number === undefined) return [];
      const title = words.say("board.odds.joker", { seat: seatOf(place), number });
      return told(title, chances, (thing) => words.word("card", thing));
    });
    return [...bag(position, odds, () => true), ...deck(position, odds, () => true), ...jokers];
  },
};
