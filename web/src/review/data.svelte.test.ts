import { expect, test } from "vitest";
import type { Review, ReviewedDecision } from "../wire";
import { decisions, judge, mistakes, turningPoints } from "./data";
import { Retry } from "./retry.svelte";

const choice = (ply: number, mark: ReviewedDecision["mark"]): ReviewedDecision => ({
  ply,
  move: "take a1",
  best: "take b1",
  line: ["take b1"],
  points: 20,
  win: 0.5,
  loss_points: 3,
  loss_win: 0.2,
  error: 0.5,
  error_win: 0.01,
  mark,
  cause: "worse",
  real: true,
  to_others: [0, 0],
  tried: [
    { move: "take b1", points: 23, win: 0.7 },
    { move: "take c1", points: 22.9, win: 0.69 },
    { move: "take a1", points: 20, win: 0.5 },
  ] as ReviewedDecision["tried"],
});
const seat = (of: number, made: ReviewedDecision[]) => ({ seat: of, decisions: made }) as Review["seats"][number];
const review = {
  seats: [seat(0, [choice(0, null), choice(2, "mistake")]), seat(1, [choice(1, "blunder")])],
  shares: [
    [0.5, 0.5],
    [0.55, 0.45],
    [0.8, 0.2],
    [0.65, 0.35],
  ],
} as unknown as Review;

test("decisions of all seats come in the order in which they were made", () => {
  expect(decisions(review).map(({ ply, seat }) => [ply, seat])).toEqual([
    [0, 0],
    [1, 1],
    [2, 0],
  ]);
});

test("only marked decisions are mistakes, of everybody or of one", () => {
  expect(mistakes(review, null).map(({ ply }) => ply)).toEqual([1, 2]);
  expect(mistakes(review, 0).map(({ ply }) => ply)).toEqual([2]);
});

test("turning points are the moves after which most has changed", () => {
  expect(turningPoints(review, 1).map(({ at }) => at)).toEqual([2]);
  expect(turningPoints(review, 5).map(({ at, seat }) => [at, seat])).toEqual([
    [2, 0],
    [3, 0],
  ]);
});

test("a move within the error is as good as the best", () => {
  const decision = choice(0, "mistake");
  expect(judge(decision, "take b1")).toEqual({ judgement: "best", loss: 0 });
  expect(judge(decision, "take c1")?.judgement).toBe("good");
  expect(judge(decision, "take a1")?.judgement).toBe("worse");
  expect(judge(decision, "take a1")?.loss).toBeCloseTo(0.2);
  expect(judge(decision, "take d1")).toBeNull();
});

test("who tries again is told, and has the solution when it is found or asked for", () => {
  const retry = new Retry();
  retry.begin({ ...choice(2, "mistake"), seat: 0 });
  expect(retry.legal?.at).toEqual({ b1: [0], c1: [1], a1: [2] });
  retry.play("take a1");
  expect([retry.solved, retry.judgement?.judgement]).toEqual([false, "worse"]);
  retry.play("take c1");
  expect([retry.solved, retry.legal]).toEqual([true, null]);
  retry.begin({ ...choice(2, "mistake"), seat: 0 });
  expect(retry.solved).toBe(false);
  retry.solve();
  expect(retry.solved).toBe(true);
});
