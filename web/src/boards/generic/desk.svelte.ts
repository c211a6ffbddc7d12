/** What the reader points at and chooses: arguments of legal moves, wherever they lie on the table. */
import type { BoardProps } from "../board";
import { sentenceOf } from "./labels";
import { movesAt } from "./moves";

type Given = Pick<BoardProps, "legal" | "pointed" | "words" | "play"> & { marked: string[] };

export class Desk {
  /** The arguments chosen so far. */
  chosen = $state.raw<string[]>([]);
  /** The arguments of the move that is pointed at. */
  previewed = $state.raw<string[]>([]);
  /** Whether the reader plays by keyboard: then a focus that got lost is put back on the board. */
  byKeyboard = false;

  #touch = false;
  readonly #given: () => Given;

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** The moves that go with what is chosen. */
  left = $derived.by(() => movesAt(this.#given().legal, this.chosen));
  #open = $derived.by(() => new Set(this.left.flatMap((choice) => choice.targets)));

  /** Whether something can be done with a thing now. */
  offers(target: string): boolean {
    return this.#open.has(target);
  }

  /** How a thing is drawn. */
  state(target: string): Record<string, boolean> {
    const { pointed, marked } = this.#given();
    return {
      open: this.offers(target),
      chosen: this.chosen.includes(target),
      pointed: pointed.includes(target) || this.previewed.includes(target),
      marked: marked.includes(target),
    };
  }

  /** The one move that a click on a thing makes; where there are several, or a finger taps first, it only chooses. */
  #move(target: string): string | null {
    const moves = movesAt(this.#given().legal, [...this.chosen, target]);
    const sure = !this.#touch && !matchMedia("(hover: none)").matches;
    return moves.length === 1 && (sure || this.chosen.includes(target)) ? moves[0]!.move : null;
  }

  /** What can be done with a thing, where that is one move. */
  titleOf(target: string): string | undefined {
    const { legal, words } = this.#given();
    const moves = movesAt(legal, [...this.chosen, target]);
    return moves.length === 1 ? sentenceOf(words, moves[0]!) : undefined;
  }

  /** For tests and programs: what a click plays, or what it would lead to. */
  marks(target: string): Record<string, string | undefined> {
    const move = this.#move(target);
    if (move !== null) return { "data-move": move };
    return this.chosen.includes(target)
      ? {}
      : { "data-preview": movesAt(this.#given().legal, [...this.chosen, target])[0]?.move };
  }

  /** Says how the tap came about; to be heard before everything else. */
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
