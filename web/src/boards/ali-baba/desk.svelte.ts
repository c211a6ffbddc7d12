/** What the reader points at and chooses. A thing on the board has a key, as in the legal moves: a slot "3b2", a tile "blue-carpet", or what a ban names. */
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
  /** The thing under the pointer, or with the focus. */
  hovered = $state<string | null>(null);
  /** Tapped once: a second tap, or the button in the bar, plays it. */
  chosen = $state<string | null>(null);
  /** The thing whose explanation was asked for by a long press, or by a tap on a spell or a set. */
  explained = $state<string | null>(null);
  /** Whether the reader plays by keyboard: then a focus that got lost is put back on the board. */
  byKeyboard = false;

  #touch = false;
  #held = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #given: () => Given;

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** What is previewed: the thing chosen, else the one pointed at. */
  focus = $derived.by(() => this.chosen ?? this.hovered);

  /** What the thing previewed would bring the reader. */
  outcome = $derived.by((): Outcome | null => (this.focus === null ? null : this.outcomeOf(this.focus)));

  outcomeOf(key: string): Outcome | null {
    const { view, seat } = this.#given();
    if (isName(key)) return null;
    const quiet = view.step === "green" || view.step === "pick" || view.step === "show";
    if (isTile(key)) return view.step === "show" ? null : gainOutcome(view, key, seat, quiet);
    return caveOf(view.options.variant).has(key) ? takeOutcome(view, key, seat, quiet) : null;
  }

  /** The legal move that is made with a thing. */
  move(key: string | null): string | undefined {
    const { legal } = this.#given();
    const place = key === null ? undefined : legal?.at[key]?.[0];
    return place === undefined ? undefined : legal!.moves[place]!.move;
  }

  /** The move that a click on a thing would have meant. */
  #meant(key: string): string {
    const { step } = this.#given().view;
    if (isName(key)) return `ban ${key}`;
    if (isTile(key)) return `${step === "show" || step === "pick" ? step : "swap"} ${key}`;
    return `${step === "green" ? "also" : "take"} ${key}`;
  }

  /** Where there is no pointer that hovers, the first tap previews. */
  get #twice(): boolean {
    return this.#touch || HOVERLESS.matches;
  }

  /** Says how the tap came about; to be heard before everything else. */
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

  /** For tests and programs: what a click plays, or that it previews first. */
  marks(key: string): { "data-move"?: string | undefined; "data-preview"?: string | undefined } {
    const move = this.move(key);
    return this.#twice && this.chosen !== key ? { "data-preview": move } : { "data-move": move };
  }

  /** Everything a thing listens to. */
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

/** Arrow keys go from button to button of a group that is one stop of the tabulator. */
export function arrows(group: Element): () => void {
  return on(group as HTMLElement, "keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...group.querySelectorAll("button")];
    buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by]?.focus();
    event.preventDefault();
  });
}
