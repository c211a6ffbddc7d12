/**
 * The reader's share of a table's shuffle: promised before any share is opened, opened when all promises are fixed, and
 * checked after the game against what this browser saw. core/shuffle.py says how shares and seed belong together.
 */
import type { Draw, OpenShare, TableInfo } from "../wire";
import { sha256 } from "./sha256";

const KEY = "schatzkammer/shares";
const MOST = 60; // tables remembered
const LINKS = 24; // of a chain: more rounds than a table has seats
const WITHIN = 20_000; // milliseconds for the shuffle of a rematch

/** What this browser keeps about a table. */
interface Kept {
  secret: string;
  /** What was fixed when the share was opened: the server's promise, then those of the seats. */
  fixed?: (string | null)[];
  /** The seats that were to open a share. */
  mixers?: number[];
  /** The rounds for which a share has been opened. */
  rounds: number;
}

export type Verdict = "right" | "others" | "left_out" | "wrong";

function all(): [table: string, kept: Kept][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, Kept][];
  } catch {
    return [];
  }
}

const find = (table: string): Kept | undefined => all().find(([id]) => id === table)?.[1];

function keep(table: string, kept: Kept, instead = table): void {
  const others = all().filter(([id]) => id !== table && id !== instead);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, kept], ...others].slice(0, MOST)));
  } catch {
    // Without storage the share is lost with the page: the seat is left out then.
  }
}

function fresh(table: string): Kept {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const kept = { secret: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""), rounds: 0 };
  keep(table, kept);
  return kept;
}

/** What is kept of a table for which no share has been opened yet. */
function unopened(table: string): Kept {
  const kept = find(table);
  return kept && !kept.rounds ? kept : fresh(table);
}

/** The share of a round: a link of the chain; the SHA-256 of each is the one before it. */
export function link(secret: string, round: number): string {
  let share = sha256(secret);
  for (let at = LINKS - 1; at > round; at--) share = sha256(share);
  return share;
}

const rematch = (table: string): string => `after ${table}`;
const promiseOf = (kept: Kept): string => sha256(link(kept.secret, 0));
const fixedBy = (table: TableInfo, draw: Draw | null | undefined): (string | null)[] => [
  table.commitment,
  ...(draw?.commitments ?? []),
];
const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Adds the reader's promise or share to a command that takes one. */
export function withShare<T extends { t: string }>(wish: T, id: string, table: TableInfo | null): T {
  if (wish.t === "sit" && (table?.status ?? "waiting") === "waiting" && !("name" in wish))
    return { ...wish, commitment: promiseOf(unopened(id)) };
  if (wish.t === "rematch") return { ...wish, commitment: promiseOf(find(rematch(id)) ?? fresh(rematch(id))) };
  if (wish.t !== "start" || table?.terms.lesson) return wish; // a lesson's shuffle is public
  let kept = find(id) ?? fresh(id);
  const host = table?.host ?? 0;
  if (table?.draw?.commitments.some((promise, seat) => promise && seat !== host))
    return { ...wish, commitment: promiseOf(unopened(id)) }; // opened with the others' shares
  // Nobody else has promised one. A share that was opened once is not opened again where promises are fixed anew.
  const fixed = table ? fixedBy(table, table.draw) : undefined;
  if (kept.fixed && !same(kept.fixed, fixed ?? [])) kept = fresh(id);
  keep(id, { ...kept, ...(fixed && { fixed, mixers: [host] }), rounds: 1 });
  return { ...wish, share: link(kept.secret, 0) };
}

/** The command that opens the reader's share, if the table awaits it. */
export function opening(table: TableInfo, seats: readonly number[]): Omit<OpenShare, "ref"> | null {
  const { draw, id } = table;
  const kept = find(id);
  if (!kept || !draw?.until || table.status !== "waiting") return null;
  const [round, promise] = [draw.round ?? 0, promiseOf(kept)];
  const seat = seats.find((own) => draw.awaited?.includes(own) && draw.commitments[own] === promise);
  const fixed = fixedBy(table, draw);
  // One share a round, for one set of promises: else the server could try several.
  if (seat === undefined || round >= LINKS || round < kept.rounds - 1) return null;
  if (kept.rounds && kept.fixed && !compatible(kept.fixed, fixed, seat)) return null;
  const mixers =
    kept.mixers ?? draw.commitments.flatMap((_, at) => (draw.awaited?.includes(at) || draw.shares[at] ? [at] : []));
  keep(id, { ...kept, fixed, mixers, rounds: round + 1 });
  return { t: "open", seat, round, share: link(kept.secret, round) };
}

/** Whether two sets of promises are the same, apart from the reader's own, which may come with the start. */
function compatible(before: (string | null)[], now: (string | null)[], own: number): boolean {
  return now.every((promise, at) => at === own + 1 || promise === (before[at] ?? null));
}

/** What the server's share and those of the seats make. */
export function mixed(server: string, shares: readonly (string | null)[]): string {
  return shares.some(Boolean)
    ? sha256(["schatzkammer shuffle", server, ...shares.map((share) => share ?? "-")].join("\0"))
    : server;
}

/** The seat whose share is this browser's; null if there is none. */
export function ownSeat(table: TableInfo): number | null {
  const kept = find(table.id);
  const seat = kept && table.draw ? table.draw.commitments.indexOf(promiseOf(kept)) : -1;
  return seat < 0 ? null : seat;
}

/** Whether this browser opened its share and the server says that it did not. */
export function leftOut(table: TableInfo): boolean {
  const seat = ownSeat(table);
  return table.status !== "waiting" && !!find(table.id)?.rounds && (seat === null || !table.draw!.shares[seat]);
}

/**
 * Checks the shuffle of a finished game against what this browser saw; `seed` is the one in the record. `others`: right,
 * but none of the shares is this browser's.
 */
export function verdict(table: TableInfo, seed: string): Verdict {
  const { draw, commitment, seed: server } = table;
  const kept = find(table.id);
  const round = draw?.round ?? 0;
  const right =
    !!server &&
    sha256(server) === commitment &&
    mixed(server, draw?.shares ?? []) === seed &&
    (draw?.shares ?? []).every((share, seat) => !share || promised(share, round) === draw!.commitments[seat]);
  if (!right) return "wrong";
  const seat = ownSeat(table);
  if (kept?.fixed) {
    const now = fixedBy(table, draw);
    if (now[0] !== kept.fixed[0] || (seat !== null && !compatible(kept.fixed, now, seat))) return "wrong";
    if (seat !== null && draw!.shares[seat] && draw!.shares[seat] !== link(kept.secret, round)) return "wrong";
  }
  if (leftOut(table)) return "left_out";
  const meant = kept?.mixers?.filter((one) => !draw?.silent?.includes(one));
  if (
    seat !== null &&
    meant &&
    !same(
      meant,
      draw!.shares.flatMap((share, at) => (share ? [at] : [])),
    )
  )
    return "wrong";
  return seat !== null && draw!.shares[seat] ? "right" : "others";
}

function promised(share: string, round: number): string {
  for (let at = 0; at <= round; at++) share = sha256(share);
  return share;
}

/** Opens the share that was promised for a rematch, while the reader still looks at the game before. */
export function follow(table: TableInfo): void {
  const kept = find(rematch(table.id));
  if (!table.next || !kept) return;
  const id = table.next;
  keep(id, kept, rematch(table.id));
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${id}`);
  const end = setTimeout(() => socket.close(), WITHIN);
  let latest: TableInfo | null = null;
  socket.onmessage = (event) => {
    const message = JSON.parse(String(event.data)) as { t: string; table?: TableInfo | null; seats: number[] };
    if (message.t !== "snapshot" && message.t !== "update") return;
    latest = message.table ?? latest;
    const command = latest && opening(latest, message.seats);
    if (command) socket.send(JSON.stringify({ ...command, ref: 0 }));
    if (latest && latest.status !== "waiting") {
      clearTimeout(end);
      socket.close();
    }
  };
}
