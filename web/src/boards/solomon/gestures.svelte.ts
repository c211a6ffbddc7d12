/** What presses and drags mean: the tool in use, and the area that a press on a cell stands for. */
import type { Choice } from "../../wire";
import type { Actions, Gestures, Hand, Pointer } from "../kit/hand.svelte";
import type { Position } from "../kit/position.svelte";
import { beside, CELLS, isCell, snapped, turned, type Area } from "./cells";
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

  /** The area that a press on each cell stands for; empty if presses do not stand for areas. */
  aims = $derived.by((): ReadonlyMap<string, Aim> => {
    const { turn } = this.position.view;
    const tool = this.tool;
    if (!turn || (!this.picking && (tool === null || tool === "shift"))) return new Map();
    const shape = turned(turn.shape, turn.arrow);
    const aim = (cell: string): Aim => {
      if (this.picking) return { move: `cell ${cell}`, cells: [...new Set([...turn.area, cell])] };
      const cells = turn.named ? turn.area : snapped(shape, cell, (first) => this.position.offers(`${tool} ${first}`));
      return { move: `${tool} ${cells[0]}`, cells };
    };
    return new Map(CELLS.map((cell) => [cell, aim(cell)]));
  });

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

  /** A press on a tool selects it; one on the object just used takes it back. */
  acts(key: string, actions: Actions): boolean {
    const tool = this.tools.find((each) => key === `tool ${each}`);
    if (tool) this.#picked = { turn: this.#turn, tool };
    const back = this.takenBack !== null && key === `use ${this.takenBack}`;
    if (back) actions.undo?.();
    return tool !== undefined || back;
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
    return this.aims.get(key)?.move ?? null;
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
    return this.aims.size > 0;
  }
}
