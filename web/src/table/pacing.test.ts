import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameModule } from "../boards/kit/game";
import { legal, plainView } from "../boards/kit/testing.svelte";
import { prefs } from "../lib/prefs.svelte";
import { Words } from "../lib/words";
import type { EntryInfo, GameEvent } from "../wire";
import { Sitting } from "./sitting.svelte";

// jsdom has no media queries; reduced motion is one.
const screen = vi.hoisted(() => {
  const screen = { still: false };
  vi.stubGlobal("matchMedia", () => ({ matches: screen.still }));
  return screen;
});
const played = vi.hoisted(() => [] as string[]);
vi.mock("../lib/sound", () => ({ sound: (name: string) => played.push(name) }));

let socket: { onmessage: (event: { data: string }) => void };
vi.stubGlobal(
  "WebSocket",
  class {
    onmessage = () => undefined;
    constructor() {
      socket = this as unknown as typeof socket;
    }
    close() {}
    send() {}
  },
);

const STEP = 700;
const MODULE = { sounds: { dig: "dig", pay: "coin" }, gestures: () => ({}), places: () => [], minor: ["pay"] };
const LONG = "the long way through the old mine";
const TEXTS = {
  "event.move": `{seat} goes {way}, ${LONG}.`,
  "event.dig": "{seat} digs {hole}.",
  "event.pay": "{seat} pays.",
};
const dig = (hole: number, seat = 1): GameEvent => ({ event: "dig", seat, hole });

let sitting: Sitting;
let version: number;

/** The server says how things stand after some entries; `to_act` is the reader if it is their turn. */
function say(t: "snapshot" | "update", entries: Partial<EntryInfo>[], more: object = {}, yours = false): void {
  const since = version;
  const told = entries.map((entry) => ({ version: ++version, at: 0, kind: "moved", ...entry }));
  const state = { since, version, seat: 0, seats: [0], table: null, undo: null };
  const view = plainView({ at: version, to_act: [yours ? 0 : 1] });
  const message = { t, ...state, entries: told, view, legal: yours ? legal("dig a1") : null, ...more };
  socket.onmessage({ data: JSON.stringify(message) });
}

/** Another digs a hole. */
function digs(hole: number, yours = false): void {
  say("update", [{ seat: 1, events: [dig(hole)] }], {}, yours);
}

/** The frame in which messages are read. */
const frame = () => vi.advanceTimersByTime(20);
const shown = () => (sitting.view as unknown as { at: number }).at;

beforeEach(() => {
  vi.useFakeTimers();
  prefs.speed = "normal";
  prefs.sounds = true;
  screen.still = false;
  played.length = 0;
  version = 0;
  sitting = new Sitting("x");
  sitting.arrived(MODULE as unknown as GameModule, new Words("en", TEXTS));
  say("snapshot", [{ kind: "started" }, { seat: 1, events: [dig(9)] }]);
  frame();
});
afterEach(() => {
  sitting.connection.end();
  sitting.walk.stop();
  vi.useRealTimers();
});

test("moves that arrive together are shown one by one", () => {
  for (const hole of [1, 2, 3]) digs(hole, hole === 3);
  frame();
  expect([shown(), sitting.showing, sitting.legal]).toEqual([3, true, null]);
  expect(sitting.sentence).toContain("digs 1.");
  expect(sitting.entries.at(-1)!.version).toBe(3);
  expect(sitting.yours).toBe(true); // the truth of the connection
  vi.advanceTimersByTime(STEP);
  expect([shown(), sitting.latest]).toEqual([4, [dig(2)]]);
  vi.advanceTimersByTime(STEP);
  expect([shown(), sitting.showing, sitting.legal]).toEqual([5, true, null]); // the last move is shown, too
  vi.advanceTimersByTime(STEP);
  expect([shown(), sitting.showing, sitting.moment]).toEqual([5, false, null]);
  expect(sitting.legal).not.toBeNull();
  expect(sitting.latest).toEqual([dig(3)]);
});

test("a move that comes alone is shown at once, and the next when its time is over", () => {
  digs(1);
  frame();
  expect([shown(), sitting.showing]).toEqual([3, true]);
  expect(sitting.caption).toMatchObject({ seat: 1, sentence: expect.stringContaining("digs 1.") });
  vi.advanceTimersByTime(300);
  digs(2);
  frame();
  const { latest } = sitting;
  digs(3);
  frame();
  expect(sitting.latest).toBe(latest); // the pieces do not fly again
  expect([shown(), sitting.showing]).toEqual([3, true]);
  vi.advanceTimersByTime(STEP - 300);
  expect(shown()).toBe(4);
  vi.advanceTimersByTime(3 * STEP);
  expect([shown(), sitting.caption]).toEqual([5, null]);
});

test("many sentences take more time, and the speed changes all times", () => {
  const reveal = () => say("update", [{ seat: 1, events: [dig(1), dig(2), dig(3)] }]);
  const time = (speed: typeof prefs.speed) => {
    prefs.speed = speed;
    reveal();
    frame();
    const before = Date.now();
    while (sitting.showing) vi.advanceTimersByTime(10);
    const time = Date.now() - before;
    vi.advanceTimersByTime(5000);
    return time;
  };
  const normal = time("normal");
  expect(normal).toBeGreaterThan(STEP * 1.5);
  expect(time("slow") / normal).toBeCloseTo(1.5, 1);
  expect(time("fast") / normal).toBeCloseTo(0.5, 1);
  expect(time("instant")).toBe(0);
});

test("what does not fit into one caption is told in several, all of it heard at once", () => {
  const moves = ["north", "east", "south", "west"].map((way) => ({ event: "move", seat: 1, way }));
  say("update", [{ seat: 1, events: [...moves, { event: "pay", seat: 1 }] }]);
  frame();
  expect(sitting.caption!.sentence).toContain("north");
  expect(sitting.caption!.sentence).not.toContain("west");
  const heard = sitting.heard;
  expect(heard).toContain("west");
  const told = new Set<string>();
  while (sitting.showing) {
    told.add(sitting.caption!.sentence);
    expect(sitting.heard).toBe(heard);
    vi.advanceTimersByTime(50);
  }
  expect(told.size).toBe(2);
  expect([...told].join(" ")).toContain("west");
  expect([...told].join(" ")).not.toContain("pays."); // the board shows it
});

test("the seat that acts is the one whose move is shown, until the present is shown", () => {
  digs(1, true);
  frame();
  expect([sitting.view!.to_act, sitting.stage!.position.acting]).toEqual([[0], [1]]);
  vi.advanceTimersByTime(STEP);
  expect(sitting.stage!.position.acting).toEqual([0]);
});

test("the reader skips to the present", () => {
  for (const hole of [1, 2, 3]) digs(hole);
  frame();
  sitting.skip();
  expect([shown(), sitting.showing]).toEqual([5, false]);
  expect(sitting.latest).toEqual([dig(2), dig(3)]); // what has not been shown yet
  vi.advanceTimersByTime(5000);
  expect(shown()).toBe(5);
});

test("the reader's own moves are shown at once, whatever else is being shown", () => {
  digs(1);
  digs(2);
  frame();
  expect(sitting.showing).toBe(true);
  say("update", [{ seat: 0, events: [dig(3, 0)] }]);
  digs(4);
  frame();
  expect([shown(), sitting.showing]).toEqual([5, true]);
  vi.advanceTimersByTime(STEP);
  expect(shown()).toBe(6);
});

test("an own undo and a snapshot are shown at once; another's undo is a step", () => {
  digs(1);
  digs(2);
  say("update", [{ kind: "undone", seat: 0, undone: [3] }], {}, true);
  frame();
  expect([shown(), sitting.showing]).toEqual([5, false]);
  digs(3);
  digs(4);
  say("snapshot", [{ seat: 1, events: [dig(5)] }]);
  frame();
  expect([shown(), sitting.showing]).toEqual([8, false]);
  vi.advanceTimersByTime(5000);
  digs(6);
  say("update", [{ kind: "undone", seat: 1, undone: [9] }]);
  frame();
  expect([shown(), sitting.told.at(-1)]).toEqual([9, dig(6)]);
  vi.advanceTimersByTime(STEP);
  expect([shown(), sitting.told.at(-1)]).toEqual([10, dig(5)]);
});

test("nothing is held back from a reader who owes a decision", () => {
  digs(1, true);
  frame();
  vi.advanceTimersByTime(STEP);
  digs(2, true);
  digs(3, true);
  frame();
  expect([shown(), sitting.showing]).toEqual([5, false]);
  say("update", [{ seat: 0, events: [dig(4, 0)] }], {}, true); // the reader's turn goes on
  frame();
  expect([shown(), sitting.showing]).toEqual([6, false]);
});

test("with reduced motion and in a hidden tab everything is shown at once", () => {
  screen.still = true;
  digs(1);
  digs(2);
  frame();
  expect(sitting.showing).toBe(false);
  screen.still = false;
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  digs(3);
  digs(4);
  frame();
  expect(sitting.showing).toBe(false);
  hidden.mockRestore();
});

test("spectators see the moves one by one too, however many there are", () => {
  const watching = { seat: null, seats: [] };
  say("snapshot", [], watching);
  vi.advanceTimersByTime(STEP);
  for (let hole = 0; hole < 250; hole++) {
    say("update", [{ seat: 1, events: [dig(hole)] }], watching);
    vi.advanceTimersByTime(STEP + 20);
  }
  expect(sitting.showing).toBe(false);
  const before = shown();
  say("update", [{ seat: 1, events: [dig(1)] }], watching);
  say("update", [{ seat: 1, events: [dig(2)] }], watching);
  frame();
  expect([shown(), sitting.showing]).toEqual([before + 1, true]);
});

test("sounds belong to the step shown, and the chime comes with the reader's turn", () => {
  digs(1);
  say("update", [{ seat: 1, events: [{ event: "pay", seat: 1 }] }], {}, true);
  frame();
  sitting.hear();
  expect(played).toEqual(["dig"]);
  vi.advanceTimersByTime(STEP);
  sitting.hear();
  expect(played).toEqual(["dig", "coin"]);
  vi.advanceTimersByTime(STEP);
  sitting.hear();
  expect(played).toEqual(["dig", "coin", "turn"]);
});

test("the end of the game waits until the last move has been seen", () => {
  const table = { status: "over", seats: [], result: { winners: [0] } };
  digs(1);
  say("update", [{ seat: 1, events: [dig(2)] }], { table });
  frame();
  expect([sitting.over, sitting.showing]).toEqual([true, true]);
  expect(sitting.sentence).toContain("digs 1.");
  vi.advanceTimersByTime(STEP);
  expect(sitting.showing).toBe(true);
  expect(sitting.sentence).toContain("digs 2.");
  vi.advanceTimersByTime(STEP);
  expect(sitting.showing).toBe(false);
});

test("looking back walks from the last own decision to the present", () => {
  say("update", [{ seat: 0, events: [dig(1, 0)] }]);
  digs(2);
  digs(3, true);
  frame();
  expect(sitting.mayLookBack).toBe(false); // it is just being shown
  sitting.skip();
  expect(sitting.mayLookBack).toBe(true);
  sitting.lookBack();
  expect([shown(), sitting.missed.length, sitting.legal]).toEqual([3, 3, null]);
  vi.advanceTimersByTime(1200);
  expect(shown()).toBe(4);
  sitting.lookAt(5);
  expect(shown()).toBe(5);
  expect(sitting.moment).not.toBeNull();
  digs(4, true);
  frame();
  expect(shown()).toBe(5); // whoever looks back is not disturbed
  sitting.lookBack();
  expect([shown(), sitting.moment]).toEqual([6, null]);
});

test("another seat at the same screen does not get to see this one's past", () => {
  digs(1);
  digs(2);
  say("update", [], { seat: 1, seats: [0, 1] });
  frame();
  expect(sitting.connection.past).toHaveLength(1);
  expect(sitting.showing).toBe(false);
});
