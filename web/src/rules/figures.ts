/** The figures of each game's rules page, loaded on demand. A game without drawings has none. */
import type { Component } from "svelte";
import { api } from "../lib/api";
import type { Details, Words } from "../lib/words";
import { amounts } from "./guide";

export interface FigureProps {
  /** The block it belongs to, such as "turn.2". */
  name: string;
  words: Words;
  amounts: Details;
}

export interface Figures {
  Figure: Component<FigureProps>;
  /** The blocks that have a figure. */
  names: readonly string[];
}

const LOADERS: Record<string, () => Promise<{ default: Figures }>> = {
  solomon: () => import("./solomon"),
  "monte-cristo": () => import("./monte-cristo"),
  "ali-baba": () => import("./ali-baba"),
};

async function figuresOf(game: string): Promise<Figures | null> {
  return (await LOADERS[game]?.())?.default ?? null;
}

/** What a rules page needs beside the texts: amounts for their gaps, and the figures. */
export async function guidance(game: string): Promise<{ amounts: Details; figures: Figures | null }> {
  const [components, figures] = await Promise.all([api.components(game), figuresOf(game)]);
  return { amounts: amounts(components), figures };
}
