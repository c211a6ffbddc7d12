/** Labels of things and moves, from the game's texts; without a text, the notation. */
import { capital, type Details, type Words } from "../../lib/words";
import type { Choice } from "../../wire";
import type { Hand } from "../kit/hand.svelte";
import type { Scalar } from "./shape";

const COLOURS = [
  "red",
  "blue",
  "green",
  "yellow",
  "white",
  "black",
  "pink",
  "brown",
  "orange",
  "purple",
  "grey",
  "gold",
];
const ALIKE: Record<string, string> = {
  violet: "purple",
  gray: "grey",
  silver: "grey",
  ruby: "red",
  sapphire: "blue",
  emerald: "green",
  amber: "orange",
};

/** The label of a part of the view: `view.<name>`, else the game's or the board's word, else the name itself. */
export function nameOf(words: Words, name: string): string {
  const key = [`view.${name}`, `word.${name}`, `board.view.${name}`].find((each) => words.has(each));
  return capital(key ? words.say(key) : name.replaceAll("_", " "));
}

/** The text of a named value. Under a name such as `active` or `owner_seat`, a number is a seat. */
export function wordOf(words: Words, name: string, value: Scalar): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return words.say(value ? "board.yes" : "board.no");
  if (isSeat(name, value)) return words.word("seat", value);
  if (typeof value === "number") return String(value);
  return thing(words, [name, name.replace(/s$/, "")].find((each) => words.has(`form.${each}`)) ?? name, value);
}

export function isSeat(name: string, value: Scalar): value is number {
  return typeof value === "number" && (name === "active" || /seats?$/.test(name));
}

/** The text of a thing such as "blue-3": by the form for its name, as one word, or part by part. */
function thing(words: Words, name: string, value: string): string {
  if (words.has(`form.${name}`) || words.has(`word.${value}`)) return words.word(name, value);
  const parts = value.split("-");
  if (!parts.some((part) => words.has(`word.${part}`))) return value;
  return parts.map((part) => words.word("", part)).join(" ");
}

/** The colour in a thing's name, if any. */
export function colourOf(value: Scalar): string | null {
  if (typeof value !== "string") return null;
  const named = value.split("-").map((part) => ALIKE[part] ?? part);
  return named.find((part) => COLOURS.includes(part)) ?? null;
}

/** Parameters of the text `move.<verb>`: the arguments of the move, in order. */
export function details(words: Words, choice: Choice): Details {
  const gaps = words.gaps(`move.${choice.verb}`);
  const filled = gaps.map((gap, place) => [gap, argument(gap, choice.targets[place] ?? "")]);
  return gaps.length === choice.targets.length ? Object.fromEntries(filled) : {};
}

function argument(gap: string, target: string): string | number {
  return gap.endsWith("seat") && /^\d+$/.test(target) ? Number(target) : target;
}

/** The text of a move; its notation if the game has no matching text. */
export function sentenceOf(words: Words, choice: Choice): string {
  const key = `move.${choice.verb}`;
  if (!words.has(key) || words.gaps(key).length !== choice.targets.length) return choice.move;
  return words.sentence(key, details(words, choice));
}

/** The text of the only move that a press on a thing can mean; undefined if there are several. */
export function titleOf(words: Words, hand: Hand, target: string): string | undefined {
  const moves = hand.moves(target);
  return moves.length === 1 ? sentenceOf(words, moves[0]!) : undefined;
}

/** The text of one argument of a move. */
export function targetOf(words: Words, choice: Choice, place: number): string {
  const target = choice.targets[place]!;
  const gaps = words.gaps(`move.${choice.verb}`);
  if (gaps.length !== choice.targets.length) return thing(words, "", target);
  const gap = gaps[place]!;
  const value = argument(gap, target);
  return typeof value === "number" ? words.word(gap, value) : thing(words, gap, value);
}

/** The heading for all moves of a verb. */
export function headingOf(words: Words, verb: string): string {
  const key = `move.${verb}`;
  return capital(words.has(key) ? words.outline(key) : verb);
}
