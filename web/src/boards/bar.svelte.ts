/** The bar under the board: one sentence, and the buttons and numbers that belong to it. The board fills it. */

export interface BarButton {
  label: string;
  /** What it does. */
  act: () => void;
  /** The one that is usually meant. */
  main?: boolean;
  /** Something to think about before: drawn as a warning. */
  risky?: boolean;
  disabled?: boolean;
  /** The move it makes, where it makes one. */
  move?: string;
}

export interface BarNumber {
  label: string;
  value: string;
  /** Whether it is a warning. */
  bad?: boolean;
}

export class Bar {
  /** Says more precisely what to do now than the game's own sentence for the step; empty: that one is used. */
  sentence = $state("");
  buttons = $state<BarButton[]>([]);
  numbers = $state<BarNumber[]>([]);

  clear(): void {
    this.sentence = "";
    this.buttons = [];
    this.numbers = [];
  }
}
