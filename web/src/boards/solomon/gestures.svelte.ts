/** What presses and drags mean: the tool in use, and the area that a press on a cell stands for. */
import type { Choice } from "../../wire";
import type { Actions, Gestures, Hand, Pointer } from "../kit/hand.svelte";
import type { Position } from "../kit/position.svelte";
import { areasAt, beside, CELLS, isCell, turned, type Area } from "./cells";
import type { MagicObject, View } from "./wire";

export type Tool = "dig" | "name" | "shift";
export type SolomonHand = Hand<View, SolomonGestures>;

/** What a press on a cell stands for: a move, legal or not, and the cells of its area. */
interface Aim {
  move: string;
  cells: Area;
}

/**
 * Cells are called by their names, things that stand for a move by that move: `play 17`, `use seal`; others are `tool dig`,
 * `order 2` (a seat in the order of play) and `entrance`.
 */
export class SolomonGestures implements Gestures {
  #picked = $state.raw<{ turn: string; tool: Tool } | null>(null);

  constructor(private readonly position: Position<View>) {}

  /** Identifies the turn; a tool stays selected for its duration. */
  #turn = $derived.by(() => `${this.position.view.round} ${this.position.view.active}`);

  /** Whether it is the reader's turn to shift and dig. */
  acting = $derived.by(() => {
    const { turn, active, seat } = this.position.view;
    return turn !== null && active === seat && this.position.deciding;
  });

  /** The tools of this step. */
  tools = $derived.by((): Tool[] => {
    const { step, turn, options } = this.position.view;
    if (!this.acting || !turn) return [];
    if (step === "act")
      return options.declare === "before" && !turn.named ? ["dig", "name", "shift"] : ["dig", "shift"];
    return step === "dig" ? ["dig"] : step === "name" ? ["name"] : [];
  });

  tool = $derived.by((): Tool | null => {
    const picked = this.#picked?.turn === this.#turn ? this.#picked.tool : null;
    if (picked && this.tools.includes(picked)) return picked;
    return this.tools.find((tool) => this.position.can(tool)) ?? this.tools[0] ?? null;
  });

  /** Whether the reader picks single cells with Solomon's Seal. */
  picking = $derived.by(() => {
    const turn = this.position.view.turn;
    return this.acting && turn !== null && turn.objects.includes("seal") && !turn.named;
  });

  /** Whether a press on a cell chooses its tile for a shift. */
  shifting = $derived.by(() => this.tool === "shift" && !this.picking);

  /** What a press on each cell can stand for, the likeliest first; empty if presses do not stand for areas. */
  #aims = $derived.by((): ReadonlyMap<string, readonly [Aim, ...Aim[]]> => {
    const { turn } = this.position.view;
    const tool = this.tool;
    if (!turn || (!this.picking && (tool === null || tool === "shift"))) return new Map();
    const shape = turned(turn.shape, turn.arrow);
    const offered = (first: string) => this.position.offers(`${tool} ${first}`);
    const dig = (cells: Area): Aim => ({ move: `${tool} ${cells[0]}`, cells });
    const aims = (cell: string): [Aim, ...Aim[]] => {
      if (this.picking) return [{ move: `cell ${cell}`, cells: [...new Set([...turn.area, cell])] }];
      if (turn.named) return [dig(turn.area)];
      const [first, ...others] = areasAt(shape, cell, offered);
      return [dig(first), ...others.map(dig)];
    };
    return new Map(CELLS.map((cell) => [cell, aims(cell)]));
  });

  /** The area that a press on a cell stands for; undefined if presses do not stand for areas. */
  aim(cell: string): Aim | undefined {
    return this.#aims.get(cell)?.[0];
  }

  /** The area after a given one, of those that contain a cell; null if it is the only one. */
  next(cell: string, move: string): Aim | null {
    const aims = this.#aims.get(cell) ?? [];
    const place = aims.findIndex((aim) => aim.move === move);
    return place < 0 || aims.length < 2 ? null : aims[(place + 1) % aims.length]!;
  }

  /** Whether presses on cells stand for areas. */
  aiming = $derived.by(() => this.#aims.size > 0);

  /** The cells of all legal digs; null if the tool does not dig, or nothing can be dug. */
  ground = $derived.by((): ReadonlySet<string> | null => {
    if (this.tool !== "dig" || this.picking || !this.position.can("dig")) return null;
    const digs = this.position.moves.filter((choice) => choice.verb === "dig");
    return new Set(digs.flatMap((choice) => this.position.outcome(choice.move)?.places ?? []));
  });

  /** The object whose use was the reader's last decision, and can be taken back. */
  takenBack = $derived.by((): MagicObject | null => {
    const { view, told } = this.position;
    const last = told.at(-1);
    if (!this.acting || last?.event !== "use" || last.seat !== view.seat) return null;
    return view.turn?.objects.find((object) => view.objects[object] === last.tile) ?? null;
  });

  /** The cell picked last, which can be taken back. */
  #lastPicked = $derived.by((): string | null => {
    const last = this.position.told.at(-1);
    return this.picking && last?.event === "cell" && last.seat === this.position.view.seat ? String(last.cell) : null;
  });

  /**
   * A press on a tool selects it; one on the object just used or the cell just picked takes it back. A cell that does not
   * complete the area is picked at once, by a finger too.
   */
  acts(key: string, actions: Actions): boolean {
    const tool = this.tools.find((each) => key === `tool ${each}`);
    const back = key === this.#lastPicked || (this.takenBack !== null && key === `use ${this.takenBack}`);
    const picked = this.picking && isCell(key) && actions.confirm() !== "always" ? `cell ${key}` : "";
    const picks = this.position.outcome(picked)?.then === "pick";
    if (tool) this.#picked = { turn: this.#turn, tool };
    else if (back) actions.undo?.();
    else if (picks) actions.play(picked);
    return tool !== undefined || back || picks;
  }

  moves(key: string, chosen: readonly string[]): readonly Choice[] {
    if (this.chooses(key, chosen)) {
      return this.position.at(key).filter(({ verb, targets }) => verb === "shift" && targets[0] === key);
    }
    const choice = this.position.move(this.#meaning(key, chosen) ?? "");
    return choice ? [choice] : [];
  }

  /** The move that a press stands for, legal or not. */
  #meaning(key: string, chosen: readonly string[]): string | null {
    if (!isCell(key)) return key;
    if (chosen.length) return `shift ${chosen[0]} ${key}`;
    return this.aim(key)?.move ?? null;
  }

  chooses(key: string, chosen: readonly string[]): boolean {
    return isCell(key) && this.shifting && !chosen.length;
  }

  /** Cards and areas are looked at first; with the Seal, an area is complete with its last cell. */
  confirms({ verb, move }: Choice): boolean {
    if (verb === "cell") return this.position.outcome(move)?.then !== "pick";
    return ["play", "name", "dig"].includes(verb);
  }

  asks(key: string, chosen: readonly string[]): string | null {
    if (!isCell(key) && !/^(play|use|turn|give) /.test(key)) return null;
    if (this.chooses(key, chosen)) return this.position.can("shift") ? null : `shift ${key} ${beside(key)}`;
    return this.#meaning(key, chosen);
  }

  /** The mouse drags a tile whatever the tool; a finger slides the shape unless the tool shifts. */
  drags(key: string, pointer: Pointer): boolean {
    const movable = this.tools.includes("shift") && (this.position.view.cave[key]?.length ?? 0) > 0;
    return movable && (pointer === "mouse" || this.shifting);
  }

  slides(): boolean {
    return this.aiming;
  }
}
