import { cleanup, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { Refused } from "../lib/api";
import Loaded from "./Loaded.svelte";

// jsdom has no media queries; the preferences use one.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const children = createRawSnippet((page: () => string) => ({ render: () => `<p>${page()}</p>` }));
const load = (from: Promise<string>) => render(Loaded<string>, { from, children });

test("what is loaded is shown", async () => {
  load(Promise.resolve("the page"));
  expect(await screen.findByText("the page")).toBeTruthy();
  expect(screen.queryByRole("status")).toBeNull();
});

test("loading is only mentioned when it takes long", async () => {
  vi.useFakeTimers();
  load(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(250);
  expect(screen.queryByRole("status")).toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  expect(screen.getByRole("status").textContent).toContain("…");
});

test.each([
  [new TypeError("Failed to fetch dynamically imported module"), "could not be loaded"],
  [new Refused("unknown_game", "There is no such game.", 404), "There is no such game."],
])("a failure is told, with a way on: %s", async (error, sentence) => {
  load(Promise.reject(error));
  await tick();
  expect((await screen.findByRole("alert")).textContent).toContain(sentence);
  expect(screen.getByRole("button", { name: "Load again" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to the front page" })).toBeTruthy();
});
