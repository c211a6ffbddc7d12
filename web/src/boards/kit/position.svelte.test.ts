import { expect, test } from "vitest";
import type { Outcome } from "../../wire";
import { givenOf, legal, plainView } from "./testing.svelte";
import { Position } from "./position.svelte";

const outcomes: Record<string, Outcome> = { "shift a b": { cost: 1 } };

test("tells which moves are legal, and what they would bring", () => {
  const position = new Position(() =>
    givenOf(plainView(), { ...legal("shift a b", "shift b a", "stop"), outcomes }, { hello: "Hello {seat}" }),
  );
  expect(position.deciding).toBe(true);
  expect(position.offers("stop")).toBe(true);
  expect(position.move("stop")).toEqual({ move: "stop", verb: "stop", targets: [] });
  expect([position.can("shift"), position.can("dig")]).toEqual([true, false]);
  expect(position.at("a").map((choice) => choice.move)).toEqual(["shift a b", "shift b a"]);
  expect(position.at("a", "b")).toHaveLength(2);
  expect(position.at("a", "c")).toEqual([]);
  expect(position.at()).toHaveLength(3);
  expect(position.outcome("shift a b")).toEqual({ cost: 1 });
  expect(position.outcome("shift a z")).toBeNull();
  expect(position.say("hello", { seat: 1 })).toBe("Hello Bruno");
});

test("follows what it is given", () => {
  let offered = $state.raw<ReturnType<typeof legal> | null>(legal("stop"));
  const position = new Position(() => givenOf(plainView(), offered, {}, { fresh: ["a"], pointed: ["b"] }));
  expect([position.fresh("a"), position.fresh("b"), position.pointed("b")]).toEqual([true, false, true]);
  const decision = position.decision;
  offered = null;
  expect(position.deciding).toBe(false);
  expect(position.moves).toEqual([]);
  expect(position.at("a")).toEqual([]);
  expect(position.decision).not.toBe(decision);
});

test("two decisions that offer the same are two", () => {
  const told = $state([{ event: "ask", seat: 1 }]);
  const position = new Position(() => givenOf(plainView(), legal("show a"), {}, { told }));
  const first = position.decision;
  told.push({ event: "ask", seat: 1 });
  expect(position.decision).toBe(first);
  told.push({ event: "show", seat: 0 });
  expect(position.decision).not.toBe(first);
});
