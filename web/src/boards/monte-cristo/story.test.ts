// @vitest-environment node
import { expect, test } from "vitest";
import { earnings, latestScoring, news, scenes, type Chapter } from "./story";
import type { GameEvent } from "./wire";

const FIRST: GameEvent[] = [
  { event: "lay", seat: 1, treasure: "diamond-2", dungeon: "D" },
  { event: "scoring", seat: 1, number: 1, dungeon: ["D"] },
  { event: "dungeon", dungeon: "A", treasure: ["ruby-3", "emerald-2", "emerald-1"] },
  { event: "rank", seat: 1, dungeon: "A", rank: 1, hunters: 3, place: 2 },
  { event: "rank", seat: 0, dungeon: "A", rank: 2, hunters: 1, place: 1 },
  { event: "collect", seat: 1, dungeon: "A" },
  { event: "take", seat: 1, treasure: "ruby-3", dungeon: "A" },
  { event: "pay", seat: 1, card: "ruby-2" },
  { event: "pay_joker", seat: 1, kind: "ruby" },
  { event: "take", seat: 1, treasure: "emerald-2", dungeon: "A" },
  { event: "pay", seat: 1, card: "emerald-3" },
  { event: "take", seat: 1, treasure: "emerald-1", dungeon: "A" },
  { event: "left_over", seat: 1, kind: "emerald" },
  { event: "dungeon_idle", dungeon: "B" },
];
const END: GameEvent[] = [
  { event: "clear", dungeon: "B", treasure: ["gold-1", "gold-1", "gold-2", "gold-3"] },
  { event: "score", seat: 0, gained: 0, points: 2 },
  { event: "sell", seat: 1, treasure: "ruby-3", price: 3, points: 9 },
  { event: "sell", seat: 1, treasure: "emerald-2", price: 2, points: 4 },
  { event: "score", seat: 1, gained: 13, points: 41 },
  { event: "goal", seat: 1 },
];

test("there is no story before the first scoring", () => {
  expect(latestScoring(FIRST.slice(0, 1))).toBeNull();
});

test("during a scoring the story covers what has happened so far", () => {
  const story = latestScoring(FIRST)!;
  expect(story.told).toBe(false);
  expect(story.chapters.map((chapter) => chapter.dungeon)).toEqual(["A", "B"]);
  expect(story.chapters[0]!.visitors).toEqual([
    {
      seat: 1,
      hunters: 3,
      place: 2,
      took: [
        { treasure: "ruby-3", cards: ["ruby-2", "joker"] },
        { treasure: "emerald-2", cards: ["emerald-3"] },
        { treasure: "emerald-1", cards: [] },
      ],
    },
    { seat: 0, hunters: 1, place: 1, took: [] },
  ]);
});

test("at the end the story covers what was laid aside, sold and scored", () => {
  const story = latestScoring([...FIRST, ...END])!;
  expect(story.told && story.goal).toBe(true);
  expect(story.chapters[1]!.cleared).toHaveLength(4);
  expect(story.sales).toEqual([
    { seat: 0, sold: [], gained: 0, points: 2 },
    {
      seat: 1,
      sold: [
        { treasure: "ruby-3", price: 3, points: 9 },
        { treasure: "emerald-2", price: 2, points: 4 },
      ],
      gained: 13,
      points: 41,
    },
  ]);
});

test("later events are not part of the story, and a later scoring replaces it", () => {
  const turn: GameEvent = { event: "turn", seat: 0, lane: "order" };
  const later: GameEvent[] = [...FIRST, ...END, turn, { event: "take", seat: 0, treasure: "gold-1", dungeon: "A" }];
  expect(latestScoring(later)).toEqual(latestScoring([...FIRST, ...END]));
  expect(latestScoring([...later, { event: "scoring", seat: 0, number: 1, dungeon: ["A"] }])!.chapters).toEqual([]);
});

test("the points of all seats come from fame and from each scoring", () => {
  const events: GameEvent[] = [
    { event: "fame", seat: 1, points: 2 },
    { event: "scoring", seat: 0, dungeon: ["A"], number: 1 },
    { event: "score", seat: 0, gained: 9, points: 9 },
    { event: "score", seat: 1, gained: 0, points: 2 },
    { event: "fame", seat: 1, points: 2 },
    { event: "scoring", seat: 0, dungeon: ["B"], number: 1 },
    { event: "score", seat: 0, gained: 4, points: 13 },
    { event: "score", seat: 1, gained: 6, points: 10 },
  ];
  expect(earnings(events, 2)).toEqual({ fame: [0, 4], scorings: [[9, 0], [4, 6]] }); // prettier-ignore
});

test("only news is told: whoever has no choice is not mentioned, except for the last card", () => {
  const pass = { event: "pass_place", seat: 1 } as const;
  const forced = { event: "forced", seat: 1 } as const;
  const card = { event: "give", seat: 0, card: "ruby-1", to: 1 } as unknown as GameEvent;
  const none = { event: "land", seat: 1, number: 0 } as const;
  expect(news([pass, forced, pass, none])).toEqual([pass]);
  expect(news([forced, card])).toEqual([forced, card]);
});

test("dungeons side by side where nothing happens are told together", () => {
  const idle = (dungeon: string): Chapter => ({ dungeon, visitors: [], cleared: [] });
  const searched = { ...idle("B"), visitors: [{ seat: 0, hunters: 1, place: 1, took: [] }] };
  const cleared = { ...idle("E"), cleared: ["gold-1"] };
  const told = scenes([idle("A"), searched, idle("C"), idle("D"), cleared, idle("F")]);
  expect(told.map(({ dungeons }) => dungeons)).toEqual([["A"], ["B"], ["C", "D"], ["E"], ["F"]]);
});
