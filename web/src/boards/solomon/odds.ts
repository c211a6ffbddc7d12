/** Chances at King Solomon: what lies below, behind screens and in hands. */
import { isSure, percent, seatOf, sum, type Chance, type Odds, type OddsTeller, type Told } from "../kit/odds";
import type { Mark } from "../kit/overlays.svelte";
import type { Position } from "../kit/position.svelte";
import { isCell } from "./cells";
import { lookOf } from "./view";
import type { Family, View } from "./wire";

const FAMILIES: readonly Family[] = ["treasure", "curse", "parchment", "magic"];
const SIGNS: Record<string, string> = { alpha: "α", beta: "β", gamma: "γ", delta: "δ" };

/** The place right under the top tile of a cell, if the reader cannot see it. */
function under(view: View, cell: string, odds: Odds): readonly Chance[] | null {
  return odds.get(`${cell} ${(view.cave[cell]?.length ?? 0) - 1}`) ?? null;
}

/** What is sure below the top tile of a cell, the uppermost first, with its level. */
function sureBelow(view: View, cell: string, odds: Odds): [level: number, chances: readonly Chance[]][] {
  const found: [number, readonly Chance[]][] = [];
  for (let level = (view.cave[cell]?.length ?? 0) - 1; level > 0; level--) {
    const chances = odds.get(`${cell} ${level}`);
    if (!chances || !isSure(chances)) break;
    found.push([level, chances]);
  }
  return found;
}

/** What a tile is in one sign: its value, its letter, or a star for an object. */
function sign(view: View, tile: string): string {
  const { family, value } = lookOf(view, tile);
  if (family === "treasure") return `+${value}`;
  if (family === "curse") return `−${value}`;
  return SIGNS[tile] ?? "✦";
}

function tileOf({ words }: Position<View>) {
  return (thing: string) => words.word("tile", thing);
}

/** A tile that nobody has seen: first by family, then by kind. */
function below(position: Position<View>, title: string, chances: readonly Chance[]): Told {
  const { view, words } = position;
  const family = (thing: string) => words.say(`board.odds.${view.families[thing]}`);
  return { title, chances, names: isSure(chances) ? [tileOf(position)] : [family, tileOf(position)] };
}

function ofSeat(position: Position<View>, place: string, chances: readonly Chance[]): Told | null {
  const { words } = position;
  const [, , what] = place.split(" ");
  const seat = seatOf(place);
  const title = words.say(`board.odds.${what}`, { seat });
  const name = what === "tiles" ? tileOf(position) : (thing: string) => thing;
  return { title, chances, names: [name] };
}

export const odds: OddsTeller<View> = {
  marks(position, odds): Mark[] {
    const { view, words } = position;
    const cells = Object.keys(view.cave);
    const unseen = cells.map((cell) => under(view, cell, odds)).find((chances) => chances && !isSure(chances));
    const legend = FAMILIES.map((family) => {
      const chance = percent(
        sum(unseen ?? [], (thing) => view.families[thing] === family),
        words.lang,
      );
      return `${words.say(`board.odds.${family}`)} ${chance}`;
    });
    const sure = cells.flatMap((cell): Mark[] => {
      const signs = sureBelow(view, cell, odds).map(([, chances]) => sign(view, chances[0]![0]));
      return signs.length ? [{ at: cell, text: signs.join("\u2009") }] : [];
    });
    return [...(unseen ? [{ at: "cave", above: true, text: legend.join(" · ") }] : []), ...sure];
  },

  about(position, odds, key): Told[] {
    if (isCell(key)) {
      const chances = under(position.view, key, odds);
      const deeper = sureBelow(position.view, key, odds).slice(1);
      return [
        ...(chances ? [below(position, position.say("board.odds.below"), chances)] : []),
        ...deeper.map(([level, sure]) => below(position, position.say("board.odds.cell", { cell: key, level }), sure)),
      ];
    }
    const [kind, seat] = key.split(" ");
    if (kind !== "order") return [];
    return [...odds].flatMap(([place, chances]) =>
      place.startsWith(`seat ${seat} `) ? [ofSeat(position, place, chances)!] : [],
    );
  },

  all(position, odds): Told[] {
    return [...odds].flatMap(([place, chances]): Told[] => {
      if (place.startsWith("seat ")) return [ofSeat(position, place, chances)!];
      if (place === "discarded") {
        return [{ title: position.say("board.odds.discarded"), chances, names: [tileOf(position)] }];
      }
      if (place === "unused") {
        return [{ title: position.say("board.odds.unused"), chances, names: [(thing: string) => thing] }];
      }
      const [cell, level] = place.split(" ");
      const title = position.say(isSure(chances) ? "board.odds.cell" : "board.odds.unseen", { cell, level });
      return [below(position, title, chances)];
    });
  },
};
