/** State shared by all parts of the board: view, legal moves, hovered and chosen things. */
import type { Words } from "../../lib/words";
import type { BoardProps } from "../board";
import { follow, type Lying, type Pieces } from "./follow";
import { latestScoring } from "./story";
import { LANES, type View } from "./view";

/** A panel over the castle. */
export type Paper = "story" | "deck" | "discards" | "bag" | "aside";

export class Desk {
  readonly #props: BoardProps<View>;
  #known: Pieces = {};

  /** The hovered or focused move, whose result is previewed. */
  #hovered = $state<string | null>(null);
  /** What a first tap has chosen: a move, or the marble or market marker to move. */
  #chosen = $state<string | null>(null);
  /** Whether the last input was touch: the first tap previews, the second plays. */
  touch = false;
  paper = $state<Paper | null>(null);
  /** Whether the story of the latest scoring is playing or has played; null if opened by hand. */
  telling = $state<"now" | "over" | null>(null);

  constructor(props: BoardProps<View>) {
    this.#props = props;
  }

  get view(): View {
    return this.#props.view;
  }
  get seat(): number | null {
    return this.#props.seat;
  }
  get words(): Words {
    return this.#props.words;
  }

  readonly #moves = $derived.by(() => new Map(this.#props.legal?.moves.map((choice) => [choice.move, choice]) ?? []));
  readonly pieces = $derived.by(() => (this.#known = follow(this.#known, lying(this.#props.view))));
  readonly story = $derived.by(() => latestScoring(this.#props.told ?? []));

  /** The previewed move. */
  readonly shown = $derived.by(() => {
    if (this.#hovered !== null && this.#moves.has(this.#hovered)) return this.#hovered;
    return this.#chosen !== null && this.#moves.has(this.#chosen) ? this.#chosen : null;
  });
  /** The chosen move, marble or market marker. */
  readonly chosen = $derived.by(() =>
    this.#chosen !== null && (this.#moves.has(this.#chosen) || this.#props.legal?.at[this.#chosen])
      ? this.#chosen
      : null,
  );

  /** Whether the reader owes a decision. */
  get deciding(): boolean {
    return this.#props.legal !== null;
  }
  can(move: string): boolean {
    return this.#moves.has(move);
  }
  /** Whether any move with this verb is legal. */
  canDo(verb: string): boolean {
    return this.#props.legal?.moves.some((choice) => choice.verb === verb) ?? false;
  }
  /** The moves of a marble (`chest-3`) or a market marker (`ruby`). */
  movesOf(thing: string): string[] {
    const legal = this.#props.legal;
    return legal?.at[thing]?.map((place) => legal.moves[place]!.move) ?? [];
  }
  say(key: string, details: Record<string, unknown> = {}): string {
    return this.words.say(key, details);
  }
  /** Places highlighted by the log, or changed since the reader's last turn. */
  pointed(place: string): boolean {
    return this.#props.pointed.includes(place);
  }
  fresh(place: string): boolean {
    return this.#props.fresh.includes(place);
  }

  /** Plays a legal move; asks why, if it is illegal. */
  play(move: string): void {
    this.#chosen = null;
    if (this.can(move)) this.#props.play(move);
    else this.#props.ask(move);
  }
  choose(thing: string): void {
    this.#chosen = this.#chosen === thing ? null : thing;
  }
  rest(): void {
    this.#chosen = null;
  }

  /** Attributes that bind an element to a move: it previews and plays a legal move, and asks why an illegal one is refused. */
  target(move: string) {
    const offered = this.can(move);
    return {
      type: "button" as const,
      "data-move": offered ? move : undefined,
      "data-open": offered || undefined,
      "data-aimed": (offered && this.shown === move) || undefined,
      onclick: () => {
        if (offered && this.touch && this.chosen !== move) this.choose(move);
        else this.play(move);
      },
      ...this.#hover(move),
    };
  }

  /** The same for a thing with several moves: it is chosen first. */
  chooser(thing: string, otherwise: string) {
    const offered = this.movesOf(thing).length > 0;
    return {
      type: "button" as const,
      "data-preview": offered ? thing : undefined,
      "data-open": offered || undefined,
      "data-aimed": (offered && this.chosen === thing) || undefined,
      "aria-pressed": offered ? this.chosen === thing : undefined,
      onclick: () => (offered ? this.choose(thing) : this.play(otherwise)),
    };
  }

  #hover(move: string) {
    const leave = () => {
      if (this.#hovered === move) this.#hovered = null;
    };
    return {
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType === "mouse") this.#hovered = move;
      },
      onpointerleave: leave,
      onfocus: (event: FocusEvent) => {
        if ((event.currentTarget as Element).matches(":focus-visible")) this.#hovered = move;
      },
      onblur: leave,
    };
  }
}

/** All pieces that can fly, by place. */
function lying(view: View): Lying {
  const found: Lying = { drawn: view.drawn, discards: view.discards, aside: view.aside };
  for (const lane of LANES) found[`lane ${lane}`] = view.slide[lane].map((seat) => `marble ${seat}`);
  for (const [name, dungeon] of Object.entries(view.dungeons)) {
    found[`treasures ${name}`] = dungeon.treasures;
    found[`queue ${name}`] = dungeon.queue.map((seat) => `hunter ${seat}`);
  }
  for (const [area, seats] of Object.entries(view.bonus))
    found[`bonus ${area}`] = seats.map((seat) => `hunter ${seat}`);
  for (const [seat, has] of view.seats.entries()) {
    found[`supply ${seat}`] = Array<string>(has.hunters).fill(`hunter ${seat}`);
    found[`marseille ${seat}`] = Array<string>(has.marseille).fill(`hunter ${seat}`);
    found[`hand ${seat}`] = [...has.cards, ...has.jokers.map(() => "joker")];
    found[`collected ${seat}`] = has.collected;
  }
  return found;
}
