/** The review of one finished game: asked for, computed in the background, read. */
import { api } from "../lib/api";
import { problem } from "../lib/problem";
import type { Review, ReviewState } from "../wire";

const PAUSE = 1500; // milliseconds between two looks at the progress

export class Reviewing {
  status = $state<ReviewState["status"] | "unknown">("unknown");
  done = $state(0);
  parts = $state(0);
  review = $state.raw<Review | null>(null);
  wrong = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(private readonly id: string) {}

  /** How much of it is computed, from 0 to 1. */
  progress = $derived.by(() => (this.parts ? this.done / this.parts : 0));

  /** Looks whether there is a review already. */
  look = async (): Promise<void> => this.#take(() => api.review(this.id));

  /** Has the game reviewed. */
  start = async (): Promise<void> => this.#take(() => api.startReview(this.id));

  async #take(ask: () => Promise<ReviewState>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const { status, done = 0, parts = 0, review = null } = await ask();
      if (this.#ended) return;
      this.status = status;
      this.done = done;
      this.parts = parts;
      this.review = review;
      this.wrong = "";
    } catch (error) {
      if (this.#ended) return;
      this.wrong = problem(error);
    }
    if (this.status === "running") this.#timer = setTimeout(() => void this.look(), PAUSE);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}
