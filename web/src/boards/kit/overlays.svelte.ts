/** Layers over the board that other features draw into: hints, odds, the last moves, marks of a review, a lesson. */
import { untrack, type Component } from "svelte";

export type Tone = "good" | "bad";
export type Layer = "hint" | "odds" | "last" | "review" | "lesson";

/** A mark at a thing or home of the board. */
export interface Mark {
  /** A `data-thing`, `data-home` or `data-hint`. */
  at: string;
  /** A short text in a badge; without one, the thing is framed. */
  text?: string;
  tone?: Tone;
  /** A tile drawn in half the size of the thing, its middle at these parts of its width and height. */
  picture?: { Tile: Component<{ tile: string }>; tile: string; x: number; y: number };
  /** Whether the text stands at the upper edge, in the middle, instead of at the lower corner. */
  above?: boolean;
  /** Draws an arrow to this thing. */
  to?: string;
}

/** Selects the elements at a place of the board. */
export function selectorOf(place: string): string {
  return ["thing", "home", "hint"].map((kind) => `[data-${kind}="${CSS.escape(place)}"]`).join(", ");
}

export class Overlays {
  #layers = $state.raw<Partial<Record<Layer, readonly Mark[]>>>({});

  /** The marks of all layers, in drawing order. */
  marks = $derived.by(() =>
    (Object.entries(this.#layers) as [Layer, readonly Mark[]][]).flatMap(([layer, marks]) =>
      marks.map((mark, place) => ({ ...mark, layer, key: `${layer} ${place}` })),
    ),
  );

  /** Replaces the marks of a layer. An effect that draws does not depend on what others draw. */
  draw(layer: Layer, marks: readonly Mark[]): void {
    this.#layers = { ...untrack(() => this.#layers), [layer]: marks };
  }

  clear(layer: Layer): void {
    const { [layer]: _, ...rest } = untrack(() => this.#layers);
    this.#layers = rest;
  }
}
