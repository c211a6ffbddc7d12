/** What the page reads out of a review. Everything in it that adds up is in points, and in shares of the win in `win`. */
import type { Review, ReviewedDecision, ReviewTerms } from "../wire";

/** A decision and whose it was. */
export interface Marked extends ReviewedDecision {
  seat: number;
}

/** All decisions, in the order in which they were made. */
export function decisions(review: Review): Marked[] {
  return review.seats
    .flatMap(({ seat, decisions }) => decisions.map((decision) => ({ ...decision, seat })))
    .sort((one, other) => one.ply - other.ply);
}

/** The decisions with a mark, of one seat or of all. */
export function mistakes(review: Review, seat: number | null): Marked[] {
  return decisions(review).filter((decision) => decision.mark !== null && (seat === null || decision.seat === seat));
}

export interface Turn {
  /** The number of moves made. */
  at: number;
  seat: number;
  /** How much the seat's share of the win changed. */
  change: number;
}

const NEWS = 0.1; // of the win: less is no turning point

/** The moves after which a share of the win changed most, the earliest first. */
export function turningPoints(review: Review, most: number): Turn[] {
  const turns = review.shares.slice(1).map((shares, place): Turn => {
    const changes = shares.map((share, seat) => share - review.shares[place]![seat]!);
    const seat = changes.reduce((best, each, of) => (Math.abs(each) > Math.abs(changes[best]!) ? of : best), 0);
    return { at: place + 1, seat, change: changes[seat]! };
  });
  return turns
    .filter(({ change }) => Math.abs(change) >= NEWS)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, most)
    .sort((one, other) => one.at - other.at);
}

/** Luck of the deal and of draws together. */
export function luck(sums: ReviewTerms): number {
  return sums.deal_luck + sums.draw_luck;
}

export type Judgement = "best" | "good" | "worse";

/** How a move compares with the best one; `error` is that of the difference. Null for a move that was not looked at. */
export function judge(decision: ReviewedDecision, move: string): { judgement: Judgement; loss: number } | null {
  const tried = decision.tried.find((each) => each.move === move);
  const best = decision.tried.find((each) => each.move === decision.best);
  if (move === decision.best) return { judgement: "best", loss: 0 };
  if (!tried || !best) return null;
  const loss = Math.max(0, best.win - tried.win);
  const fine = loss <= Math.max(0.02, 2 * decision.error_win);
  return { judgement: fine ? "good" : "worse", loss };
}
