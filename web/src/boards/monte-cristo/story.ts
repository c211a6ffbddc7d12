/** Reconstructs the latest scoring from the events, dungeon by dungeon, then the sale; and where all points come from. */
import type { GameEvent } from "./wire";

export interface Took {
  treasure: string;
  /** The cards spent for it, with `joker` for jokers; empty if paid with left-over bags. */
  cards: string[];
}

export interface Visitor {
  seat: number;
  hunters: number;
  /** The position of the seat's foremost hunter. */
  place: number;
  took: Took[];
}

export interface Chapter {
  dungeon: string;
  /** The seats that collect there, in order. */
  visitors: Visitor[];
  /** The treasures laid aside because four were left. */
  cleared: string[];
}

export interface Sale {
  seat: number;
  sold: { treasure: string; price: number; points: number }[];
  gained: number;
  points: number;
}

export interface Story {
  /** The full dungeons that brought the scoring about. */
  full: readonly string[];
  chapters: Chapter[];
  sales: Sale[];
  /** Whether everything is sold. */
  told: boolean;
  /** Whether the goal is reached and the game is over. */
  goal: boolean;
}

/** Chapters told together: of dungeons side by side where nobody took anything. */
export interface Scene extends Omit<Chapter, "dungeon"> {
  dungeons: string[];
}

/** Chapters with those that tell nothing put together, so that the others are found. */
export function scenes(chapters: readonly Chapter[]): Scene[] {
  const told: Scene[] = [];
  const empty = ({ visitors, cleared }: Scene | Chapter) => !visitors.length && !cleared.length;
  for (const { dungeon, ...chapter } of chapters) {
    const last = told.at(-1);
    if (last && empty(last) && empty({ dungeon, ...chapter })) last.dungeons.push(dungeon);
    else told.push({ dungeons: [dungeon], ...chapter });
  }
  return told;
}

/** The latest scoring; null before the first. */
export function latestScoring(events: readonly GameEvent[]): Story | null {
  const start = events.findLastIndex((event) => event.event === "scoring");
  const began = events[start];
  if (began?.event !== "scoring") return null;
  const story: Story = { full: began.dungeon, chapters: [], sales: [], told: false, goal: false };
  let sold: Sale["sold"] = [];
  for (const event of events.slice(start + 1)) {
    const chapter = story.chapters.at(-1);
    switch (event.event) {
      case "dungeon":
      case "dungeon_idle":
        story.chapters.push({ dungeon: event.dungeon, visitors: [], cleared: [] });
        break;
      case "rank":
        chapter?.visitors.push({ seat: event.seat, hunters: event.hunters, place: event.place, took: [] });
        break;
      case "take":
        visitor(chapter, event.seat)?.took.push({ treasure: event.treasure, cards: [] });
        break;
      case "pay":
      case "pay_joker": {
        const card = event.event === "pay" ? event.card : "joker";
        visitor(chapter, event.seat)?.took.at(-1)?.cards.push(card);
        break;
      }
      case "clear":
        story.chapters.find((each) => each.dungeon === event.dungeon)?.cleared.push(...event.treasure);
        break;
      case "sell":
        sold.push({ treasure: event.treasure, price: event.price, points: event.points });
        break;
      case "score":
        story.sales.push({ seat: event.seat, sold, gained: event.gained, points: event.points });
        sold = [];
        story.told = true;
        break;
      case "goal":
        story.goal = true;
        break;
      case "turn":
        return story;
    }
  }
  return story;
}

function visitor(chapter: Chapter | undefined, seat: number): Visitor | undefined {
  return chapter?.visitors.find((each) => each.seat === seat);
}

const CARDS: ReadonlySet<string> = new Set(["give", "keep"]);
const PASSES: ReadonlySet<string> = new Set(["pass_place", "pass_reinforce"]);

/** What is told of a decision: not that somebody had no choice, except for a card, nor that nobody came ashore. */
export function news(events: readonly GameEvent[]): GameEvent[] {
  return events.filter((event, place) => {
    if (event.event === "land") return event.number > 0;
    if (event.event === "forced") return CARDS.has(events[place + 1]?.event ?? "");
    return !(PASSES.has(event.event) && events[place - 1]?.event === "forced");
  });
}

export interface Earnings {
  /** By seat, the points for fame. */
  fame: number[];
  /** By scoring, the points of each seat. */
  scorings: number[][];
}

/** Where the points of all seats come from. */
export function earnings(events: readonly GameEvent[], seats: number): Earnings {
  const none = () => Array.from({ length: seats }, () => 0);
  const earned: Earnings = { fame: none(), scorings: [] };
  for (const event of events) {
    if (event.event === "fame") earned.fame[event.seat]! += event.points;
    if (event.event === "scoring") earned.scorings.push(none());
    if (event.event === "score") earned.scorings.at(-1)![event.seat] = event.gained;
  }
  return earned;
}
