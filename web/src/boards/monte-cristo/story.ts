/** Reconstructs the latest scoring from the events: dungeon by dungeon, then the sale. */
import type { Json } from "../../wire";

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
  treasures: string[];
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
  chapters: Chapter[];
  sales: Sale[];
  /** Whether everything is sold. */
  told: boolean;
  /** Whether the goal is reached and the game is over. */
  goal: boolean;
}

/** The latest scoring; null before the first. */
export function latestScoring(events: readonly Json[]): Story | null {
  const start = events.map((event) => event.event).lastIndexOf("scoring");
  if (start < 0) return null;
  const story: Story = { chapters: [], sales: [], told: false, goal: false };
  let sold: Sale["sold"] = [];
  for (const event of events.slice(start + 1)) {
    const chapter = story.chapters.find((each) => each.dungeon === event.dungeon);
    const visitor = chapter?.visitors.find((each) => each.seat === event.seat);
    switch (event.event) {
      case "dungeon":
      case "dungeon_idle":
        story.chapters.push({
          dungeon: String(event.dungeon),
          treasures: (event.treasure as string[] | undefined) ?? [],
          visitors: [],
          cleared: [],
        });
        break;
      case "rank":
        chapter?.visitors.push({
          seat: Number(event.seat),
          hunters: Number(event.hunters),
          place: Number(event.place),
          took: [],
        });
        break;
      case "take":
        visitor?.took.push({ treasure: String(event.treasure), cards: [] });
        break;
      case "pay":
      case "pay_joker": {
        const here = story.chapters.at(-1)?.visitors.find((each) => each.seat === event.seat);
        here?.took.at(-1)?.cards.push(event.event === "pay" ? String(event.card) : "joker");
        break;
      }
      case "clear":
        if (chapter) chapter.cleared = event.treasure as string[];
        break;
      case "sell":
        sold.push({ treasure: String(event.treasure), price: Number(event.price), points: Number(event.points) });
        break;
      case "score":
        story.sales.push({
          seat: Number(event.seat),
          sold,
          gained: Number(event.gained),
          points: Number(event.points),
        });
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
