/** The prompt of King Solomon: what to do, what it costs, and the moves without a place on the board. */
import type { Position } from "../kit/position.svelte";
import { moveButton, releaseButton, saying, type Prompt, type PromptButton, type PromptNumber } from "../kit/prompt";
import type { SolomonHand } from "./gestures.svelte";
import { gains } from "./counts";
import { details } from "./text";
import type { View } from "./wire";

export function prompt(position: Position<View>, hand: SolomonHand): Prompt | null {
  if (position.view.over) return null;
  if (!position.deciding) return saying(waiting(position));
  return {
    sentence: sentence(position, hand),
    numbers: numbers(position, hand),
    buttons: buttons(position, hand),
  };
}

function waiting({ view, words, names, seat }: Position<View>): string {
  if (view.step !== "choose") return words.say("board.say.wait.turn", { seat: view.active, card: view.turn?.card });
  const others = words.list(view.to_act.map((each) => names[each] ?? ""));
  const card = seat === null ? null : view.seats[seat]?.card;
  return words.say(card ? "board.say.chosen" : "board.say.wait.choose", { card, names: others });
}

function sentence(position: Position<View>, hand: SolomonHand): string {
  const { view, words } = position;
  const { tool, tools, picking, shifting } = hand.rules;
  const turn = view.turn;
  if (hand.armed) return asking(position, hand);
  if (!turn) return words.say("board.say.choose");
  if (view.step === "give") return words.say("board.say.give");
  if (position.moves.length === 1 && position.offers("use axe"))
    return words.say("board.say.axe", { tile: view.objects.axe });
  if (position.can("turn")) return words.say("board.say.turn");
  if (picking) {
    const key = turn.area.length ? "board.say.pick.next" : "board.say.pick";
    return words.say(key, { n: turn.area.length + 1, size: turn.size });
  }
  if (shifting || hand.chosen.length) {
    const tile = view.cave[hand.chosen[0] ?? ""]?.at(-1);
    if (tile) return words.sentence("board.say.onto", { tile });
    return turn.named || position.can("dig") ? words.say("board.say.shift") : nowhere(position);
  }
  if (view.step === "dig") return words.say("board.say.dig.last");
  if (turn.named) return words.say(position.can("dig") ? "board.say.named" : "board.say.named.not");
  if (view.step === "name") return words.say("board.say.name");
  if (tools.includes("name")) return words.say(tool === "name" ? "board.say.name" : "board.say.name.first");
  return position.can("dig") ? words.say("board.say.dig") : nowhere(position);
}

/** The shape cannot be dug anywhere: what is left to do. */
function nowhere(position: Position<View>): string {
  const ways = ["shift", "use"].filter((verb) => position.can(verb));
  return position.say(["board.say.nowhere", ...ways].join("."));
}

/** The question about a move that waits to be confirmed. */
function asking(position: Position<View>, hand: SolomonHand): string {
  const { view, words } = position;
  const { verb, targets } = hand.armed!;
  const { cost, pays, takes, then, amounts } = hand.outcome ?? {};
  if (verb === "stop") return words.say("board.say.stop");
  if (verb === "play") return words.say("board.say.try", { card: targets[0], size: amounts?.size });
  if (takes) return [words.say(digKey(cost, pays), { cost }), ...gains(position, hand.outcome)].join(" ");
  if (verb === "name" || (verb === "cell" && then !== "pick")) return words.say("board.say.name.this");
  return `${words.sentence(`move.${verb}`, details(view, hand.armed!))}?`;
}

function digKey(cost = 0, pays = true): string {
  if (!pays) return "board.say.fails";
  return cost ? "board.say.take" : "board.say.take.free";
}

function buttons(position: Position<View>, hand: SolomonHand): PromptButton[] {
  const { armed, outcome } = hand;
  if (armed) {
    const fails = outcome?.takes !== undefined && !outcome.pays;
    const label = position.say(
      `board.do.${fails ? "fail" : outcome?.takes ? "dig" : armed.verb}`,
      details(position.view, armed),
    );
    const confirm = moveButton(hand, armed.move, label, { main: !fails, risky: fails });
    return [confirm, releaseButton(hand, position.say("board.do.back"))];
  }
  if (!position.offers("stop")) return [];
  const label = position.say("board.do.stop");
  return [position.can("dig") ? { label, act: () => hand.arm("stop", "stop") } : moveButton(hand, "stop", label)];
}

/** The cost of the turn, with the previewed move, and what there is to pay it. */
function numbers({ view, words }: Position<View>, hand: SolomonHand): PromptNumber[] {
  const { turn } = view;
  if (!turn || turn.money === null || view.step === "give") return [];
  const { cost = turn.cost, pays = turn.pays, amounts } = hand.outcome ?? {};
  const { money = turn.money, found = 0 } = amounts ?? {};
  return [
    { label: words.say("board.bill"), value: words.number(cost), bad: pays === false },
    { label: words.say("board.money"), value: found ? `${money} + ${found}` : words.number(money) },
  ];
}
