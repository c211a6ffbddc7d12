// @vitest-environment node
import { expect, test } from "vitest";
import { follow, Pieces, type Flight, type Lying, type PieceMap } from "./pieces.svelte";

const ids = (pieces: PieceMap, place: string) => pieces[place]!.map((piece) => piece.id);

test("a piece that stays keeps its id, and all ids are unique", () => {
  const before = follow({}, { lane: ["red", "blue", "red"] });
  const after = follow(before, { lane: ["red", "blue", "red"] });
  expect(after).toEqual(before);
  expect(new Set(ids(after, "lane")).size).toBe(3);
});

test("the lowest marble moves to the top of another lane", () => {
  const before = follow({}, { supply: ["red", "blue", "red"], chest: ["red"] });
  const after = follow(before, { supply: ["blue", "red"], chest: ["red", "red"] });
  expect(ids(after, "supply")).toEqual(ids(before, "supply").slice(1));
  expect(ids(after, "chest")).toEqual([ids(before, "chest")[0], ids(before, "supply")[0]]);
});

test("a marble that moves down passes others in its lane", () => {
  const before = follow({}, { order: ["red", "blue", "green"] });
  const [red, blue, green] = ids(before, "order");
  expect(ids(follow(before, { order: ["green", "red", "blue"] }), "order")).toEqual([green, red, blue]);
});

test("a piece that appears is new, a piece that vanishes is dropped", () => {
  const before = follow({}, { drawn: ["ruby-1"] });
  const between = follow(before, { drawn: [] });
  const after = follow(between, { drawn: ["ruby-1"] });
  expect(ids(after, "drawn")).not.toEqual(ids(before, "drawn"));
});

test("an event moves a piece exactly, whatever else looks the same", () => {
  const before = follow({}, { a: ["mask 3"], b: ["axe 1"], c: ["mask 2"] });
  const [mask] = ids(before, "a");
  const after = follow(before, { a: ["axe 1"], b: ["mask 2"], c: ["mask 2"] }, [{ from: "a", to: "b" }]);
  expect(ids(after, "b")).toEqual([mask]);
  expect(after.b).toEqual([{ id: mask, look: "mask 2" }]);
  expect(ids(after, "c")).toEqual(ids(before, "c"));
  expect(ids(after, "a")).not.toEqual(ids(before, "b")); // turned up, not moved
  const far = follow(before, { a: [], b: ["axe 1"], c: ["mask 1"] }, [
    { from: "a", to: "b" },
    { from: "b", to: "c" },
    { from: "z", to: "c" },
  ]);
  expect(ids(far, "c")).toEqual([mask]);
});

test("a piece that leaves the board is not matched with one that turns up", () => {
  const before = follow({}, { a: ["mask"], b: ["axe"] });
  const after = follow(before, { a: ["axe"], b: ["mask"] }, [
    { from: "a", to: "seat 0" },
    { from: "b", to: "seat 0" },
  ]);
  expect(
    [...ids(after, "a"), ...ids(after, "b")].filter((id) => [...ids(before, "a"), ...ids(before, "b")].includes(id)),
  ).toEqual([]);
});

test("each flight happens once", () => {
  let lying: Lying = { a: ["mask"], b: [] };
  let flights: Flight[] = [];
  const pieces = new Pieces(
    () => lying,
    () => flights,
  );
  const [mask] = pieces.at("a");
  flights = [{ from: "a", to: "b" }];
  lying = { a: ["axe"], b: ["mask"] };
  expect(pieces.at("b")).toEqual([mask]);
  lying = { a: ["axe"], b: ["mask"] };
  expect(pieces.at("b")).toEqual([mask]);
});

test("pieces that left the board are found by where they lay, each once", () => {
  let lying: Lying = { a: ["mask"], b: ["mask", "axe"], c: ["seal"] };
  const pieces = new Pieces(() => lying);
  const [a, b, c] = [pieces.at("a")[0]!, pieces.at("b")[1]!, pieces.at("c")[0]!];
  lying = { a: [], b: ["mask"], c: ["seal"] };
  const flights = [
    { from: "a", to: "seat 0" },
    { from: "a", to: "seat 1" },
    { from: "b", to: "seat 1", look: "axe" },
    { from: "c", to: "seat 1" },
    { from: "z", to: "seat 1" },
  ];
  expect(pieces.gone(flights)).toEqual([
    { piece: a, to: "seat 0" },
    { piece: b, to: "seat 1" },
  ]);
  expect(pieces.at("c")).toEqual([c]);
  expect(pieces.at("nowhere")).toEqual([]);
});
