/** What is in the box: the shapes of all cards, told by the server once. */
import { api } from "../../lib/api";

class Box {
  /** The pictures of the cards by their numbers; empty until they are known. */
  cards = $state.raw<Record<string, string[]>>({});
  #asked: Promise<void> | null = null;

  /** Asks for it, unless that was done. */
  open(): void {
    this.#asked ??= api.components("solomon").then(
      (components) => void (this.cards = components.cards),
      () => void (this.#asked = null),
    );
  }
}

export const box = new Box();
