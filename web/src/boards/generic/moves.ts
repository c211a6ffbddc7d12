/** The legal moves as groups of buttons, one group per verb. */
import type { Words } from "../../lib/words";
import type { Choice } from "../../wire";
import { headingOf, sentenceOf, targetOf } from "./labels";

/** The most moves of a verb shown side by side; with more, one argument is chosen first. */
const MOST = 14;

export interface MoveButton {
  label: string;
  /** The full text of what it does. */
  text: string;
  /** The move it plays, or one of those it leads to. */
  move: string;
  /** The argument it chooses; null if it plays the move. */
  chooses: string | null;
}

export interface Group {
  verb: string;
  /** Shown above the buttons; empty if each button has the full text. */
  heading: string;
  buttons: MoveButton[];
}

/** A group for each verb; arguments already chosen are not asked for again. */
export function groupsOf(moves: readonly Choice[], chosen: readonly string[], words: Words): Group[] {
  const verbs = new Map<string, Choice[]>();
  for (const choice of moves) verbs.set(choice.verb, [...(verbs.get(choice.verb) ?? []), choice]);
  return [...verbs].map(([verb, choices]) => groupOf(verb, choices, chosen, words));
}

function groupOf(verb: string, choices: Choice[], chosen: readonly string[], words: Words): Group {
  const heading = headingOf(words, verb);
  const simple = choices.every((choice) => choice.targets.length === 1);
  if (choices.length > MOST && !simple) return { verb, heading, buttons: choosing(heading, choices, chosen, words) };
  if (choices.length > 1 && simple) {
    const buttons = choices.map((choice) => {
      const label = targetOf(words, choice, 0);
      const said = playing(choice, words);
      const whole = said.text.toLocaleLowerCase().includes(label.toLocaleLowerCase());
      return { ...said, label, text: whole ? said.text : `${heading}: ${label}` };
    });
    return { verb, heading, buttons };
  }
  const buttons = choices.map((choice) => playing(choice, words));
  return { verb, heading: choices.length > 1 ? heading : "", buttons };
}

function playing(choice: Choice, words: Words): MoveButton {
  const text = sentenceOf(words, choice);
  return { label: text, text, move: choice.move, chooses: null };
}

/** One button for each next argument; if all are chosen, the button plays the move. */
function choosing(heading: string, choices: Choice[], chosen: readonly string[], words: Words): MoveButton[] {
  const found = new Map<string, MoveButton>();
  for (const choice of choices) {
    const place = choice.targets.findIndex((target) => !chosen.includes(target));
    const target = choice.targets[place];
    if (target === undefined) found.set(choice.move, playing(choice, words));
    else if (!found.has(target)) {
      const label = targetOf(words, choice, place);
      found.set(target, { label, text: `${heading}: ${label}`, move: choice.move, chooses: target });
    }
  }
  return [...found.values()];
}
