import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { GameModule } from "../boards/board";
import Sheet from "../boards/monte-cristo/Sheet.svelte";
import en from "../boards/monte-cristo/words/en";
import type { Connection } from "../lib/connection.svelte";
import { Words } from "../lib/words";

afterEach(cleanup);

test("the score sheet shows the table's winner, not the position's", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const { default: Over } = await import("./Over.svelte"); // queries the screen when loaded
  const names = ["Ada", "Bruno", "Clara"];
  const sheet = [30, 60, 40].map((points) => ({ points, hunters: 1 }));
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
    view: { sheet, winners: [1] },
  } as unknown as Connection;
  render(Over, { connection, names, module: { Sheet } as unknown as GameModule, words: new Words("en", en, names) });
  const crowned = screen.getAllByRole("row").filter((row) => row.classList.contains("won"));
  expect(crowned.map((row) => row.textContent)).toEqual([expect.stringContaining("Clara")]);
});
