/** The action bar of Monte Cristo: the prompt and its buttons. */
import type { Words } from "../../lib/words";
import { capital } from "../../lib/words";
import type { Choice, Legal } from "../../wire";
import { cheapest, due } from "./pay";
import type { View } from "./view";

export interface Prompt {
  sentence: string;
  numbers: { label: string; value: string }[];
  buttons: { label: string; move: string; main?: boolean; /** Pays everything, card by card. */ all?: boolean }[];
}

/** Parameters of the text `move.<verb>`. */
export function details(view: View, choice: Choice): Record<string, unknown> {
  const [first = "", second = ""] = choice.targets;
  switch (choice.verb) {
    case "give":
      return { card: first, to_seat: view.receiver };
    case "discard":
    case "pay":
      return { what: first };
    case "lay":
      return { dungeon: first, treasure: view.drawn[0] };
    case "down": {
      const [lane, place] = first.split("-");
      return { lane, place, by: second };
    }
    case "up":
      return { kind: first, by: second };
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

/** The action bar for a decision; `chosen` is a move, marble or market marker picked first. */
export function prompt(view: View, legal: Legal, seat: number, words: Words, chosen: string | null): Prompt {
  const picked = legal.moves.find((choice) => choice.move === chosen);
  const told: Prompt = { sentence: sentence(view, seat, words), numbers: [], buttons: [] };
  if (picked) {
    if (picked.verb === "enter") told.sentence = words.say(`board.bonus.${picked.targets[0]}`);
    const key = picked.verb === "give" && view.receiver === seat ? "keep" : picked.verb;
    const label = words.sentence(`board.confirm.${key}`, details(view, picked));
    told.buttons.push({ label, move: picked.move, main: true });
  } else if (view.step === "pay") {
    const bill = due(view);
    const cards = bill && cheapest(view.seats[seat]!, bill);
    if (cards?.length) {
      const label = capital(words.say("move.pay", { what: cards.map((card) => words.word("what", card)).join(" + ") }));
      told.buttons.push({ label, move: `pay ${cards[0]}`, main: true, all: cards.length > 1 });
    }
  } else if (chosen !== null) {
    const [lane] = chosen.split("-");
    told.sentence =
      chosen in view.market ? words.sentence("board.do.up", { kind: chosen }) : words.say("board.do.down", { lane });
    for (const place of legal.at[chosen] ?? []) {
      const { move, targets } = legal.moves[place]!;
      told.buttons.push({ label: words.count("board.places", Number(targets[1])), move, main: true });
    }
  }
  if (legal.moves.some((choice) => choice.verb === "pass")) {
    told.buttons.push({ label: words.say(`board.pass.${view.step}`), move: "pass" });
  }
  const count = number(view, seat);
  if (count !== null) told.numbers.push({ label: words.say(`board.number.${view.step}`), value: String(count) });
  return told;
}

function sentence(view: View, seat: number, words: Words): string {
  switch (view.step) {
    case "give":
      return words.say(view.receiver === seat ? "board.do.keep" : "board.do.give", { to_seat: view.receiver });
    case "place":
      return words.say(view.placing?.entered ? "board.do.place.dungeon" : "board.do.place", {
        left: view.placing?.left,
      });
    case "reinforce":
      return words.say("board.do.reinforce", { extra: view.placing?.extra });
    case "lay":
      return words.say("board.do.lay", { treasure: view.drawn[0] });
    case "take":
      return words.say("board.do.take", { dungeon: view.collecting?.dungeon });
    case "pay":
      return words.say("board.do.pay", { kind: view.collecting?.kind });
    default:
      return words.say(`board.do.${view.step}`);
  }
}

/** The number that matters for the decision. */
function number(view: View, seat: number): number | null {
  const going = view.collecting;
  switch (view.step) {
    case "place":
    case "reinforce":
      return view.seats[seat]!.hunters;
    case "take":
      return going ? view.dungeons[going.dungeon]!.queue.filter((owner) => owner === seat).length : null;
    case "pay": {
      const bill = due(view);
      return bill && bill.owed - bill.paid;
    }
    default:
      return null;
  }
}
