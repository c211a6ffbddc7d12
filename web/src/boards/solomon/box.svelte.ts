/** The component set: the shapes of all cards, fetched from the server once. */
import { api } from "../../lib/api";

class Box {
  /** Card shapes by number; empty until loaded. */
  cards = $state.raw<Record<string, string[]>>({});
  #asked: Promise<void> | null = null;

  /** Loads the component set once. */
  open(): void {
    this.#asked ??= api.components("solomon").then(
      (components) => void (this.cards = components.cards),
      () => void (this.#asked = null),
    );
  }
}

export const box = new Box();
