/** The action bar of the generated board: what is chosen, and the few moves that fit into the bar. */
import type { Choice } from "../../wire";
import type { Hand } from "../kit/hand.svelte";
import type { Position } from "../kit/position.svelte";
import { moveButton, type Prompt } from "../kit/prompt";
import { sentenceOf, targetOf } from "./labels";

const FEW = 3; // buttons that fit into the bar

/** The moves with buttons in the bar: those with the chosen things, or else those without a target. */
export function shownInBar(hand: Hand): readonly Choice[] {
  if (hand.armed) return [hand.armed];
  const left = hand.position.at(...hand.chosen);
  const offered = hand.chosen.length ? left : left.filter((choice) => !choice.targets.length);
  return offered.length <= FEW ? offered : [];
}

export function prompt(position: Position, hand: Hand): Prompt | null {
  if (!position.deciding) return null;
  const { words } = position;
  const inBar = shownInBar(hand);
  const things = words.list(hand.chosen.map((target) => called(position, target)));
  const step = `step.${String(position.view.step)}`;
  const general = words.has(step) ? words.sentence(step, { seat: position.seat }) : words.say("board.moves");
  return {
    sentence: hand.chosen.length ? words.say("board.chosen", { things }) : general,
    numbers: [],
    buttons: inBar.map((choice) =>
      moveButton(hand, choice.move, sentenceOf(words, choice), { main: inBar.length === 1 }),
    ),
  };
}

function called(position: Position, target: string): string {
  const choice = position.at(target)[0];
  return choice ? targetOf(position.words, choice, choice.targets.indexOf(target)) : target;
}
