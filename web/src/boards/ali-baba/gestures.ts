/** What presses mean. A thing stands for the legal move that names it; this says which move any other press asks about. */
import type { Gestures } from "../kit/hand.svelte";
import type { Position } from "../kit/position.svelte";
import { isColour, isTile, isTreasure } from "./view";
import type { View } from "./wire";

export function gestures(position: Position<View>): Gestures {
  return {
    asks(key) {
      const { step } = position.view;
      if (isColour(key) || isTreasure(key)) return step === "white" ? `ban ${key}` : null;
      if (isTile(key)) return `${step === "show" || step === "pick" ? step : "swap"} ${key}`;
      return `${step === "green" ? "also" : "take"} ${key}`;
    },
  };
}
