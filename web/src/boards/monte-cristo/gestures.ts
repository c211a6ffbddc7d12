/**
 * What presses mean. Things are keyed by what they are: dungeons `A`, bonus areas `fame`, lanes `chest`, marbles
 * `chest-3`, market markers `ruby`, `card ruby-2` in hand, `drawn ruby-2`, `treasure ruby-3` in the dungeon that is
 * being searched; equal ones are numbered. The goal of a marble or marker has the key of its move, `down chest-3 1`.
 */
import type { BoardProps } from "../kit/game";
import type { Gestures } from "../kit/hand.svelte";
import type { Position } from "../kit/position.svelte";
import { Payment } from "./payment";
import type { View } from "./wire";

export interface MonteCristoGestures extends Gestures {
  payment: Payment;
}

export type Props = BoardProps<View, MonteCristoGestures>;

/** Whether a thing is a marble or a market marker: if it has several goals, it is chosen first, then its goal. */
function hasGoals(view: View, key: string): boolean {
  return key in view.market || /^\w+-\d$/.test(key);
}

/** The move that a press on a thing stands for, legal or not; the shortest one if there are several. */
function meant(view: View, key: string): string {
  const [what, name] = key.split(" ");
  switch (what) {
    case "down":
    case "up":
      return key;
    case "card":
      return `${view.collecting ? "pay" : "discard"} ${name}`;
    case "drawn":
      return `give ${name}`;
    case "treasure":
      return `take ${name}`;
  }
  if (key in view.dungeons) return `${view.lane === "chest" ? "lay" : "place"} ${key}`;
  if (key in view.bonus) return `enter ${key}`;
  if (key in view.slide) return `lane ${key}`;
  return `${key in view.market ? "up" : "down"} ${key} 1`;
}

export function gestures(position: Position<View>): MonteCristoGestures {
  return {
    payment: new Payment(position),
    moves(key, [chosen]) {
      if (hasGoals(position.view, key)) return chosen === undefined || chosen === key ? position.at(key) : [];
      return [position.move(meant(position.view, key))].filter((choice) => choice !== undefined);
    },
    chooses: (key) => hasGoals(position.view, key) && position.at(key).length > 1,
    asks: (key) => (position.deciding ? meant(position.view, key) : null),
  };
}
