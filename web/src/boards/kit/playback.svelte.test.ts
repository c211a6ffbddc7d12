import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback } from "./playback.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("goes to positions within the game", () => {
  const playback = new Playback(
    () => 3,
    () => [100],
    2,
  );
  expect(playback.at).toBe(2);
  playback.go(9);
  expect(playback.at).toBe(3);
  playback.go(-1);
  expect(playback.at).toBe(0);
});

test("walks by itself to the end, and from there from the beginning", () => {
  const playback = new Playback(
    () => 2,
    () => [100],
  );
  playback.toggle();
  vi.advanceTimersByTime(100);
  expect(playback.at).toBe(1);
  vi.advanceTimersByTime(100);
  expect([playback.at, playback.playing]).toEqual([2, true]);
  vi.advanceTimersByTime(100); // the last one has its time, too
  expect([playback.at, playback.playing]).toEqual([2, false]);
  playback.toggle();
  expect([playback.at, playback.playing]).toEqual([0, true]);
  vi.advanceTimersByTime(50);
  playback.go(1); // the pause begins anew
  vi.advanceTimersByTime(60);
  expect(playback.at).toBe(1);
  playback.toggle();
  vi.advanceTimersByTime(500);
  expect([playback.at, playback.playing]).toEqual([1, false]);
});

/** A walk whose positions come and go: the numbers of the first and last one, and the time for each. */
function growing(times: number[] = []) {
  const span = $state({ first: 0, last: 0 });
  const walk = new Playback(
    () => span.last,
    (at) => [times[at] ?? 100],
    0,
    () => span.first,
  );
  return { span, walk };
}

test("follows new positions, each for its time", () => {
  const { span, walk } = growing([0, 300]);
  span.last = 3;
  walk.run();
  expect([walk.at, walk.playing]).toEqual([1, true]);
  vi.advanceTimersByTime(290);
  walk.run(); // another one has come: that changes nothing
  expect(walk.at).toBe(1);
  vi.advanceTimersByTime(10);
  expect([walk.at, walk.from]).toEqual([2, 1]);
  vi.advanceTimersByTime(100);
  expect([walk.at, walk.playing]).toEqual([3, true]);
  vi.advanceTimersByTime(1000);
  expect(walk.playing).toBe(false);
  span.last = 4;
  walk.run();
  expect([walk.at, walk.playing]).toEqual([4, true]); // the one before has been shown long enough
});

test("passes over positions without time, and over those before the least", () => {
  const { span, walk } = growing([0, 0, 0, 0]);
  span.last = 3;
  walk.run();
  expect([walk.at, walk.from, walk.playing]).toEqual([3, 0, false]);
  span.last = 9;
  walk.run(8);
  expect([walk.at, walk.from, walk.playing]).toEqual([8, 3, true]);
});

test("positions that are gone are not walked through", () => {
  const { span, walk } = growing();
  span.last = 5;
  walk.run();
  [span.first, span.last] = [6, 7];
  expect(walk.at).toBe(6);
  walk.run();
  expect([walk.at, walk.playing]).toEqual([6, true]);
  vi.advanceTimersByTime(100);
  expect([walk.at, walk.from]).toEqual([7, 6]);
});

test("a position is shown in beats", () => {
  const walk = new Playback(
    () => 1,
    (at) => (at ? [100] : [100, 50]),
  );
  walk.run();
  expect([walk.at, walk.beat]).toEqual([0, 0]);
  vi.advanceTimersByTime(100);
  expect([walk.at, walk.beat]).toEqual([0, 1]);
  walk.run(); // something else has arrived meanwhile
  expect([walk.at, walk.beat]).toEqual([0, 1]);
  vi.advanceTimersByTime(50);
  expect([walk.at, walk.beat, walk.playing]).toEqual([1, 0, true]);
  vi.advanceTimersByTime(100);
  expect([walk.at, walk.playing]).toEqual([1, false]);
});
