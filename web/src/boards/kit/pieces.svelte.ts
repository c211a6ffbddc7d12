/** Views do not identify pieces. This tracks each piece from view to view, so that it can be seen to move. */
import { untrack } from "svelte";

export interface Piece {
  id: string;
  /** What it looks like: a seat's marble, the name of a card or tile. */
  look: string;
}

/** What lies at each place, in order. */
export type Lying = Record<string, readonly string[]>;
export type PieceMap = Record<string, readonly Piece[]>;

/** An event moves a piece: it leaves the board for an element with that `data-home`, or goes to another place of it. */
export interface Flight {
  from: string;
  to: string;
  /** Which of the pieces at the place, if there are several looks. */
  look?: string;
}

let made = 0;

/**
 * Matches pieces after a change: those that events moved, those that stay, in their order, and the others at their new
 * places. Where an event moves a piece from place to place, nothing else is guessed.
 */
export function follow(before: PieceMap, after: Lying, flights: readonly Flight[] = []): PieceMap {
  const { moved, landed, sure } = told(before, after, flights);
  const found: Record<string, (Piece | null)[]> = {};
  const gone = new Map<string, Piece[]>();
  for (const place of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = sure.has(place) ? (before[place] ?? []).filter((piece) => !moved.has(piece)) : (before[place] ?? []);
    const now = after[place] ?? [];
    const kept = common(
      old.map((piece) => piece.look),
      now,
    );
    const stayed = new Set(kept.map(([from]) => from));
    for (const [from, piece] of old.entries()) {
      if (stayed.has(from) || moved.has(piece) || sure.has(place)) continue;
      gone.set(piece.look, [...(gone.get(piece.look) ?? []), piece]);
    }
    const places = new Map(kept.map(([from, to]) => [to, old[from]!]));
    found[place] = now.map((_, to) => places.get(to) ?? null);
  }
  const pieces: PieceMap = {};
  for (const [place, looks] of Object.entries(after)) {
    pieces[place] = looks.map((look, at) => {
      const piece = at === looks.length - 1 ? landed.get(place) : undefined;
      const known = piece ? { id: piece.id, look } : found[place]![at];
      return known ?? (sure.has(place) ? undefined : gone.get(look)?.shift()) ?? { id: `${++made}`, look };
    });
  }
  return pieces;
}

/** What flights tell, one after the other: the pieces moved, where those on the board land, and the places concerned. */
function told(before: PieceMap, after: Lying, flights: readonly Flight[]) {
  const moved = new Set<Piece>();
  const landed = new Map<string, Piece>();
  const sure = new Set<string>();
  for (const { from, to, look } of flights) {
    const here = before[from]?.filter((each) => !moved.has(each) && (look ?? each.look) === each.look);
    const piece = landed.get(from) ?? here?.at(-1);
    if (to in after) [from, to].forEach((place) => sure.add(place));
    if (!piece) continue;
    landed.delete(from);
    moved.add(piece);
    if (to in after) landed.set(to, piece);
  }
  return { moved, landed, sure };
}

/** A longest common subsequence of two lists, as pairs of indices. */
function common(old: readonly string[], now: readonly string[]): [number, number][] {
  const length = old.map(() => now.map(() => 0));
  const at = (from: number, to: number) => length[from]?.[to] ?? 0;
  for (let from = old.length - 1; from >= 0; from--) {
    for (let to = now.length - 1; to >= 0; to--) {
      length[from]![to] =
        old[from] === now[to] ? at(from + 1, to + 1) + 1 : Math.max(at(from + 1, to), at(from, to + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let from = 0, to = 0; from < old.length && to < now.length;) {
    if (old[from] === now[to]) pairs.push([from++, to++]);
    else if (at(from + 1, to) >= at(from, to + 1)) from++;
    else to++;
  }
  return pairs;
}

/** The pieces of a board, tracked through its positions. */
export class Pieces {
  readonly #lying: () => Lying;
  readonly #flights: () => readonly Flight[];
  #flown: readonly Flight[] = [];
  #before: PieceMap = {};
  #now: PieceMap = {};

  constructor(lying: () => Lying, flights: () => readonly Flight[] = () => []) {
    this.#lying = lying;
    this.#flights = flights;
  }

  #all = $derived.by(() => {
    const lying = this.#lying();
    const flights = untrack(this.#flights);
    const news = flights === this.#flown ? [] : flights; // each flight once
    this.#flown = flights;
    this.#before = this.#now;
    return (this.#now = follow(this.#before, lying, news));
  });

  /** The pieces at a place, in order. */
  at(place: string): readonly Piece[] {
    return this.#all[place] ?? [];
  }

  /** The pieces that have left the board by these flights, each with its goal. */
  gone(flights: readonly Flight[]): { piece: Piece; to: string }[] {
    const here = new Set(Object.values(this.#all).flatMap((pieces) => pieces.map((piece) => piece.id)));
    const found: { piece: Piece; to: string }[] = [];
    for (const { from, to, look } of flights) {
      const piece = this.#before[from]?.find((each) => !here.has(each.id) && (look ?? each.look) === each.look);
      if (!piece) continue;
      here.add(piece.id); // not a second time
      found.push({ piece, to });
    }
    return found;
  }
}
