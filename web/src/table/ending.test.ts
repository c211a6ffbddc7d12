import { expect, test, vi } from "vitest";
import type { SeatInfo, TableInfo, EntryInfo } from "../wire";
import { causes, outcome, parting, ranking } from "./ending";

// jsdom has no media queries; the preferences use one.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));

const entry = (kind: string, seat: number, version = 1): EntryInfo => ({ version, at: 0, kind, seat });
const human = (more: Partial<SeatInfo> = {}): SeatInfo => ({ kind: "human", name: "x", ...more });
const table = (seats: SeatInfo[], winners: number[]): TableInfo => ({
  id: "t",
  terms: { game: "solomon", players: seats.length },
  rules: 1,
  status: "over",
  seats,
  host: 0,
  commitment: "",
  result: { winners, scores: null },
});

test("the log says whether a player left, resigned or ran out of time", () => {
  const away = human({ away: true });
  expect(parting(human(), [entry("left", 0), entry("returned", 0)], 0)).toBeNull();
  expect(parting(away, [entry("left", 0), entry("returned", 0), entry("timed_out", 0)], 0)).toBe("timed_out");
  expect(parting(human({ away: true, forfeited: true }), [entry("left", 0), entry("resigned", 0)], 0)).toBe("resigned");
});

test("a forfeit on time is not called a resignation", () => {
  const seats = [human(), human({ away: true, forfeited: true })];
  expect(causes(table(seats, [0]), [entry("timed_out", 1)], ["Ada", "Ben"])).toBe("Ben ran out of time.");
  expect(causes(table(seats, [0]), [entry("resigned", 1)], ["Ada", "Ben"])).toBe("Ben resigned.");
  expect(causes(table([human(), human()], [0]), [], ["Ada", "Ben"])).toBe("");
});

test("the winners come from the result, not from the position", () => {
  const seats = [human(), human({ forfeited: true })];
  expect(outcome(table(seats, [0]), ["Ada", "Ben"], [0])).toBe("You win!");
  expect(outcome(table(seats, [0]), ["Ada", "Ben"], [1])).toBe("Ada wins!");
  expect(outcome(table(seats, [0, 1]), ["Ada", "Ben"], [1])).toBe("Ada and Ben share the win.");
});

test("seats are ranked by what the result says: a tie-break counts, a forfeit is last", () => {
  const seats = [human(), human(), human({ forfeited: true }), human()];
  const ended = { ...table(seats, [3]), result: { winners: [3], scores: [20, 30, 40, 30] } };
  expect(ranking(ended).map(({ seat, place }) => [seat, place])).toEqual([
    [3, 1],
    [1, 2],
    [0, 3],
    [2, 4],
  ]);
  expect(ranking(table(seats, [0]))).toEqual([]); // ended early
});
