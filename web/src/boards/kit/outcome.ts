/**
 * What a move would bring, in words: the same texts as in the terminal. They are `outcome.<part>`, or
 * `outcome.<verb>_<part>` where a verb needs its own; the step that follows has `outcome.then_<step>`.
 */
import type { Words } from "../../lib/words";
import type { Choice, Outcome } from "../../wire";

const LISTS = ["takes", "gives", "places", "turns_up"] as const;

/** The sentences of an outcome, one for each thing it tells; lists that only repeat what the move names are left out. */
export function outcomeLines(words: Words, outcome: Outcome, choice?: Choice): string[] {
  const keyOf = (part: string) => {
    const own = `outcome.${choice?.verb}_${part}`;
    return has(words, own) ? own : `outcome.${part}`;
  };
  const named = new Set(choice?.targets);
  const lists = LISTS.filter((part) => outcome[part]?.some((each) => !named.has(each)));
  const lines = lists.map((part) => list(words, keyOf(part), outcome[part]!));
  const say = (part: string, details: Record<string, unknown>) => lines.push(words.say(keyOf(part), details));
  const { cost, pays, points, worth, amounts, then, offers } = outcome;
  if (cost !== undefined) say("cost", { cost });
  if (points !== undefined) say("points", { points });
  if (pays === false) say("pays_not", {});
  for (const [name, value] of Object.entries(amounts ?? {})) say(name, { [name]: value });
  if (worth) say("worth", { before: worth[0], after: worth[1] });
  const next = `outcome.then_${then}`;
  if (then !== undefined) lines.push(list(words, has(words, next) ? next : "outcome.then", offers ?? []));
  return lines;
}

/** Whether there is a text, in one form or several. */
function has(words: Words, key: string): boolean {
  return words.has(key) || words.has(`${key}.plural`);
}

/** The text of a list; its placeholder is named after the kind of the values, or is `{count}`. */
function list(words: Words, key: string, values: readonly string[]): string {
  const listed = Object.fromEntries(words.gaps(key).map((gap) => [gap, values]));
  return words.say(key, { ...listed, count: values.length });
}
