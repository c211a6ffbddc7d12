import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Listing, Me } from "../wire";
import { api, Refused } from "./api";
import { session } from "./session.svelte";

// jsdom has no media queries; the preferences use one.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));

const table = (id: string, status: Listing["status"], turn: boolean) => ({ id, status, turn }) as Listing;
const me = { name: "Ada", kind: "guest", csrf: "" } as Me;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("finished tables are nobody's turn", async () => {
  session.me = me;
  vi.spyOn(api, "mine").mockResolvedValue([
    table("a", "playing", true),
    table("b", "over", true),
    table("c", "playing", false),
  ]);
  await session.refresh();
  expect(session.turns.map(({ id }) => id)).toEqual(["a"]);
});

test("the tables stay up to date while the page is visible", async () => {
  vi.useFakeTimers();
  session.me = me;
  const mine = vi.spyOn(api, "mine").mockResolvedValue([]);
  const end = $effect.root(() => session.watch());
  flushSync();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(mine.mock.calls.length).toBeGreaterThanOrEqual(2);
  mine.mockClear();
  const visible = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(mine).not.toHaveBeenCalled();
  visible.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(mine).toHaveBeenCalledOnce();
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(mine).toHaveBeenCalledOnce();
});

test("an effect that looks does so once", async () => {
  session.me = me;
  const mine = vi
    .spyOn(api, "mine")
    .mockResolvedValueOnce([])
    .mockReturnValue(new Promise(() => undefined));
  const end = $effect.root(() => {
    $effect(() => session.look());
  });
  for (let turn = 0; turn < 5; turn++) {
    flushSync();
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(mine).toHaveBeenCalledOnce();
  end();
});

test("who was signed out elsewhere is a stranger", async () => {
  session.me = me;
  vi.spyOn(api, "mine").mockRejectedValue(new Refused("sign_in", "Please sign in first.", 401));
  vi.spyOn(api, "me").mockResolvedValue(null);
  await session.refresh();
  expect([session.me, session.mine]).toEqual([null, []]);
});

test("an answer that comes too late is dropped, a failed one too", async () => {
  session.me = me;
  let late: (tables: Listing[]) => void = () => undefined;
  vi.spyOn(api, "mine")
    .mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
    .mockResolvedValueOnce([table("new", "playing", true)])
    .mockRejectedValueOnce(new Error("unreachable"));
  const first = session.refresh();
  await session.refresh();
  late([table("old", "playing", true)]);
  await first;
  session.look();
  await Promise.resolve();
  expect(session.turns.map(({ id }) => id)).toEqual(["new"]);
});
