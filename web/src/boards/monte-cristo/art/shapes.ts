/** The outlines of all drawings. */
import type { Bonus, Kind, Lane } from "../wire";

export interface Look {
  /** The silhouette, on a grid of 40 by 40. */
  outline: string;
  /** A facet that catches the light. */
  light: string;
  /** One or two inner lines. */
  lines: string;
  fill: string;
  shine: string;
  ink: string;
  /** The position of its number. */
  number: number;
}

/** The treasures, each with its own silhouette. */
export const GEMS: Record<Kind, Look> = {
  gold: {
    outline: "M10 9h20l8 22H2z",
    light: "M10 9h20l2.2 6H7.8z",
    lines: "M7.8 15h24.4",
    fill: "var(--gold)",
    shine: "var(--gold-shine)",
    ink: "var(--gold-ink)",
    number: 29.5,
  },
  ruby: {
    outline: "M20 2.5 35.5 11v18L20 37.5 4.5 29V11z",
    light: "M20 2.5 35.5 11 20 13 4.5 11z",
    lines: "M4.5 11 20 13l15.5-2M20 13v4",
    fill: "var(--ruby)",
    shine: "var(--ruby-shine)",
    ink: "var(--ruby-ink)",
    number: 31,
  },
  sapphire: {
    outline: "M20 1.5C27 11 35 17.5 35 25.5 35 33 28.5 38 20 38S5 33 5 25.5C5 17.5 13 11 20 1.5z",
    light: "M20 1.5C13 11 5 17.5 5 25.5 8 18 14 14 20 1.5z",
    lines: "M20 7c-3 5-8 9-10.5 14",
    fill: "var(--sapphire)",
    shine: "var(--sapphire-shine)",
    ink: "var(--sapphire-ink)",
    number: 32,
  },
  emerald: {
    outline: "M12 2.5h16l6 6v23l-6 6H12l-6-6v-23z",
    light: "M12 2.5h16l6 6-5 3H11l-5-3z",
    lines: "M11 11.5h18v17H11z",
    fill: "var(--emerald)",
    shine: "var(--emerald-shine)",
    ink: "var(--emerald-ink)",
    number: 26.8,
  },
  diamond: {
    outline: "M10 4h20l9 11-19 23L1 15z",
    light: "M10 4h20l-4.5 11h-11z",
    lines: "M1 15h38M10 4l4.5 11M30 4l-4.5 11",
    fill: "var(--diamond)",
    shine: "var(--diamond-shine)",
    ink: "var(--diamond-ink)",
    number: 29.5,
  },
};

/** A wooden hunter with hat and cloak, on a grid of 24 by 30. */
export const HUNTER =
  "M12 1C8.8 1 7.5 3 7.2 5.6 4.8 6 3 6.7 3 7.7c0 1.1 2.2 1.9 4.8 2.2-.1 1.5.5 2.9 1.4 3.8C5.2 15.2 2.6 20 2 26.8 1.9 28.3 2.6 29 4 29h16c1.4 0 2.1-.7 2-2.2C21.4 20 18.8 15.2 14.8 13.7c.9-.9 1.5-2.3 1.4-3.8C18.8 9.6 21 8.8 21 7.7c0-1-1.8-1.7-4.2-2.1C16.5 3 15.2 1 12 1z";
/** Where the brim of the hat meets head and crown. */
export const HUNTER_LINES = "M7.2 6.2c2.6.9 7 .9 9.6 0M9.2 13.7c1.6 1 4 1 5.6 0";

/** A tied bag, on a grid of 20 by 22. */
export const BAG = "M6.5 1.5h7L12.3 5.6c4 1.7 6.7 6.2 6.7 10.2 0 3.8-3 5.2-9 5.2s-9-1.4-9-5.2c0-4 2.7-8.5 6.7-10.2z";
export const BAG_LINES = "M7 5.8h6";

/** Symbols of lanes and bonus areas, as lines on a grid of 24 by 24. */
export const SIGNS: Record<Lane | Exclude<Bonus, "joker">, string> = {
  supply: "M5 6.5 13 4l5 15-8 2.5zM15 4.3l4.5.7v13M9 10l3.5-1",
  hunters:
    "M12 3.5c-1.8 0-2.6 1.2-2.8 2.8-2.4.3-3.4.8-3.4 1.3 0 .7 1.8 1.2 3.7 1.4 0 1.2.4 2 1 2.6C7.5 12.7 6 16 5.6 20.5h12.8C18 16 16.5 12.7 13.5 11.6c.6-.6 1-1.4 1-2.6 1.9-.2 3.7-.7 3.7-1.4 0-.5-1-1-3.4-1.3-.2-1.6-1-2.8-2.8-2.8z",
  chest: "M4 11V9.5C4 6.5 6 5 8.5 5h7C18 5 20 6.5 20 9.5V11M3.5 11h17v8.5h-17zM10 11v3.5h4V11",
  order: "M8 19V5M4.5 8.5 8 5l3.5 3.5M16 5v14M12.5 15.5 16 19l3.5-3.5",
  landing: "M3 15h18l-2.5 4.5h-13zM11 15V4l7 8h-7M9 12.5V7l-4 5.5z",
  fame: "M12 3.5l2.6 5.3 5.9.9-4.3 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.5 9.7l5.9-.9z",
  reinforcement:
    "M8.5 6.2a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0zM2 19.5c0-5 1.5-8 4.2-8s4.2 3 4.2 8zM17.5 7v9M13 11.5h9",
};

/** The four-pointed star on jokers and backs, on a grid of 24 by 24. */
export const STAR = "M12 1.5c1 6 3.5 8.5 9.5 9.5v2c-6 1-8.5 3.5-9.5 9.5-1-6-3.5-8.5-9.5-9.5v-2c6-1 8.5-3.5 9.5-9.5z";
