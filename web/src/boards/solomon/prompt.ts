/** The action bar of King Solomon: the prompt, moves without a target, the cost. */
import type { BarButton, BarNumber } from "../bar.svelte";
import type { BoardProps } from "../board";
import { box } from "./box.svelte";
import { CELLS, spots } from "./cells";
import type { Play } from "./play.svelte";
import { objectTile, type SolomonView } from "./view";

export interface Prompt {
  sentence: string;
  buttons: BarButton[];
  numbers: BarNumber[];
}

type Props = BoardProps<SolomonView>;

export function prompt(props: Props, play: Play): Prompt {
  const { view } = props;
  if (view.over) return { sentence: "", buttons: [], numbers: [] };
  if (!play.mine) return { sentence: waiting(props), buttons: [], numbers: [] };
  if (view.step === "choose") return choosing(props, play);
  return { sentence: sentence(props, play), buttons: buttons(props, play), numbers: numbers(props, play) };
}

function waiting({ view, words, names, seat }: Props): string {
  const others = words.list(view.to_act.map((each) => names[each] ?? ""));
  if (view.step !== "choose") {
    return words.say("board.say.wait.turn", { seat: view.active, card: view.turn?.card });
  }
  const card = seat === null ? null : view.seats[seat]?.card;
  if (card) return words.say("board.say.chosen", { card, names: others });
  return words.say("board.say.wait.choose", { names: others });
}

function choosing({ words }: Props, play: Play): Prompt {
  const card = play.card;
  if (card === null) return { sentence: words.say("board.say.choose"), buttons: [], numbers: [] };
  const size = spots(box.cards[card] ?? []).length;
  const move = `play ${card}`;
  return {
    sentence: words.say("board.say.try", { card, size }),
    buttons: [
      { label: words.say("board.do.play", { card }), act: () => play.pressMove(move), main: true, move },
      { label: words.say("board.do.back"), act: () => play.release() },
    ],
    numbers: [],
  };
}

function sentence(props: Props, play: Play): string {
  const { view, words } = props;
  const turn = view.turn!;
  const dig = play.pinned?.move ? view.digs?.[play.pinned.move] : undefined;
  if (view.step === "give") return words.say("board.say.give");
  if (play.stopping) return words.say("board.say.stop");
  if (dig) return words.say(dig.pays ? "board.say.take" : "board.say.fails", { cost: dig.cost });
  if (play.pinned) return words.say("board.say.name.this");
  if (play.only("use axe")) return words.say("board.say.axe", { tile: objectTile(view, "axe") });
  if (play.can("turn")) return words.say("board.say.turn");
  if (play.picking) {
    return words.say("board.say.pick", { n: turn.area.length + 1, size: spots(turn.shape).length });
  }
  if (play.tool === "shift") return shifting(props, play);
  if (view.step === "dig") return words.say("board.say.dig.last");
  if (turn.named) return words.say(play.can("dig") ? "board.say.named" : "board.say.named.not");
  if (view.step === "name") return words.say("board.say.name");
  if (play.tools.includes("name")) return words.say("board.say.name.first");
  return words.say(play.can("dig") ? "board.say.dig" : "board.say.nowhere");
}

function shifting({ view, words }: Props, play: Play): string {
  const cell = play.lifted;
  const tile = cell ? view.cave[cell]?.at(-1) : null;
  if (!cell || !tile) return words.say("board.say.shift");
  const goes = CELLS.some((onto) => play.offers(`shift ${cell} ${onto}`));
  return goes ? words.sentence("board.say.onto", { tile }) : words.sentence("board.say.nowhere.to", { tile, cell });
}

function buttons({ view, words }: Props, play: Play): BarButton[] {
  const { pinned } = play;
  if (pinned?.move) {
    const dig = view.digs?.[pinned.move];
    const label = !dig ? "board.do.name" : dig.pays ? "board.do.dig" : "board.do.fail";
    const risky = dig ? !dig.pays : false;
    return [
      { label: words.say(label), act: () => play.confirm(), main: !risky, risky, move: pinned.move },
      { label: words.say("board.do.back"), act: () => play.release() },
    ];
  }
  if (!play.offers("stop")) return [];
  if (!play.stopping) {
    const move = play.can("dig") ? undefined : "stop";
    return [{ label: words.say("board.do.stop"), act: () => play.stop(), move }];
  }
  return [
    { label: words.say("board.do.stop"), act: () => play.stop(), main: true, move: "stop" },
    { label: words.say("board.do.back"), act: () => play.release() },
  ];
}

function numbers({ view, words }: Props, play: Play): BarNumber[] {
  const bill = play.bill;
  if (!bill || view.step === "give") return [];
  return [
    { label: words.say("board.bill"), value: String(bill.cost), bad: !bill.pays },
    { label: words.say("board.money"), value: bill.found ? `${bill.money} + ${bill.found}` : String(bill.money) },
  ];
}
