/** Chances at Ali Baba: all face-down tiles are alike; what went behind a screen was seen. */
import { isSure, percent, seatOf, sum, type Chance, type Odds, type OddsTeller, type Told } from "../kit/odds";
import type { Mark } from "../kit/overlays.svelte";
import type { Position } from "../kit/position.svelte";
import TileFace from "./art/TileFace.svelte";
import { caveOf, COLOURS, colourOf, isColour, isTreasure, quarterOf, treasureOf, treasuresOf } from "./view";
import type { View } from "./wire";

/** The chances of a face-down tile of the cave; null if there is none of which nobody knows what it is. */
function faceDown(view: View, odds: Odds): readonly Chance[] | null {
  const unknown = Object.keys(view.board).map((slot) => odds.get(slot));
  return unknown.find((chances) => chances && !isSure(chances)) ?? null;
}

/** The face-down tiles that are known, by slot. */
function known(view: View, odds: Odds): [slot: string, chances: readonly Chance[]][] {
  return Object.keys(view.board).flatMap((slot): [string, readonly Chance[]][] => {
    const chances = odds.get(slot);
    return chances && isSure(chances) ? [[slot, chances]] : [];
  });
}

/** A face-down tile: first by treasure, then by colour; by its name if it is known. */
function tile({ words }: Position<View>, chances: readonly Chance[]): Told {
  if (isSure(chances)) {
    const name = (thing: string) => words.word("tile", thing);
    return { title: words.say("board.odds.tile"), chances, names: [name] };
  }
  const names = [
    (thing: string) => words.word("kind", treasureOf(thing)),
    (thing: string) => words.word("kind", colourOf(thing)),
  ];
  return { title: words.say("board.odds.tile"), chances, names };
}

export const odds: OddsTeller<View> = {
  marks({ view, words }, odds): Mark[] {
    const { places } = caveOf(view);
    const sure = known(view, odds).flatMap(([slot, chances]): Mark[] => {
      const quarter = quarterOf(
        view,
        places.find((place) => place.slot === slot)!,
      );
      return quarter ? [{ at: slot, picture: { Tile: TileFace, tile: chances[0]![0], ...quarter } }] : [];
    });
    const chances = faceDown(view, odds);
    if (!chances) return sure;
    const mark = (at: string, fits: (thing: string) => boolean) => ({
      at,
      text: percent(sum(chances, fits), words.lang),
    });
    return [
      ...sure,
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
    const tiles = known(view, odds).map(([slot, chances]) => {
      return { title: words.say("board.odds.slot", { slot }), chances, names: [name] };
    });
    const rest = odds.get("left over");
    const away = rest?.every(([, chance]) => chance === 1) ? rest : null;
    return [
      ...(all ? [tile(position, all)] : []),
      ...tiles,
      ...(away ? [{ title: words.say("board.odds.away"), chances: away, names: [name] }] : []),
      ...seats,
    ];
  },
};
