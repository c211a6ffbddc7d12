/** Interaction state: the active tool, what the reader points at, and choices not yet confirmed. */
import type { Legal } from "../../wire";
import type { BoardProps } from "../board";
import { box } from "./box.svelte";
import { areaAt, CELLS, near, snapped, turned, type Area } from "./cells";
import { bill, type Bill } from "./money";
import type { SolomonView } from "./view";

export type Tool = "dig" | "name" | "shift";

/** What a click on a cell does. */
export interface Meaning {
  /** The move; null if a shape is only tried out. */
  move: string | null;
  cells: Area;
  offered: boolean;
  /** Whether the move is previewed first and needs confirmation. */
  confirm: boolean;
}

/** A choice bound to a moment of the game; it is dropped when that moment has passed. */
interface Kept<T> {
  moment: string;
  value: T;
}

export class Play {
  #props: () => BoardProps<SolomonView>;
  #tool = $state.raw<Kept<Tool> | null>(null);
  #lifted = $state.raw<Kept<string> | null>(null);
  #pinned = $state.raw<Kept<Meaning> | null>(null);
  #card = $state.raw<Kept<string> | null>(null);
  #stopping = $state.raw<Kept<true> | null>(null);
  /** The hovered or focused cell. */
  aimed = $state<string | null>(null);

  constructor(props: () => BoardProps<SolomonView>) {
    this.#props = props;
  }

  #view = $derived.by(() => this.#props().view);
  /** The legal moves. */
  #legal = $derived.by((): Legal | null => this.#props().legal);
  #offered = $derived.by(() => new Set(this.#legal?.moves.map((choice) => choice.move)));
  /** Identifies the turn; a tool stays selected for its duration. */
  #turn = $derived.by(() => `${this.#view.round} ${this.#view.step === "choose"} ${this.#view.active}`);
  /** Identifies the decision; all other choices last that long. */
  #moment = $derived.by(() => {
    const turn = this.#view.turn;
    return turn
      ? `${this.#turn} ${turn.shifts} ${turn.objects} ${turn.arrow} ${turn.area} ${turn.named} ${turn.lost}`
      : this.#turn;
  });

  /** Whether the reader owes a decision. */
  get mine(): boolean {
    return this.#legal !== null;
  }

  /** Whether it is the reader's turn to dig. */
  acting = $derived.by(() => {
    const { turn, active, seat } = this.#view;
    return turn !== null && active === seat && this.mine;
  });

  offers(move: string): boolean {
    return this.#offered.has(move);
  }

  /** Whether any legal move starts with this. */
  can(verb: string): boolean {
    return this.#legal?.moves.some((choice) => choice.verb === verb) ?? false;
  }

  /** Whether this is the only legal move. */
  only(move: string): boolean {
    return this.#offered.size === 1 && this.offers(move);
  }

  /** The tools available in this step. */
  tools = $derived.by((): Tool[] => {
    const { step, turn, options } = this.#view;
    if (!this.acting || !turn) return [];
    if (step === "act")
      return options.declare === "before" && !turn.named ? ["dig", "name", "shift"] : ["dig", "shift"];
    return step === "dig" ? ["dig"] : step === "name" ? ["name"] : [];
  });

  tool = $derived.by((): Tool | null => {
    const kept = this.#tool?.moment === this.#turn ? this.#tool.value : null;
    if (kept && this.tools.includes(kept)) return kept;
    return this.tools.find((tool) => this.can(tool)) ?? this.tools[0] ?? null;
  });

  /** Whether the reader picks single cells (Solomon's Seal). */
  picking = $derived.by(() => {
    const turn = this.#view.turn;
    return this.mine && turn !== null && turn.objects.includes("seal") && !turn.named;
  });

  /** The card previewed before it is played. */
  card = $derived.by(() => (this.#card?.moment === this.#moment ? this.#card.value : null));
  /** The cell whose top tile is selected for a shift. */
  lifted = $derived.by(() => (this.#lifted?.moment === this.#moment ? this.#lifted.value : null));
  /** The chosen area, waiting for confirmation. */
  pinned = $derived.by(() => (this.#pinned?.moment === this.#moment ? this.#pinned.value : null));
  stopping = $derived.by(() => this.#stopping?.moment === this.#moment);

  /** The shape in its current orientation. */
  picture = $derived.by((): string[] | null => {
    const { turn, active, seat } = this.#view;
    if (this.card) return box.cards[this.card] ?? null;
    return turn && active === seat ? turned(turn.shape, turn.arrow) : null;
  });

  /** The area that a click on each cell selects, if any. */
  meanings = $derived.by(() => {
    const all = new Map<string, Meaning>();
    for (const cell of CELLS) {
      const meaning = this.#meaning(cell);
      if (meaning) all.set(cell, meaning);
    }
    return all;
  });

  /** The chosen area, or else the one under the pointer. */
  shown = $derived.by(
    (): Meaning | null => this.pinned ?? (this.aimed ? (this.meanings.get(this.aimed) ?? null) : null),
  );

  /** The cost including the previewed dig. */
  bill = $derived.by((): Bill | null => bill(this.#view, this.shown?.move ?? null));

  /** Cells covered by any legal dig or name; null if not applicable. */
  ground = $derived.by((): Set<string> | null => {
    const digs = Object.values(this.#view.digs ?? {});
    return this.tool === "dig" && !this.picking && digs.length ? new Set(digs.flatMap((dig) => dig.cells)) : null;
  });

  #meaning(cell: string): Meaning | null {
    const { turn, digs } = this.#view;
    if (!this.mine) return null;
    if (this.card) {
      const picture = box.cards[this.card];
      return picture ? { move: null, cells: areaAt(picture, cell), offered: false, confirm: false } : null;
    }
    if (!turn) return null;
    if (this.picking) {
      const move = `cell ${cell}`;
      return {
        move,
        cells: [...new Set([...turn.area, cell])],
        offered: this.offers(move),
        confirm: digs?.[move] !== undefined,
      };
    }
    const tool = this.tool;
    if (tool === null || tool === "shift" || this.picture === null) return null;
    const cells = turn.named ? turn.area : snapped(this.picture, cell, (first) => this.offers(`${tool} ${first}`));
    const move = `${tool} ${cells[0]}`;
    return { move, cells, offered: this.offers(move), confirm: true };
  }

  /** Selects a tool. */
  take(tool: Tool): void {
    this.#tool = { moment: this.#turn, value: tool };
    this.release();
  }

  /** Drops all unconfirmed choices. */
  release(): void {
    this.#lifted = this.#pinned = this.#card = this.#stopping = null;
  }

  /** Handles a click on a cell. */
  press(cell: string): void {
    const { play, ask } = this.#props();
    this.#stopping = null;
    const meaning = this.meanings.get(cell);
    if (this.tool === "shift" && !this.picking) return this.#pressTile(cell);
    if (!meaning) return ask(`dig ${cell}`);
    if (meaning.move === null) return;
    if (this.pinned?.cells.includes(cell)) return this.confirm();
    if (!meaning.offered) return ask(meaning.move);
    if (!meaning.confirm) return play(meaning.move);
    this.#pinned = { moment: this.#moment, value: meaning };
  }

  /** Shifts by two clicks: first the tile, then its destination. */
  #pressTile(cell: string): void {
    if (this.lifted === cell) this.#lifted = null;
    else if (this.lifted && near(this.lifted, cell)) this.shift(this.lifted, cell);
    else this.lift(cell);
  }

  /** Selects the top tile of a stack for a shift. */
  lift(cell: string): void {
    this.#lifted = this.#view.cave[cell] ? { moment: this.#moment, value: cell } : null;
  }

  /** Shifts the top tile of a stack onto another. */
  shift(cell: string, onto: string): void {
    const move = `shift ${cell} ${onto}`;
    if (this.offers(move)) this.#props().play(move);
    else this.#props().ask(move);
    this.#lifted = null;
  }

  /** Plays the previewed move. */
  confirm(): void {
    const move = this.pinned?.move;
    if (!move) return;
    this.#pinned = null;
    this.#props().play(move);
  }

  /** Handles a click on a card: the first previews it, the second plays it. */
  pressCard(card: string): void {
    const { play, ask } = this.#props();
    const move = `play ${card}`;
    if (!this.offers(move)) return ask(move);
    if (this.card === card) return play(move);
    this.#card = { moment: this.#moment, value: card };
  }

  /** Plays the move of a button. */
  pressMove(move: string): void {
    const { play, ask } = this.#props();
    if (this.offers(move)) play(move);
    else ask(move);
  }

  /** Ends the turn without a dig; asks for confirmation if a dig is possible. */
  stop(): void {
    if (this.can("dig") && !this.stopping) {
      this.release();
      this.#stopping = { moment: this.#moment, value: true };
    } else this.pressMove("stop");
  }
}
