import { beforeEach, expect, test, vi } from "vitest";
import type { Draw, TableInfo } from "../wire";
import { sha256 } from "./sha256";
import { leftOut, link, mixed, opening, ownSeat, verdict, withShare } from "./shuffle";

beforeEach(() => localStorage.clear());

const SERVER = "the server's share";

function table(draw: Draw | null, more: Partial<TableInfo> = {}): TableInfo {
  const base = { id: "t", terms: { game: "solomon", players: 2 }, rules: 1, status: "waiting", seats: [], host: 0 };
  return { ...base, commitment: sha256(SERVER), draw, ...more } as TableInfo;
}

test("SHA-256 is that of everybody else", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("ä".repeat(100))).toBe("8c8b9015d474565b2a23d5e5bf090051720ce25d08a503044204b3438b1e10ed");
  expect(mixed("s", ["a", null])).toBe("4836a8ccfef91a945df2ed232b6b283d5ba736214b0bb06c5b873464614669d0");
  expect(mixed("s", [null, null])).toBe("s");
  expect(link("x", 22)).toBe(sha256(sha256("x")));
});

/** Seat 1 is this browser's, seat 0 the host's. */
function drawn(): { draw: Draw; host: string; own: string } {
  const own = (withShare({ t: "sit" }, "t", table(null)) as { commitment?: string }).commitment!;
  const host = sha256("host");
  return { own, host, draw: { commitments: [sha256(host), own], shares: [host, null], awaited: [1], until: 9 } };
}

test("a share is promised when sitting down, opened when it is awaited, and found right after the game", () => {
  const { draw, host, own } = drawn();
  const command = opening(table(draw), [1])!;
  expect(command).toMatchObject({ t: "open", seat: 1, round: 0 });
  expect(sha256(command.share)).toBe(own);
  const shares = [host, command.share];
  const over = table({ ...draw, shares, awaited: [] }, { status: "over", seed: SERVER });
  expect(ownSeat(over)).toBe(1);
  expect(leftOut(over)).toBe(false);
  expect(verdict(over, mixed(SERVER, shares))).toBe("right");
  expect(verdict(over, mixed(SERVER, [host, host]))).toBe("wrong");
  expect(verdict({ ...over, seed: "another" }, mixed("another", shares))).toBe("wrong");
  const changed = { ...over.draw!, commitments: [sha256(sha256("other")), own], shares: [sha256("other"), shares[1]!] };
  expect(verdict({ ...over, draw: changed }, mixed(SERVER, changed.shares))).toBe("wrong");
});

test("a share that the server leaves out is missed", () => {
  const { draw, host } = drawn();
  expect(opening(table(draw), [1])).not.toBeNull();
  const over = table({ ...draw, shares: [host, null], silent: [1] }, { status: "over", seed: SERVER });
  expect(leftOut(over)).toBe(true);
  expect(verdict(over, mixed(SERVER, [host, null]))).toBe("left_out");
});

test("a start whose share is not even mentioned is missed", () => {
  withShare({ t: "start" }, "t", table(null));
  expect(leftOut(table(null, { status: "playing" }))).toBe(true);
  expect(leftOut(table(null, { id: "another", status: "playing" }))).toBe(false);
});

test("the next round gets the next link; the same promises twice get the same share", () => {
  const { draw } = drawn();
  const first = opening(table(draw), [1])!;
  expect(opening(table(draw), [1])).toEqual(first);
  const next = opening(table({ ...draw, round: 1 }), [1])!;
  expect(sha256(next.share)).toBe(first.share);
  expect(opening(table(draw), [1]), "a round that is past").toBeNull();
});

test("no share is opened where other promises are fixed than before", () => {
  const { draw, own } = drawn();
  expect(opening(table(draw), [1])).not.toBeNull();
  expect(opening(table({ ...draw, commitments: [sha256("chosen later"), own] }), [1])).toBeNull();
  expect(opening(table(draw, { commitment: sha256("another seed") }), [1])).toBeNull();
  expect(opening(table({ ...draw, commitments: [draw.commitments[0]!, sha256("not mine")] }), [1])).toBeNull();
});

test("the host's share comes with the start where nobody else has promised one, and is the same once more", () => {
  const share = (at: TableInfo) => (withShare({ t: "start" }, "t", at) as { share?: string }).share;
  const first = share(table(null))!;
  expect(first).toHaveLength(64);
  expect(share(table(null))).toBe(first);
  expect(share(table(null, { commitment: sha256("another seed") }))).not.toBe(first);
  const alone = { commitments: [sha256(first), null], shares: [first, null] };
  const over = table(null, { id: "u" });
  const own = share({ ...over })!;
  expect(own, "one secret for each table").not.toBe(first);
  expect(verdict(table(alone, { status: "over", seed: SERVER }), mixed(SERVER, alone.shares))).not.toBe("right");
});

test("the host's share is promised and opened with the others' where there are any", () => {
  const others = { commitments: [null, sha256("guest")], shares: [null, null] };
  const started = withShare({ t: "start" }, "t", table(others)) as { share?: string; commitment?: string };
  expect(started.share).toBeUndefined();
  const draw = { ...others, commitments: [started.commitment!, sha256("guest")], awaited: [0, 1], until: 9 };
  const command = opening(table(draw), [0])!;
  expect(sha256(command.share)).toBe(started.commitment);
});

test("seats that are left out without being called silent are missed", () => {
  const { draw, host } = drawn();
  const command = opening(table({ ...draw, shares: [null, null], awaited: [0, 1] }), [1])!;
  const shares = [null, command.share];
  const over = table({ ...draw, shares, awaited: [] }, { status: "over", seed: SERVER });
  expect(verdict(over, mixed(SERVER, shares))).toBe("wrong");
  const silent = { ...over, draw: { ...over.draw!, silent: [0] } };
  expect(verdict(silent, mixed(SERVER, shares))).toBe("right");
  expect(host).toHaveLength(64);
});

test("without storage it still plays", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  expect(withShare({ t: "start" }, "t", table(null))).toHaveProperty("share");
  vi.restoreAllMocks();
});
