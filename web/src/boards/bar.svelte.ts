/** The action bar under the board: prompt, buttons and numbers, filled by the board. */

export interface BarButton {
  label: string;
  /** What it does. */
  act: () => void;
  /** Whether it is the primary button. */
  main?: boolean;
  /** Whether it is risky, and drawn as a warning. */
  risky?: boolean;
  disabled?: boolean;
  /** The move it plays, if any. */
  move?: string;
}

export interface BarNumber {
  label: string;
  value: string;
  /** Whether it is a warning. */
  bad?: boolean;
}

export class Bar {
  /** A more precise prompt than the game's text for the step; if empty, that text is used. */
  sentence = $state("");
  buttons = $state<BarButton[]>([]);
  numbers = $state<BarNumber[]>([]);

  clear(): void {
    this.sentence = "";
    this.buttons = [];
    this.numbers = [];
  }
}
