import { cleanup, render, screen } from "@testing-library/svelte";
import { createRawSnippet, flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { prefs } from "../lib/prefs.svelte";
import Side, { type Tab } from "./Side.svelte";

// jsdom has no media queries; the preferences use one.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
afterEach(cleanup);

test("arrows, Home and End lead from tab to tab, and only the chosen one can be tabbed to", () => {
  prefs.sidebar = true;
  const panel = createRawSnippet((tab: () => Tab) => ({ render: () => `<p>${tab()}</p>` }));
  render(Side, { tab: "log", tabs: ["log", "chat", "rules", "words"], unread: 0, panel });
  const tabs = screen.getAllByRole("tab");
  const chosen = () => tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
  tabs[0]!.focus();
  for (const [key, place] of [
    ["ArrowRight", 1],
    ["End", 3],
    ["ArrowRight", 0],
    ["ArrowLeft", 3],
    ["Home", 0],
    ["ArrowDown", 0],
  ] as const) {
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    flushSync();
    expect([key, chosen()]).toEqual([key, place]);
    expect(document.activeElement).toBe(tabs[place]);
    expect(tabs.map((tab) => tab.tabIndex)).toEqual(tabs.map((_, each) => (each === place ? 0 : -1)));
  }
});
