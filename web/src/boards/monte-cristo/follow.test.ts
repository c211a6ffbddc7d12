// @vitest-environment node
import { expect, test } from "vitest";
import { follow, type Pieces } from "./follow";

const ids = (pieces: Pieces, place: string) => pieces[place]!.map((piece) => piece.id);

test("what stays keeps its identity, and every piece has one of its own", () => {
  const before = follow({}, { lane: ["red", "blue", "red"] });
  const after = follow(before, { lane: ["red", "blue", "red"] });
  expect(after).toEqual(before);
  expect(new Set(ids(after, "lane")).size).toBe(3);
});

test("the lowest marble leaves its lane and comes to the top of another", () => {
  const before = follow({}, { supply: ["red", "blue", "red"], chest: ["red"] });
  const after = follow(before, { supply: ["blue", "red"], chest: ["red", "red"] });
  expect(ids(after, "supply")).toEqual(ids(before, "supply").slice(1));
  expect(ids(after, "chest")).toEqual([ids(before, "chest")[0], ids(before, "supply")[0]]);
});

test("a marble that goes down passes others of its lane", () => {
  const before = follow({}, { order: ["red", "blue", "green"] });
  const [red, blue, green] = ids(before, "order");
  expect(ids(follow(before, { order: ["green", "red", "blue"] }), "order")).toEqual([green, red, blue]);
});

test("what turns up from nowhere is new, what vanishes is forgotten", () => {
  const before = follow({}, { drawn: ["ruby-1"] });
  const between = follow(before, { drawn: [] });
  const after = follow(between, { drawn: ["ruby-1"] });
  expect(ids(after, "drawn")).not.toEqual(ids(before, "drawn"));
});
