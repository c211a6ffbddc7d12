/** Interaction state. Things on the board are keyed as in the legal moves: a slot "3b2", a tile "blue-carpet", or the target of a ban. */
import { on } from "svelte/events";
import type { BoardProps } from "../board";
import { caveOf } from "./cave";
import { gainOutcome, takeOutcome, type Outcome } from "./points";
import { COLOURS, TREASURES, type Tile, type View } from "./view";

const HOLD = 450; // milliseconds of a long press
const HOVERLESS = matchMedia("(hover: none)");

type Given = Pick<BoardProps<View>, "view" | "legal" | "seat" | "play" | "ask">;

export function isName(key: string): boolean {
  return (TREASURES as readonly string[]).includes(key) || (COLOURS as readonly string[]).includes(key);
}

function isTile(key: string): key is Tile {
  return key.includes("-");
}

export class Desk {
  /** The hovered or focused thing. */
  hovered = $state<string | null>(null);
  /** The thing tapped once; a second tap or the button in the bar plays it. */
  chosen = $state<string | null>(null);
  /** The thing to explain, after a long press or a tap on a spell or set. */
  explained = $state<string | null>(null);
  /** Whether the reader uses the keyboard; then a lost focus returns to the board. */
  byKeyboard = false;

  #touch = false;
  #held = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #given: () => Given;

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** The previewed thing: the chosen one, else the hovered one. */
  focus = $derived.by(() => this.chosen ?? this.hovered);

  /** The outcome of the previewed thing for the reader. */
  outcome = $derived.by((): Outcome | null => (this.focus === null ? null : this.outcomeOf(this.focus)));

  outcomeOf(key: string): Outcome | null {
    const { view, seat } = this.#given();
    if (isName(key)) return null;
    const quiet = view.step === "green" || view.step === "pick" || view.step === "show";
    if (isTile(key)) return view.step === "show" ? null : gainOutcome(view, key, seat, quiet);
    return caveOf(view.options.variant).has(key) ? takeOutcome(view, key, seat, quiet) : null;
  }

  /** The legal move on a thing, if any. */
  move(key: string | null): string | undefined {
    const { legal } = this.#given();
    const place = key === null ? undefined : legal?.at[key]?.[0];
    return place === undefined ? undefined : legal!.moves[place]!.move;
  }

  /** The move a click on a thing stands for, legal or not. */
  #meant(key: string): string {
    const { step } = this.#given().view;
    if (isName(key)) return `ban ${key}`;
    if (isTile(key)) return `${step === "show" || step === "pick" ? step : "swap"} ${key}`;
    return `${step === "green" ? "also" : "take"} ${key}`;
  }

  /** Without a hovering pointer, the first tap previews. */
  get #twice(): boolean {
    return this.#touch || HOVERLESS.matches;
  }

  /** Records the kind of pointer; must run before all other handlers. */
  touched(event: PointerEvent): void {
    this.#touch = event.pointerType === "touch";
    this.explained = null;
  }

  click(key: string, event: MouseEvent): void {
    const move = this.move(key);
    event.stopPropagation();
    if (this.#held) {
      this.#held = false;
    } else if (move === undefined) {
      this.chosen = null;
      if (isName(key) && this.#given().view.step !== "white") this.explained = key;
      else this.#given().ask(this.#meant(key));
    } else if (this.#twice && this.chosen !== key) {
      this.chosen = key;
    } else {
      this.play(move);
    }
  }

  play(move: string): void {
    this.chosen = null;
    this.#given().play(move);
  }

  /** For tests and automation: the move a click plays, or that it previews first. */
  marks(key: string): { "data-move"?: string | undefined; "data-preview"?: string | undefined } {
    const move = this.move(key);
    return this.#twice && this.chosen !== key ? { "data-preview": move } : { "data-move": move };
  }

  /** The event handlers of a thing. */
  hears(key: string) {
    return {
      onclick: (event: MouseEvent) => this.click(key, event),
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType !== "mouse") return;
        this.hovered = key;
        this.explained = null;
      },
      onpointerleave: (event: PointerEvent) => {
        this.#release();
        if (event.pointerType === "mouse" && this.hovered === key) this.hovered = null;
      },
      onpointerdown: (event: PointerEvent) => {
        this.#release();
        this.#held = false;
        if (event.pointerType === "touch") this.#timer = setTimeout(() => this.#hold(key), HOLD);
      },
      onpointerup: () => this.#release(),
      onpointercancel: () => this.#release(),
      oncontextmenu: (event: MouseEvent) => {
        if (this.#touch) event.preventDefault();
      },
      onfocus: () => {
        if (!this.#touch) this.hovered = key;
      },
      onblur: () => {
        if (this.hovered === key) this.hovered = null;
      },
    };
  }

  #hold(key: string): void {
    this.#held = true;
    this.explained = key;
  }

  #release(): void {
    clearTimeout(this.#timer);
  }
}

/** Moves the focus with the arrow keys within a group that is one tab stop. */
export function arrows(group: Element): () => void {
  return on(group as HTMLElement, "keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...group.querySelectorAll("button")];
    buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by]?.focus();
    event.preventDefault();
  });
}
