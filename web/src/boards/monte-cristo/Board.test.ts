import { cleanup, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Words } from "../../lib/words";
import type { Legal } from "../../wire";
import { Bar } from "../bar.svelte";
import Board from "./Board.svelte";
import type { Collecting, View } from "./view";
import en from "./words/en";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(cleanup);

const words = new Words("en", en, ["Ada", "Bruno"]);
const seat = { points: 0, hunters: 2, marseille: 7, cards: [], jokers: [], dealt: null, collected: [] };
const dungeon = { treasures: ["ruby-3"], queue: [0, 1] };

function position(step: string, cards: string[], more: Partial<View> = {}): View {
  return {
    players: 2,
    to_act: [0],
    over: false,
    round: 1,
    lane: "chest",
    active: 0,
    step,
    slide: { supply: [0, 1], hunters: [1, 0], chest: [0], order: [1, 0] },
    market: { ruby: 3, gold: 2, diamond: 2, emerald: 1, sapphire: 1 },
    dungeons: { A: dungeon, B: dungeon, C: dungeon, D: dungeon, E: dungeon, F: dungeon },
    bonus: { joker: [], landing: [1], fame: [], reinforcement: [] },
    deck: [],
    batches: {},
    discards: [],
    bag: [],
    aside: [],
    drawn: [],
    receiver: null,
    placing: null,
    laid: [],
    collecting: null,
    seats: [{ ...seat, cards }, seat],
    ...more,
  };
}

function legal(...moves: string[]): Legal {
  const choices = moves.map((move) => {
    const [verb, ...targets] = move.split(" ");
    return { move, verb: verb!, targets };
  });
  const at: Legal["at"] = {};
  for (const [place, { verb, targets }] of choices.entries()) {
    for (const key of targets.length ? targets : [verb]) (at[key] ??= []).push(place);
  }
  return { moves: choices, at };
}

function show(view: View, offered: Legal | null) {
  const given = { bar: new Bar(), play: vi.fn(), ask: vi.fn() };
  const props = { view, legal: offered, seat: 0, names: ["Ada", "Bruno"], words, latest: [], told: [] };
  const shown = render(Board, { ...props, pointed: [], fresh: [], ...given });
  return { ...given, ...shown };
}

test("a confirmed payment continues card by card until it is complete", async () => {
  const due = (paid: number): Collecting => ({
    dungeon: "A",
    order: [0],
    owed: { ruby: 4 },
    paid: { ruby: paid },
    least: { ruby: paid && 2 },
    kind: "ruby",
    largest: paid ? 2 : 3,
  });
  const table = show(position("pay", ["ruby-2", "ruby-2"], { collecting: due(0) }), legal("pay ruby-2"));
  table.bar.buttons[0]!.act();
  expect(table.play.mock.calls).toEqual([["pay ruby-2"]]);
  await table.rerender({ pointed: ["A"] }); // something else changes, the position is unchanged
  expect(table.play).toHaveBeenCalledTimes(1);
  await table.rerender({ view: position("pay", ["ruby-2"], { collecting: due(2) }), legal: legal("pay ruby-2") });
  expect(table.play).toHaveBeenCalledTimes(2);
  await table.rerender({ view: position("take", []), legal: legal("take ruby-3", "pass") });
  await table.rerender({ view: position("pay", ["ruby-2"], { collecting: due(2) }), legal: legal("pay ruby-2") });
  expect(table.play).toHaveBeenCalledTimes(2); // another payment needs confirmation
});

test("a click plays a legal move, and asks why an illegal one is refused", () => {
  const view = position("place", [], { lane: "hunters", placing: { seat: 0, left: 2, entered: true, extra: 0 } });
  const { play, ask, container } = show(view, legal("place A", "pass"));
  container.querySelector<HTMLElement>('[data-move="place A"]')!.click();
  expect(play).toHaveBeenCalledWith("place A");
  screen.getByRole("button", { name: /^Bonus area fame/ }).click();
  expect(ask).toHaveBeenCalledWith("enter fame");
});

test("on a touch screen the first tap chooses, the second plays", () => {
  const view = position("marble", []);
  const { play, bar, container } = show(view, legal("lane supply", "lane order"));
  const lane = container.querySelector<HTMLElement>('[data-move="lane order"]')!;
  lane.dispatchEvent(Object.assign(new Event("pointerdown", { bubbles: true }), { pointerType: "touch" }));
  lane.click();
  flushSync();
  expect(play).not.toHaveBeenCalled();
  expect(bar.buttons.map((button) => button.move)).toEqual(["lane order"]);
  lane.click();
  expect(play).toHaveBeenCalledWith("lane order");
});

test("a marble is chosen first, then how far it moves down", () => {
  const view = position("change", [], { lane: "order" });
  const { play, bar, container } = show(view, legal("down hunters-2 1", "up gold 1", "pass"));
  container.querySelector<HTMLElement>('[data-preview="hunters-2"]')!.click();
  flushSync();
  expect(bar.buttons.map((button) => button.move)).toEqual(["down hunters-2 1", "pass"]);
  container.querySelector<HTMLElement>('[data-move="down hunters-2 1"]')!.click();
  expect(play).toHaveBeenCalledWith("down hunters-2 1");
});
