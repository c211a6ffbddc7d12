/** Chances of what is hidden, as the server tells them: marks on the board, and words for what the reader looks at. */
import type { Key } from "../../lib/ui.svelte";
import type { Details } from "../../lib/words";
import type { PlaceOdds, View } from "../../wire";
import type { Mark } from "./overlays.svelte";
import type { Position } from "./position.svelte";
import type { Section } from "./text";

/** A thing and how likely it is; one entry for each copy that a place may hold. */
export type Chance = readonly [thing: string, chance: number];
/** By place. */
export type Odds = ReadonlyMap<string, readonly Chance[]>;

/** The client's own words. */
export interface Speech {
  lang: string;
  say(key: Key, details?: Details): string;
}

/** Places told together, and the chances of what lies there. */
export interface Told {
  title: string;
  chances: readonly Chance[];
  /** What the reader is told of a thing; what has no name is left out. Things of one name are told together. */
  names: readonly ((thing: string) => string | null)[];
}

/** What a game's board tells of the chances. */
export interface OddsTeller<V extends View = View> {
  /** The marks of the layer. */
  marks(position: Position<V>, odds: Odds): Mark[];
  /** What is told of a thing of the board. */
  about(position: Position<V>, odds: Odds, key: string): Told[];
  /** Everything, for the text board. */
  all(position: Position<V>, odds: Odds): Told[];
}

const MOST_GROUPS = 7;

export function oddsOf(groups: readonly PlaceOdds[]): Odds {
  return new Map(groups.flatMap(({ places, chances }) => places.map((place) => [place, chances] as const)));
}

/** A chance in words, such as "12 %"; never a certainty that is none. */
export function percent(chance: number, lang: string): string {
  const rounded = Math.round(100 * chance);
  if (rounded >= 100 && chance < 0.999999) return `> ${share(0.99, lang)}`;
  return rounded < 1 ? `< ${share(0.01, lang)}` : share(chance, lang);
}

function share(part: number, lang: string): string {
  return new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 }).format(part);
}

/** The sum of the chances of the things that fit: for a place that holds one thing, the chance of any of them. */
export function sum(chances: readonly Chance[], fits: (thing: string) => boolean): number {
  return chances.reduce((total, [thing, chance]) => total + (fits(thing) ? chance : 0), 0);
}

/** The chances by name, those of further copies apart. */
function named(chances: readonly Chance[], name: (thing: string) => string | null): Map<string, number> {
  const copies = new Map<string, number>();
  const byName = new Map<string, number>();
  for (const [thing, chance] of chances) {
    const copy = (copies.get(thing) ?? 0) + 1;
    copies.set(thing, copy);
    const plain = name(thing);
    if (plain === null) continue;
    const label = copy > 1 ? `${copy} × ${plain}` : plain;
    byName.set(label, (byName.get(label) ?? 0) + chance);
  }
  return byName;
}

/** The sure things without the smaller numbers of the same thing. */
function most(sure: readonly string[]): string[] {
  const plain = (label: string) => label.replace(/^\d+ × /, "");
  return sure.filter((label, place) => !sure.some((other, at) => at !== place && above(other, label)));
  function above(other: string, label: string): boolean {
    return plain(other) === plain(label) && number(other) > number(label);
  }
  function number(label: string): number {
    return Number(/^(\d+) × /.exec(label)?.[1] ?? 1);
  }
}

/** The chances of a place as one text: what is sure, then groups of equal chance, the likeliest first. */
export function told(chances: readonly Chance[], name: (thing: string) => string | null, ui: Speech): string {
  const groups = new Map<string, string[]>();
  const sure: string[] = [];
  const sorted = [...named(chances, name)].sort(([, one], [, other]) => other - one);
  for (const [label, chance] of sorted) {
    if (chance >= 0.999999) sure.push(label);
    else groups.set(percent(chance, ui.lang), [...(groups.get(percent(chance, ui.lang)) ?? []), label]);
  }
  const parts = [...groups].map(([chance, labels]) =>
    ui.say(labels.length > 1 ? "odds.each" : "odds.one", { chance, list: labels.join(", ") }),
  );
  const shown = parts.length > MOST_GROUPS ? [...parts.slice(0, MOST_GROUPS), "…"] : parts;
  const certain = sure.length ? [ui.say("odds.sure", { list: most(sure).join(", ") })] : [];
  return [...certain, ...shown].join("; ");
}

/** What is told as lines of an explanation. */
export function lines(all: readonly Told[], ui: Speech): string[] {
  return all.flatMap(({ title, chances, names }) => {
    const texts = names.map((name) => told(chances, name, ui)).filter(Boolean);
    return texts.length ? [`${title}: ${texts.join(". ")}`] : [];
  });
}

/** Whether it is known what a place holds, and that is one thing. */
export function isSure(chances: readonly Chance[]): boolean {
  return chances.length === 1;
}

/** What is told as a section of the text board; places of which the same is told are told once. */
export function section(all: readonly Told[], ui: Speech, what: "odds" | "truth" = "odds"): Section {
  const terms = new Map(all.map(({ title, chances, names }) => [title, names.map((name) => told(chances, name, ui))]));
  const said = [...terms].map(([title, texts]): [string, string] => [title, texts.filter(Boolean).join(". ")]);
  return { title: ui.say(`${what}.title`), lines: [ui.say(`${what}.about`)], terms: said.filter(([, text]) => text) };
}

/** The seat of a place such as "seat 1 tiles". */
export function seatOf(place: string): number {
  return Number(place.split(" ")[1]);
}
