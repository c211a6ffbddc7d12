/** Chances at Ali Baba: all face-down tiles are alike; what went behind a screen was seen. */
import { seatOf, percent, sum, type Chance, type Odds, type OddsTeller, type Told } from "../kit/odds";
import type { Mark } from "../kit/overlays.svelte";
import type { Position } from "../kit/position.svelte";
import { COLOURS, colourOf, isColour, isTreasure, treasureOf, treasuresOf } from "./view";
import type { View } from "./wire";

/** The chances of a face-down tile of the cave; null if there is none. */
function faceDown(view: View, odds: Odds): readonly Chance[] | null {
  const slot = Object.keys(view.board).find((each) => odds.has(each));
  return slot === undefined ? null : odds.get(slot)!;
}

/** A face-down tile: first by treasure, then by colour. */
function tile({ words }: Position<View>, chances: readonly Chance[]): Told {
  const names = [
    (thing: string) => words.word("kind", treasureOf(thing)),
    (thing: string) => words.word("kind", colourOf(thing)),
  ];
  return { title: words.say("board.odds.tile"), chances, names };
}

export const odds: OddsTeller<View> = {
  marks({ view, words }, odds): Mark[] {
    const chances = faceDown(view, odds);
    if (!chances) return [];
    const mark = (at: string, fits: (thing: string) => boolean) => ({
      at,
      text: percent(sum(chances, fits), words.lang),
    });
    return [
      ...treasuresOf(view).map((treasure) => mark(treasure, (thing) => treasureOf(thing) === treasure)),
      ...COLOURS.map((colour) => mark(colour, (thing) => colourOf(thing) === colour)),
    ];
  },

  about(position, odds, key): Told[] {
    const chances = odds.get(key);
    if (chances) return [tile(position, chances)];
    const all = faceDown(position.view, odds);
    if (!all || !(isColour(key) || isTreasure(key))) return [];
    const { words } = position;
    const fits = (thing: string) => (isColour(key) ? colourOf(thing) === key : treasureOf(thing) === key);
    const name = (thing: string) => (fits(thing) ? words.word("tile", thing) : null);
    return [{ title: words.say("board.odds.tile"), chances: all, names: [name] }];
  },

  all(position, odds): Told[] {
    const { view, words } = position;
    const all = faceDown(view, odds);
    const name = (thing: string) => words.word("tile", thing);
    const seats = [...odds].flatMap(([place, chances]): Told[] => {
      const seat = seatOf(place);
      if (/^seat \d+ tiles$/.test(place))
        return [{ title: words.say("board.odds.tiles", { seat }), chances, names: [name] }];
      if (/^seat \d+ shown$/.test(place))
        return [{ title: words.say("board.odds.shown", { seat }), chances, names: [name] }];
      return [];
    });
    return [...(all ? [tile(position, all)] : []), ...seats];
  },
};
