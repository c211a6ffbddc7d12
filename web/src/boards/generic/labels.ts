/** What the things and the moves of a game are called: by its own texts where they say it, else as they are written. */
import { capital, type Details, type Words } from "../../lib/words";
import type { Choice } from "../../wire";
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

/** The name of a part of the view: `view.<name>`, else a word of the game or of ours, else the name itself. */
export function nameOf(words: Words, name: string): string {
  const key = [`view.${name}`, `word.${name}`, `board.view.${name}`].find((each) => words.has(each));
  return capital(key ? words.say(key) : name.replaceAll("_", " "));
}

/** A value under its name. A number under a name such as `active` or `owner_seat` is a seat. */
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

/** A thing such as "blue-3": by the form of its name, by a word of its own, or part by part. */
function thing(words: Words, name: string, value: string): string {
  if (words.has(`form.${name}`) || words.has(`word.${value}`)) return words.word(name, value);
  const parts = value.split("-");
  if (!parts.some((part) => words.has(`word.${part}`))) return value;
  return parts.map((part) => words.word("", part)).join(" ");
}

/** The colour in a thing's name, to be shown beside it. */
export function colourOf(value: Scalar): string | null {
  if (typeof value !== "string") return null;
  const named = value.split("-").map((part) => ALIKE[part] ?? part);
  return named.find((part) => COLOURS.includes(part)) ?? null;
}

/** What fills the gaps of `move.<verb>`: the arguments of the move, one after another. */
export function details(words: Words, choice: Choice): Details {
  const gaps = words.gaps(`move.${choice.verb}`);
  const filled = gaps.map((gap, place) => [gap, argument(gap, choice.targets[place] ?? "")]);
  return gaps.length === choice.targets.length ? Object.fromEntries(filled) : {};
}

function argument(gap: string, target: string): string | number {
  return gap.endsWith("seat") && /^\d+$/.test(target) ? Number(target) : target;
}

/** A move in a sentence; in its notation where the game has no sentence that fits. */
export function sentenceOf(words: Words, choice: Choice): string {
  const key = `move.${choice.verb}`;
  if (!words.has(key) || words.gaps(key).length !== choice.targets.length) return choice.move;
  return words.sentence(key, details(words, choice));
}

/** One argument of a move. */
export function targetOf(words: Words, choice: Choice, place: number): string {
  const target = choice.targets[place]!;
  const gaps = words.gaps(`move.${choice.verb}`);
  if (gaps.length !== choice.targets.length) return thing(words, "", target);
  const gap = gaps[place]!;
  const value = argument(gap, target);
  return typeof value === "number" ? words.word(gap, value) : thing(words, gap, value);
}

/** What all moves of a verb have in common. */
export function headingOf(words: Words, verb: string): string {
  const key = `move.${verb}`;
  return capital(words.has(key) ? words.say(key).replace(/\{\w+\}/g, "…") : verb);
}
