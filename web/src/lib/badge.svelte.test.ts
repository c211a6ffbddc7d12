import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Listing } from "../wire";
import { badge, counted } from "./badge.svelte";
import { session, sooner } from "./session.svelte";

// jsdom has no media queries; the preferences use one.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));

const turn = (id: string, deadline: number | null = null) =>
  ({ id, status: "playing", turn: true, deadline, touched: 0 }) as Listing;

afterEach(() => {
  session.mine = [];
});

test("the title has the number of waiting tables in front, once", () => {
  expect(counted("Account", 0)).toBe("Account");
  expect(counted("Account", 2)).toBe("(2) Account");
  expect(counted("(3) Account", 2)).toBe("(2) Account");
  expect(counted("(3) Account", 0)).toBe("Account");
});

test("the badge follows the tables and survives a page that sets its title", async () => {
  document.head.innerHTML = '<title>Home</title><link rel="icon" href="/icon.svg">';
  const icon = () => document.querySelector("link")?.getAttribute("href");
  const end = $effect.root(() => badge());
  flushSync();
  expect([document.title, icon()]).toEqual(["Home", "/icon.svg"]);
  session.mine = [turn("a"), turn("b")];
  flushSync();
  expect([document.title, icon()]).toEqual(["(2) Home", "/icon-turn.svg"]);
  document.title = "Rules";
  await vi.waitFor(() => expect(document.title).toBe("(2) Rules"));
  session.mine = [];
  flushSync();
  expect([document.title, icon()]).toEqual(["Rules", "/icon.svg"]);
  end();
});

test("the table whose clock runs out first is the next one", () => {
  session.mine = [turn("no clock"), turn("late", 2000), turn("soon", 1000)];
  expect(session.turns.map(({ id }) => id)).toEqual(["soon", "late", "no clock"]);
  expect([turn("b", 5), turn("a", 3)].sort(sooner).map(({ id }) => id)).toEqual(["a", "b"]);
});
