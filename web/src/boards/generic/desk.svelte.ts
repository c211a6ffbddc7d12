/** Interaction state. Things on the table are keyed by the arguments of legal moves. */
import type { BoardProps } from "../board";
import { sentenceOf } from "./labels";
import { movesAt } from "./moves";

type Given = Pick<BoardProps, "legal" | "pointed" | "words" | "play"> & { marked: string[] };

export class Desk {
  /** The arguments chosen so far. */
  chosen = $state.raw<string[]>([]);
  /** The arguments of the hovered move. */
  previewed = $state.raw<string[]>([]);
  /** Whether the reader uses the keyboard; then a lost focus returns to the board. */
  byKeyboard = false;

  #touch = false;
  readonly #given: () => Given;

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** The legal moves with all chosen arguments. */
  left = $derived.by(() => movesAt(this.#given().legal, this.chosen));
  #open = $derived.by(() => new Set(this.left.flatMap((choice) => choice.targets)));

  /** Whether a legal move has this argument. */
  offers(target: string): boolean {
    return this.#open.has(target);
  }

  /** The CSS classes of a thing. */
  state(target: string): Record<string, boolean> {
    const { pointed, marked } = this.#given();
    return {
      open: this.offers(target),
      chosen: this.chosen.includes(target),
      pointed: pointed.includes(target) || this.previewed.includes(target),
      marked: marked.includes(target),
    };
  }

  /** The move a click on a thing plays; null if several are possible, or if a first tap only chooses it. */
  #move(target: string): string | null {
    const moves = movesAt(this.#given().legal, [...this.chosen, target]);
    const sure = !this.#touch && !matchMedia("(hover: none)").matches;
    return moves.length === 1 && (sure || this.chosen.includes(target)) ? moves[0]!.move : null;
  }

  /** The text of the only move with a thing; undefined if there are several. */
  titleOf(target: string): string | undefined {
    const { legal, words } = this.#given();
    const moves = movesAt(legal, [...this.chosen, target]);
    return moves.length === 1 ? sentenceOf(words, moves[0]!) : undefined;
  }

  /** For tests and automation: the move a click plays, or that it previews first. */
  marks(target: string): Record<string, string | undefined> {
    const move = this.#move(target);
    if (move !== null) return { "data-move": move };
    return this.chosen.includes(target)
      ? {}
      : { "data-preview": movesAt(this.#given().legal, [...this.chosen, target])[0]?.move };
  }

  /** Records the kind of pointer; must run before all other handlers. */
  touched(event: PointerEvent): void {
    this.#touch = event.pointerType === "touch";
    this.byKeyboard = false;
  }

  click(target: string): void {
    const move = this.#move(target);
    if (move !== null) this.play(move);
    else if (this.chosen.includes(target)) this.chosen = this.chosen.filter((each) => each !== target);
    else this.chosen = [...this.chosen, target];
  }

  play(move: string): void {
    this.chosen = [];
    this.previewed = [];
    this.#given().play(move);
  }
}
