/** The action bar's contents: derived from the position and what the reader has chosen, written by nobody. */
import type { View } from "../../wire";
import type { Hand } from "./hand.svelte";

export interface PromptButton {
  label: string;
  /** What it does. */
  act: () => void;
  /** Whether it is the primary button. */
  main?: boolean;
  /** Whether it is risky, and drawn as a warning. */
  risky?: boolean;
  /** The move it plays, if any. */
  move?: string;
}

export interface PromptNumber {
  label: string;
  value: string;
  /** Whether it is a warning. */
  bad?: boolean;
  /** Whether it is left out where there is little room, because it is shown elsewhere. */
  spare?: boolean;
}

export interface Prompt {
  sentence: string;
  numbers: PromptNumber[];
  buttons: PromptButton[];
}

/** A prompt that only says something. */
export function saying(sentence: string): Prompt {
  return { sentence, numbers: [], buttons: [] };
}

/** A button that plays a legal move. */
export function moveButton<V extends View>(
  hand: Hand<V>,
  move: string,
  label: string,
  style: Pick<PromptButton, "main" | "risky"> = {},
): PromptButton {
  return { label, move, act: () => hand.play(move), ...style };
}

/** A button that drops what the reader has chosen. */
export function releaseButton<V extends View>(hand: Hand<V>, label: string): PromptButton {
  return { label, act: () => hand.release() };
}
