/** Views do not identify pieces. This tracks each piece from view to view, so that it can be animated. */

export interface Piece {
  id: string;
  /** Its appearance: a seat number, or the name of a card or treasure. */
  look: string;
}
/** The pieces at each place, in order. */
export type Lying = Record<string, string[]>;
export type Pieces = Record<string, Piece[]>;

let made = 0;

/** Matches pieces after a change: those that stay keep their order, the others are matched at their new places. */
export function follow(before: Pieces, after: Lying): Pieces {
  const found: Record<string, (Piece | null)[]> = {};
  const gone = new Map<string, Piece[]>();
  for (const place of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[place] ?? [];
    const now = after[place] ?? [];
    const kept = common(
      old.map((piece) => piece.look),
      now,
    );
    const stayed = new Set(kept.map(([from]) => from));
    for (const [from, piece] of old.entries()) {
      if (!stayed.has(from)) gone.set(piece.look, [...(gone.get(piece.look) ?? []), piece]);
    }
    const places = new Map(kept.map(([from, to]) => [to, old[from]!]));
    found[place] = now.map((_, to) => places.get(to) ?? null);
  }
  const pieces: Pieces = {};
  for (const [place, looks] of Object.entries(after)) {
    pieces[place] = looks.map((look, at) => found[place]![at] ?? gone.get(look)?.shift() ?? { id: `${++made}`, look });
  }
  return pieces;
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
