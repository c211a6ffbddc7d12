/** The prompt: what to do, the numbers that matter, and the buttons. */
import type { Details, Words } from "../../lib/words";
import type { Choice } from "../../wire";
import type { Hand } from "../kit/hand.svelte";
import { outcomeLines } from "../kit/outcome";
import type { Position } from "../kit/position.svelte";
import { moveButton, type Prompt, type PromptButton, type PromptNumber } from "../kit/prompt";
import type { MonteCristoGestures } from "./gestures";
import { about } from "./text";
import { cardName, marbleAt } from "./view";
import type { View } from "./wire";

/** The parameters of the text `move.<verb>`. */
export function details(view: View, choice: Choice, words: Words): Details {
  const [first = "", by] = choice.targets;
  switch (choice.verb) {
    case "give":
      return { card: first, to_seat: view.receiver };
    case "discard":
    case "pay":
      return { what: cardName(words, first) };
    case "lay":
      return { dungeon: first, treasure: view.drawn[0] };
    case "down":
      return { ...marbleAt(first), by };
    case "up":
      return { kind: first, by };
    case "place":
      return { dungeon: first };
    case "enter":
      return { bonus: first };
    case "take":
      return { treasure: first };
    case "lane":
      return { lane: first };
    default:
      return {};
  }
}

export function prompt(position: Position<View>, hand: Hand<View, MonteCristoGestures>): Prompt | null {
  const { view } = position;
  if (!position.deciding) return null;
  const buttons = main(position, hand);
  if (position.offers("pass")) buttons.push(moveButton(hand, "pass", position.say(`board.pass.${view.step}`)));
  return { sentence: sentence(position, hand), numbers: numbers(position, hand), buttons };
}

function sentence(position: Position<View>, hand: Hand<View, MonteCristoGestures>): string {
  const { view, seat, words } = position;
  const [chosen] = hand.chosen;
  if (hand.armed) {
    const { cost, points, amounts } = hand.outcome ?? {};
    const sale = amounts?.sale;
    const news = sale === undefined ? { points, amounts } : { cost, amounts: { sale } };
    const told = outcomeLines(words, news, hand.armed).join(" ");
    if (told || hand.armed.verb === "enter") return told || about(position, hand.armed.targets[0]!);
  } else if (chosen !== undefined) {
    if (chosen in view.market) return words.sentence("board.do.up", { kind: chosen });
    return words.say("board.do.down", marbleAt(chosen));
  }
  switch (view.step) {
    case "give":
      return words.say(view.receiver === seat ? "board.do.keep" : "board.do.give", { to_seat: view.receiver });
    case "discard":
      return words.say("board.do.discard", view.amounts);
    case "place":
      return words.say(view.placing?.entered ? "board.do.place.dungeon" : "board.do.place", view.placing ?? {});
    case "reinforce":
      return words.say("board.do.reinforce", view.placing ?? {});
    case "lay":
      return words.say("board.do.lay", { treasure: view.drawn[0] });
    case "take":
      return words.say("board.do.take", { dungeon: view.collecting?.dungeon, hunters: view.collecting?.hunters });
    case "pay":
      return words.say("board.do.pay", { kind: view.collecting?.kind });
    default:
      return words.say(`board.do.${view.step}`);
  }
}

/** The number of the decision, if the sentence does not tell it. */
function numbers({ view, words }: Position<View>, hand: Hand<View, MonteCristoGestures>): PromptNumber[] {
  const due = view.collecting?.due;
  if (hand.armed || due == null) return []; // the sentence tells what is chosen
  return [{ label: words.say("board.number.due"), value: words.number(due) }];
}

/** The buttons that go on with what the reader has chosen, or with the proposed payment. */
function main(position: Position<View>, hand: Hand<View, MonteCristoGestures>): PromptButton[] {
  const { view, words, seat } = position;
  const { armed } = hand;
  const { payment } = hand.rules;
  if (armed) {
    const key = armed.verb === "give" && view.receiver === seat ? "keep" : armed.verb;
    const label = words.sentence(`board.confirm.${key}`, details(view, armed, words));
    return [moveButton(hand, armed.move, label, { main: true })];
  }
  if (payment.cards) {
    const what = payment.cards.map((card) => cardName(words, card)).join(" + ");
    const label = words.sentence("move.pay", { what });
    if (payment.cards.length === 1) return [moveButton(hand, `pay ${payment.cards[0]}`, label, { main: true })];
    return [{ label, main: true, act: () => hand.play(payment.confirm()) }];
  }
  return hand.chosen
    .flatMap((key) => hand.moves(key))
    .map(({ move, targets }) =>
      moveButton(hand, move, words.count("board.places", Number(targets[1])), { main: true }),
    );
}
