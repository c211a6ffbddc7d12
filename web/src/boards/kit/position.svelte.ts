/** A position as one reader sees it: shared by the drawn board, the text board, the seats and the prompt. */
import type { Details, Words } from "../../lib/words";
import type { Choice, GameEvent, Legal, Outcome, View } from "../../wire";

/** What the stage knows of a position. */
export interface Given<V extends View = View> {
  view: V;
  /** The reader's legal moves; null if they owe no decision, as in replays. */
  legal: Legal | null;
  /** The reader's seat; null for spectators. */
  seat: number | null;
  names: readonly string[];
  /** The game's texts with the names filled in; the board's own are under `board.*`. */
  words: Words;
  /** The events since the previous position, to animate; empty at first. */
  latest: readonly GameEvent[];
  /** All events up to this position, without undone ones. */
  told: readonly GameEvent[];
  /** The seats whose move is being shown; by default those that owe a decision. */
  acting?: readonly number[];
  /** Places highlighted by the log, and places changed since the reader's last turn. */
  pointed: readonly string[];
  fresh: readonly string[];
  /** What a legal move would bring; null while unknown. */
  outcome: (move: string) => Outcome | null;
}

export class Position<V extends View = View> {
  readonly #given: () => Given<V>;

  constructor(given: () => Given<V>) {
    this.#given = given;
  }

  view = $derived.by((): V => this.#given().view);
  legal = $derived.by(() => this.#given().legal);
  seat = $derived.by(() => this.#given().seat);
  names = $derived.by(() => this.#given().names);
  words = $derived.by(() => this.#given().words);
  latest = $derived.by(() => this.#given().latest);
  told = $derived.by(() => this.#given().told);
  acting = $derived.by(() => this.#given().acting ?? this.view.to_act);
  moves = $derived.by((): readonly Choice[] => this.legal?.moves ?? []);
  #byMove = $derived.by(() => new Map(this.moves.map((choice) => [choice.move, choice])));
  #pointed = $derived.by(() => new Set(this.#given().pointed));
  #fresh = $derived.by(() => new Set(this.#given().fresh));
  /** Identifies the decision: what the reader has begun to choose lasts as long as it. The next one may offer the same. */
  decision = $derived.by(() => {
    if (!this.legal) return "";
    const done = this.told.filter((event) => "seat" in event && event.seat === this.seat).length;
    return [done, ...this.moves.map(({ move }) => move)].join("\n");
  });

  /** Whether the reader owes a decision. */
  get deciding(): boolean {
    return this.legal !== null;
  }

  /** The legal move in this notation. */
  move(move: string): Choice | undefined {
    return this.#byMove.get(move);
  }

  /** Whether a move is legal. */
  offers(move: string): boolean {
    return this.#byMove.has(move);
  }

  /** Whether any move with this verb is legal. */
  can(verb: string): boolean {
    return this.moves.some((choice) => choice.verb === verb);
  }

  /** The legal moves that name all of these things. */
  at(...keys: string[]): Choice[] {
    const [first, ...rest] = keys;
    if (first === undefined) return [...this.moves];
    const named = (this.legal?.at[first] ?? []).map((place) => this.moves[place]!);
    return named.filter((choice) => rest.every((key) => choice.targets.includes(key)));
  }

  /** What a legal move would bring; null for other moves, and while the answer is on its way. */
  outcome(move: string): Outcome | null {
    return this.offers(move) ? this.#given().outcome(move) : null;
  }

  pointed(place: string): boolean {
    return this.#pointed.has(place);
  }

  fresh(place: string): boolean {
    return this.#fresh.has(place);
  }

  say(key: string, details: Details = {}): string {
    return this.words.say(key, details);
  }
}
