import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Legal, Outcome } from "../../wire";
import { givenOf, legal, plainView } from "./testing.svelte";
import { Hand, type Confirm, type Gestures } from "./hand.svelte";
import { Position } from "./position.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A hand over these legal moves; `offer` replaces them. */
function holding(moves: Legal | null, rules: Gestures = {}, more: { confirm?: Confirm; hoverless?: boolean } = {}) {
  let offered = $state.raw(moves);
  const actions = {
    play: vi.fn<(move: string) => void>(),
    ask: vi.fn<(move: string) => void>(),
    confirm: () => more.confirm ?? "touch",
    hoverless: () => more.hoverless ?? false,
  };
  const position = new Position(() => givenOf(plainView(), offered, {}, { fresh: ["b"], pointed: ["c"] }));
  const hand = new Hand(position, rules, actions);
  return { ...actions, hand, offer: (now: Legal | null) => void (offered = now) };
}

function tap(hand: Hand, key: string) {
  hand.down(key, "touch", 0, 0);
  hand.up(key);
  hand.click(key);
}

test("a mouse previews by pointing and plays by clicking", () => {
  const { hand, play } = holding(legal("take a", "take b"));
  hand.enter("a");
  expect(hand.preview?.move).toBe("take a");
  expect(hand.thing("a")).toMatchObject({ "data-move": "take a", "data-state": "offered aimed" });
  hand.down("a", "mouse", 0, 0);
  hand.up("a");
  hand.click("a");
  expect(play.mock.calls).toEqual([["take a"]]);
  hand.leave("b");
  expect(hand.hovered).toBe("a");
  hand.leave("a");
  expect(hand.preview).toBeNull();
});

test("a finger previews with the first tap and plays with the second", () => {
  const { hand, play } = holding(legal("take a", "take b"));
  tap(hand, "a");
  expect(play).not.toHaveBeenCalled();
  expect(hand.armed?.move).toBe("take a");
  expect(hand.thing("a")).toMatchObject({ "data-move": "take a", "aria-pressed": true });
  tap(hand, "b");
  expect(hand.armed?.move).toBe("take b");
  tap(hand, "b");
  expect(play.mock.calls).toEqual([["take b"]]);
  expect(hand.armed).toBeNull();
});

test("a screen without a hovering pointer counts as touch, the keyboard does not", () => {
  const { hand } = holding(legal("take a"), {}, { hoverless: true });
  expect(hand.thing("a")).toMatchObject({ "data-preview": "take a", "data-move": undefined });
  hand.pointer = "keyboard";
  expect(hand.thing("a")).toMatchObject({ "data-move": "take a" });
});

test("the reader may want to confirm every move, or none", () => {
  const always = holding(legal("take a"), {}, { confirm: "always" });
  always.hand.click("a");
  expect(always.play).not.toHaveBeenCalled();
  always.hand.click("a");
  expect(always.play).toHaveBeenCalledWith("take a");
  const never = holding(legal("dig a"), { confirms: () => true }, { confirm: "never" });
  tap(never.hand, "a");
  expect(never.play).toHaveBeenCalledWith("dig a");
});

test("a move that a game previews first is confirmed anywhere in its area", () => {
  const outcomes: Record<string, Outcome> = { "dig a": { places: ["a", "b"] } };
  const { hand, play } = holding({ ...legal("dig a", "stop"), outcomes }, { confirms: ({ verb }) => verb === "dig" });
  hand.click("a");
  expect(hand.armed?.move).toBe("dig a");
  expect(hand.outcome).toEqual({ places: ["a", "b"] });
  expect(hand.thing("b")).toMatchObject({ "data-move": "dig a" });
  hand.click("b");
  expect(play).toHaveBeenCalledWith("dig a");
  const other = holding({ ...legal("dig a", "stop"), outcomes });
  tap(other.hand, "a");
  expect(other.hand.thing("b")["data-move"]).toBeUndefined();
});

test("a thing with several moves is chosen first, then its goal", () => {
  const { hand, play } = holding(legal("shift a b", "shift a c", "shift d b"));
  hand.click("a");
  expect(hand.chosen).toEqual(["a"]);
  expect(hand.moves("b").map((choice) => choice.move)).toEqual(["shift a b"]);
  hand.click("b");
  expect(play).toHaveBeenCalledWith("shift a b");
  hand.click("a");
  hand.click("a");
  expect(hand.chosen).toEqual([]);
  hand.click("a");
  hand.click("d"); // no goal of a: begins anew
  expect(play).toHaveBeenLastCalledWith("shift d b");
});

test("a game may let a thing be chosen first although only one move begins with it", () => {
  const { hand, play } = holding(legal("shift a b"), { chooses: (_, chosen) => chosen.length === 0 });
  expect(hand.thing("a")).toMatchObject({ "data-move": undefined, "data-preview": "shift a b" });
  hand.click("a");
  expect(hand.chosen).toEqual(["a"]);
  hand.click("b");
  expect(play.mock.calls).toEqual([["shift a b"]]);
});

test("an explanation of another thing drops nothing", () => {
  const { hand } = holding(legal("play a"), { confirms: () => true });
  hand.click("a");
  hand.click("z");
  expect([hand.armed?.move, hand.explained]).toEqual(["play a", "z"]);
});

test("what was begun ends with the decision it belongs to, but not before", () => {
  const { hand, offer } = holding(legal("take a", "take b"));
  hand.arm("take a", "a");
  offer(legal("take a", "take b"));
  expect(hand.armed?.move).toBe("take a");
  offer(legal("take a"));
  expect(hand.armed).toBeNull();
});

test("an explanation ends with the decision during which it was asked for", () => {
  const { hand, offer } = holding(null);
  hand.click("z");
  expect(hand.explained).toBe("z");
  offer(legal("take a"));
  expect(hand.explained).toBeNull();
});

test("a press without a move asks why, or explains the thing", () => {
  const { hand, ask } = holding(legal("take a"), { asks: (key) => (key === "b" ? "take b" : null) });
  hand.click("b");
  expect(ask).toHaveBeenCalledWith("take b");
  hand.click("c");
  expect(hand.explained).toBe("c");
  expect(hand.aimed).toBe("c");
  hand.click(null);
  expect(hand.explained).toBeNull();
  hand.play("take z");
  expect(ask).toHaveBeenLastCalledWith("take z");
});

test("nothing is offered to a reader who owes no decision", () => {
  const { hand } = holding(null, { moves: () => legal("take a").moves });
  expect(hand.thing("b")).toMatchObject({ "data-move": undefined, "data-state": "fresh" });
  expect(hand.thing("c")).toMatchObject({ "data-state": "pointed" });
  expect(hand.thing("d")["data-state"]).toBeUndefined();
});

test("a long press explains and does not play", () => {
  const { hand, play } = holding(legal("take a"));
  hand.down("a", "touch", 0, 0);
  vi.advanceTimersByTime(500);
  expect(hand.explained).toBe("a");
  hand.up("a");
  hand.click("a");
  expect(play).not.toHaveBeenCalled();
  expect(hand.armed).toBeNull();
  hand.enter("a");
  expect(hand.explained).toBe("a");
  hand.enter("b");
  expect(hand.explained).toBeNull();
});

test("a press that moves away is no long press", () => {
  const { hand } = holding(legal("take a"));
  hand.down("a", "touch", 0, 0);
  hand.move("b", 30, 0);
  vi.advanceTimersByTime(500);
  expect(hand.explained).toBeNull();
});

test("a dragged thing is dropped onto its goal", () => {
  const rules = {
    drags: (key: string) => key === "a",
    asks: (key: string, [from]: readonly string[]) => `shift ${from} ${key}`,
  };
  const { hand, play, ask } = holding(legal("shift a b", "shift a c"), rules);
  hand.down("a", "mouse", 0, 0);
  hand.move("a", 3, 3);
  expect(hand.drag).toBeNull();
  hand.move("b", 20, 0);
  expect(hand.drag).toEqual({ key: "a", over: "b", x: 20, y: 0 });
  expect(hand.thing("a")).toMatchObject({ "data-state": "offered chosen aimed" });
  expect(hand.thing("c")).toMatchObject({ "data-state": "offered pointed" }); // where it can go
  hand.up("b");
  hand.click("b"); // the browser's click after the drag
  expect(play.mock.calls).toEqual([["shift a b"]]);
  hand.down("a", "mouse", 0, 0);
  hand.move("d", 20, 0);
  hand.up("d");
  expect(ask).toHaveBeenCalledWith("shift a d");
  hand.down("a", "mouse", 0, 0);
  hand.move(null, 20, 0);
  hand.up(null);
  expect(play).toHaveBeenCalledTimes(1);
  hand.down("a", "mouse", 0, 0);
  hand.move("b", 20, 0);
  hand.cancel();
  expect(hand.drag).toBeNull();
});

test("a finger slides the preview and presses where it is lifted", () => {
  const { hand } = holding(legal("dig a", "dig b"), { slides: () => true });
  hand.down("a", "touch", 0, 0);
  hand.move("b", 30, 0);
  expect(hand.preview?.move).toBe("dig b");
  hand.up("b");
  hand.click("b"); // the browser's click after the slide
  expect(hand.armed?.move).toBe("dig b");
  expect(hand.hovered).toBeNull();
  hand.down("a", "touch", 0, 0);
  hand.move(null, 90, 0);
  hand.up(null);
  expect(hand.armed?.move).toBe("dig b");
});

test("without a press, moves and lifts of a pointer mean nothing", () => {
  const { hand, play } = holding(legal("take a"));
  hand.move("a", 9, 9);
  hand.up("a");
  hand.down(null, "mouse", 0, 0);
  hand.up("a");
  expect(play).not.toHaveBeenCalled();
  expect(hand.release()).toBe(false);
});

test("a press may do something that is no move", () => {
  const acts = vi.fn((key: string) => key === "tool");
  const { hand, play } = holding(legal("take a"), { acts });
  hand.arm("take a", "a");
  hand.press("tool");
  expect(acts).toHaveBeenCalledWith("tool", expect.objectContaining({ play }));
  expect(hand.armed).toBeNull();
  hand.press("a");
  expect(play).toHaveBeenCalledWith("take a");
});
