// @vitest-environment node
import { expect, test } from "vitest";
import { follow, type Pieces } from "./follow";

const ids = (pieces: Pieces, place: string) => pieces[place]!.map((piece) => piece.id);

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
