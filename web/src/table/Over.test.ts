import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { GameModule } from "../boards/kit/game";
import type { Connection } from "../lib/connection.svelte";
import { Words } from "../lib/words";
import type { View } from "../wire";

afterEach(cleanup);

test("the score sheet shows the table's winner, not the position's", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const { default: Over } = await import("./Over.svelte"); // queries the screen when loaded
  const { Stage } = await import("./stage.svelte");
  const names = ["Ada", "Bruno", "Clara"];
  const view = { over: true, winners: [1], scores: [30, 60, 40] } as unknown as View;
  const connection = {
    id: "x",
    seat: 0,
    seats: [0],
    entries: [],
    table: {
      id: "x",
      terms: { game: "monte-cristo" },
      seats: names.map((name) => ({ kind: "human", name, forfeited: name === "Bruno" })),
      result: { winners: [2], scores: [30, 60, 40] },
    },
    view,
  } as unknown as Connection;
  const module = {
    gestures: () => ({}),
    sheet: ({ scores }: View) => [
      { key: "total", label: "Points", kind: "total", cells: scores!.map((score) => ({ value: String(score) })) },
    ],
  } as unknown as GameModule;
  const given = { view, legal: null, seat: 0, names, words: new Words("en", {}, names) };
  const lists = { latest: [], told: [], pointed: [], fresh: [], outcome: () => null };
  const stage = new Stage(module, () => ({ ...given, ...lists }), { play: vi.fn(), ask: vi.fn() });
  render(Over, { connection, stage });
  const crowned = screen.getAllByRole("columnheader").filter((cell) => cell.classList.contains("winner"));
  expect(crowned.map((cell) => cell.textContent)).toEqual([expect.stringContaining("Clara")]);
});
