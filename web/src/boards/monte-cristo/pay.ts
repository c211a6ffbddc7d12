/** Proposes a payment. The server offers cards one by one; this looks ahead through the reader's cards. */
import { parts, type Seat, type View } from "./view";

/** What a go owes of one kind, and what it has spent. */
export interface Due {
  kind: string;
  owed: number;
  paid: number;
  /** The fewest bags on any card spent for it; 0 if none. */
  least: number;
  /** The most bags the next card may have; 0 for jokers only. */
  largest: number;
}

interface Payment {
  cards: string[];
  wasted: number;
  jokers: number;
}

/** What is due now, in the step `pay`. */
export function due(view: View): Due | null {
  const going = view.collecting;
  if (!going?.kind) return null;
  const of = (numbers: Partial<Record<string, number>>) => numbers[going.kind!] ?? 0;
  return {
    kind: going.kind,
    owed: of(going.owed),
    paid: of(going.paid),
    least: of(going.least),
    largest: going.largest,
  };
}

/** What would be due if the treasure were taken in this go; null if no go is running. */
export function dueFor(view: View, treasure: string): Due | null {
  const going = view.collecting;
  if (!going) return null;
  const { kind, number } = parts(treasure);
  const owed = (going.owed[kind] ?? 0) + number;
  return { kind, owed, paid: going.paid[kind] ?? 0, least: going.least[kind] ?? 0, largest: 3 };
}

/** The cards to spend, in order, that waste the fewest bags; ties go to fewer jokers. */
export function cheapest(seat: Pick<Seat, "cards" | "jokers">, bill: Due): string[] | null {
  const sizes = seat.cards.map(parts).filter((card) => card.kind === bill.kind);
  const held = [1, 2, 3].map((bags) => sizes.filter((card) => card.number === bags).length);
  return search(held, seat.jokers.length, bill)?.cards ?? null;
}

function search(held: readonly number[], jokers: number, bill: Due): Payment | null {
  if (bill.paid >= bill.owed) {
    const unneeded = bill.paid - bill.least >= bill.owed;
    return unneeded ? null : { cards: [], wasted: bill.paid - bill.owed, jokers: 0 };
  }
  let best: Payment | null = null;
  for (let bags = bill.largest; bags >= 1; bags--) {
    if (!held[bags - 1]) continue;
    const left = held.map((number, at) => (at === bags - 1 ? number - 1 : number));
    best = better(best, spend(`${bill.kind}-${bags}`, search(left, jokers, spent(bill, bags, bags)), 0));
  }
  if (jokers) best = better(best, spend("joker", search(held, jokers - 1, spent(bill, 1, 0)), 1));
  return best;
}

function spent(bill: Due, bags: number, largest: number): Due {
  return { ...bill, paid: bill.paid + bags, least: bill.least ? Math.min(bill.least, bags) : bags, largest };
}

function spend(card: string, rest: Payment | null, jokers: number): Payment | null {
  return rest && { cards: [card, ...rest.cards], wasted: rest.wasted, jokers: rest.jokers + jokers };
}

function better(one: Payment | null, other: Payment | null): Payment | null {
  if (!one || !other) return one ?? other;
  const difference = other.wasted - one.wasted || other.jokers - one.jokers || other.cards.length - one.cards.length;
  return difference < 0 ? other : one;
}
