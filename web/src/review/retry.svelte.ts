/** A decision tried again: the moves that the review has looked at can be played on the board, and are judged. */
import type { Choice, Legal } from "../wire";
import { judge, type Judgement, type Marked } from "./data";

export function split(move: string): Choice {
  const [verb = "", ...targets] = move.split(" ");
  return { move, verb, targets };
}

export class Retry {
  /** The decision being tried again. */
  decision = $state.raw<Marked | null>(null);
  /** What the reader tried last. */
  tried = $state<string | null>(null);
  /** Whether the solution is shown. */
  solved = $state(false);

  begin(decision: Marked): void {
    this.decision = decision;
    this.tried = null;
    this.solved = false;
  }

  end(): void {
    this.decision = null;
  }

  /** The moves to choose from, as a board wants them. */
  legal = $derived.by((): Legal | null => {
    if (!this.decision || this.solved) return null;
    const moves = this.decision.tried.map(({ move }) => split(move));
    const at: Record<string, number[]> = {};
    for (const [place, { verb, targets }] of moves.entries()) {
      for (const key of targets.length ? targets : [verb]) (at[key] ??= []).push(place);
    }
    return { moves, at };
  });

  /** What the last try was worth. */
  judgement = $derived.by((): { judgement: Judgement; loss: number } | null =>
    this.decision && this.tried !== null ? judge(this.decision, this.tried) : null,
  );

  play = (move: string): void => {
    if (!this.decision) return;
    this.tried = move;
    this.solved = this.judgement !== null && this.judgement.judgement !== "worse";
  };

  /** Shows the solution. */
  solve = (): void => {
    this.tried = null;
    this.solved = true;
  };
}
