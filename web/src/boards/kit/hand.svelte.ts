/**
 * The gesture machine: what the reader points at, has chosen and previews. It gets plain input about things, which are
 * keyed as in `data-thing`, and turns it into moves. It knows no page: `bind.ts` connects it to one.
 */
import type { Choice, Outcome, View } from "../../wire";
import type { Position } from "./position.svelte";

export type Pointer = "mouse" | "touch" | "keyboard";
/** When a move needs a second click: on touch screens, always, or never. */
export type Confirm = "touch" | "always" | "never";

/** What input means in one game. Without these rules, a thing stands for the legal moves that name it. */
export interface Gestures {
  /** The legal moves that a press on a thing can mean, after the things chosen before. */
  moves?(key: string, chosen: readonly string[]): readonly Choice[];
  /** Whether a press only chooses a thing, even if a single move begins with it. */
  chooses?(key: string, chosen: readonly string[]): boolean;
  /** Whether a move is previewed first, whatever the pointer; a press anywhere in its area then plays it. */
  confirms?(choice: Choice): boolean;
  /** What a press does that is no move: picks a tool, takes the last decision back. Returns whether it did anything. */
  acts?(key: string, actions: Actions): boolean;
  /** The illegal move that a press stands for, to ask why; null to explain the thing instead. */
  asks?(key: string, chosen: readonly string[]): string | null;
  /** Whether a thing can be dragged onto another. */
  drags?(key: string, pointer: Pointer): boolean;
  /** Whether a finger that moves across the board takes the preview along. */
  slides?(): boolean;
}

/** What the machine asks of the table. */
export interface Actions {
  play(move: string): void;
  /** "Why not?": asks which rule forbids a move. */
  ask(move: string): void;
  /** Takes back the last decision; missing where nothing can be taken back. */
  undo?(): void;
  confirm(): Confirm;
  /** Whether the screen's main pointer cannot hover. */
  hoverless(): boolean;
}

export interface Drag {
  key: string;
  /** The thing under the pointer. */
  over: string | null;
  x: number;
  y: number;
}

/** Attributes that make an element a thing. */
export interface ThingAttributes {
  "data-thing": string;
  /** The move that a press plays. */
  "data-move": string | undefined;
  /** A move that a press previews or leads to. */
  "data-preview": string | undefined;
  /** For the stylesheet: `offered`, `chosen`, `aimed`, `fresh`, `pointed`. */
  "data-state": string | undefined;
  "aria-pressed": boolean | undefined;
}

/** What the reader has begun to choose, and the decision it belongs to. */
interface Begun {
  decision: string;
  /** The things chosen so far. */
  chosen: readonly string[];
  /** The move that waits for a second press, and the thing of the first. */
  armed: { move: string; key: string } | null;
}

const HOLD = 450; // milliseconds of a long press
const FAR = 8; // pixels before a press becomes a drag
const NOTHING: readonly string[] = [];

export class Hand<V extends View = View, G extends Gestures = Gestures> {
  /** The thing under the mouse, or focused by keyboard. */
  hovered = $state<string | null>(null);
  drag = $state.raw<Drag | null>(null);
  pointer = $state<Pointer>("mouse");
  #begun = $state.raw<Begun | null>(null);
  #asked = $state.raw<{ decision: string; key: string } | null>(null);

  #press: { key: string; x: number; y: number; moved: boolean; held: boolean } | null = null;
  #swallow = false; // the click that ends a drag or a long press
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly position: Position<V>,
    readonly rules: G,
    private readonly actions: Actions,
  ) {}

  #current = $derived.by(() => (this.#begun?.decision === this.position.decision ? this.#begun : null));
  /** The thing to explain, after a long press or a press on a thing without moves. */
  explained = $derived.by(() => (this.#asked?.decision === this.position.decision ? this.#asked.key : null));
  #dragged = $derived.by(() => this.drag?.key ?? null);
  /** The things chosen so far; while a thing is dragged, that one. */
  chosen = $derived.by(() => (this.#dragged !== null ? [this.#dragged] : (this.#current?.chosen ?? NOTHING)));
  /** The move that waits for a second press. */
  armed = $derived.by(() => this.position.move(this.#current?.armed?.move ?? "") ?? null);

  /** The move previewed: the one that waits for a second press, else the only one of the thing pointed at. */
  preview = $derived.by((): Choice | null => {
    if (this.armed) return this.armed;
    const moves = this.hovered === null ? NOTHING : this.moves(this.hovered);
    return moves.length === 1 ? (moves[0] as Choice) : null;
  });
  /** What the previewed move would bring. */
  outcome = $derived.by((): Outcome | null => (this.preview ? this.position.outcome(this.preview.move) : null));
  /** The thing the reader looks at: explained, chosen or pointed at. */
  aimed = $derived.by(() => this.explained ?? this.#current?.armed?.key ?? this.hovered ?? this.chosen.at(-1) ?? null);

  /** The legal moves that a press on a thing can mean now. */
  moves(key: string): readonly Choice[] {
    return this.#movesAfter(key, this.chosen);
  }

  #movesAfter(key: string, chosen: readonly string[]): readonly Choice[] {
    if (!this.position.deciding) return [];
    return this.rules.moves?.(key, chosen) ?? this.position.at(...chosen, key);
  }

  /** Whether a press on a thing confirms the move that waits for it. */
  #confirms(key: string): boolean {
    const armed = this.#current?.armed;
    if (!armed || !this.armed) return false;
    if (armed.key === key) return true;
    const area = this.rules.confirms?.(this.armed) ? this.position.outcome(armed.move)?.places : undefined;
    return area?.includes(key) ?? false;
  }

  /** The move that a press plays; null if it only previews, chooses or asks. */
  #plays(key: string, moves: readonly Choice[]): Choice | null {
    if (this.#confirms(key)) return this.armed;
    if (this.rules.chooses?.(key, this.chosen)) return null;
    return moves.length === 1 && !this.#needsConfirmation(moves[0]!) ? moves[0]! : null;
  }

  #needsConfirmation(choice: Choice): boolean {
    const wanted = this.actions.confirm();
    if (wanted === "never") return false;
    if (wanted === "always" || this.rules.confirms?.(choice)) return true;
    return this.pointer === "touch" || (this.pointer === "mouse" && this.actions.hoverless());
  }

  /** The attributes of an element that stands for a thing. */
  thing(key: string): ThingAttributes {
    const moves = this.moves(key);
    const plays = this.#plays(key, moves);
    const chosen = this.chosen.includes(key) || (this.armed !== null && this.#current?.armed?.key === key);
    const states = [
      moves.length || plays ? "offered" : "",
      chosen ? "chosen" : "",
      this.aimed === key ? "aimed" : "",
      this.position.fresh(key) ? "fresh" : "",
      this.position.pointed(key) ? "pointed" : "",
    ];
    return {
      "data-thing": key,
      "data-move": plays?.move,
      "data-preview": plays ? undefined : moves[0]?.move,
      "data-state": states.filter(Boolean).join(" ") || undefined,
      "aria-pressed": chosen || undefined,
    };
  }

  /** Presses a thing: plays, previews or chooses; asks why if nothing is possible. */
  press(key: string): void {
    const moves = this.moves(key);
    const plays = this.#plays(key, moves);
    this.#asked = null;
    if (this.rules.acts?.(key, this.actions)) this.release();
    else if (plays) this.play(plays.move);
    else if (moves.length === 1 && !this.rules.chooses?.(key, this.chosen)) this.arm(moves[0]!.move, key);
    else if (this.chosen.includes(key)) this.release();
    else if (moves.length) this.choose(key);
    else if (this.chosen.length && this.#movesAfter(key, NOTHING).length) {
      this.release();
      this.press(key);
    } else this.#ask(key, this.chosen);
  }

  /** Chooses a thing that several moves name. */
  choose(key: string): void {
    this.#begun = { decision: this.position.decision, chosen: [...this.chosen, key], armed: null };
  }

  /** Previews a move until it is confirmed or released. */
  arm(move: string, key: string): void {
    this.#begun = { decision: this.position.decision, chosen: this.chosen, armed: { move, key } };
  }

  /** Plays a legal move; asks why, if it is not. */
  play(move: string): void {
    this.release();
    if (this.position.offers(move)) this.actions.play(move);
    else this.actions.ask(move);
  }

  /** Drops what is chosen, previewed or explained; returns whether there was anything. */
  release(): boolean {
    const had = this.#current !== null || this.explained !== null;
    this.#begun = null;
    this.#asked = null;
    return had;
  }

  #explain(key: string): void {
    this.#asked = { decision: this.position.decision, key };
  }

  #ask(key: string, chosen: readonly string[]): void {
    const move = this.rules.asks?.(key, chosen) ?? null;
    if (move !== null) {
      this.release();
      this.actions.ask(move);
    } else this.#explain(key); // what is chosen or previewed stays
  }

  // Input ------------------------------------------------------------------------------------------

  /** A pointer goes down, on a thing or beside all things. */
  down(key: string | null, pointer: Pointer, x: number, y: number): void {
    this.cancel();
    this.pointer = pointer;
    this.#swallow = false;
    this.#asked = null;
    if (key === null) return;
    this.#press = { key, x, y, moved: false, held: false };
    if (pointer === "touch") this.#timer = setTimeout(() => this.#hold(key), HOLD);
  }

  #hold(key: string): void {
    if (this.#press) this.#press.held = true;
    this.#explain(key);
  }

  /** The pointer moves over a thing or beside all things. */
  move(key: string | null, x: number, y: number): void {
    const press = this.#press;
    if (!press) return;
    press.moved ||= Math.hypot(x - press.x, y - press.y) > FAR;
    if (!press.moved) return;
    clearTimeout(this.#timer);
    if (this.rules.drags?.(press.key, this.pointer)) {
      if (!this.drag) this.release();
      this.drag = { key: press.key, over: key, x, y };
    } else if (this.#slides()) this.hovered = key;
  }

  #slides(): boolean {
    return this.pointer === "touch" && (this.rules.slides?.() ?? false);
  }

  /** The pointer goes up, over a thing or beside all things. */
  up(key: string | null): void {
    const press = this.#press;
    const drag = this.drag;
    this.cancel();
    if (!press) return;
    this.#swallow = press.held || drag !== null;
    if (drag && key !== null && key !== drag.key) this.#drop(drag.key, key);
    else if (!drag && press.moved && this.#slides()) {
      this.#swallow = true;
      this.hovered = null;
      if (key !== null) this.press(key);
    }
  }

  /** Drops a dragged thing onto another. */
  #drop(from: string, onto: string): void {
    const moves = this.#movesAfter(onto, [from]);
    if (moves.length === 1) this.play(moves[0]!.move);
    else this.#ask(onto, [from]);
  }

  /** Forgets the press, for example because the browser scrolls. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#press = null;
    this.drag = null;
  }

  /** A click on a thing, by a pointer or by a key; null for a click beside all things. */
  click(key: string | null): void {
    if (this.#swallow) this.#swallow = false;
    else if (key === null) this.release();
    else this.press(key);
    if (this.pointer === "touch") this.hovered = null; // a lifted finger points at nothing
  }

  /** The mouse enters a thing, or the keyboard moves the focus there. */
  enter(key: string): void {
    this.hovered = key;
    if (this.explained !== key) this.#asked = null;
  }

  leave(key: string): void {
    if (this.hovered === key) this.hovered = null;
  }
}
