/** A payment with several cards is confirmed once and goes on card by card, as the server proposes it. */
import type { Position } from "../kit/position.svelte";
import type { View } from "./wire";

export class Payment {
  /** The view in which the latest card was paid; null if no payment is running. */
  #paid: View | null = null;

  constructor(private readonly position: Position<View>) {}

  /** The proposed cards, in order; null if nothing is due. */
  get cards(): readonly string[] | null {
    const payment = this.position.deciding ? this.position.view.collecting?.payment : null;
    return payment?.length ? payment : null;
  }

  /** Confirms all proposed cards: returns the move with the first. */
  confirm(): string {
    this.#paid = this.position.view;
    return `pay ${this.cards![0]}`;
  }

  /** The move with the next card of a confirmed payment; null if none is due in this view. */
  next(): string | null {
    const { view } = this.position;
    if (this.#paid === null || this.#paid === view) return null;
    this.#paid = this.cards ? view : null;
    return this.cards && `pay ${this.cards[0]}`;
  }
}
