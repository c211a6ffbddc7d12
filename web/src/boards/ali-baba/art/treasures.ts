/** The ten treasures on a grid of 48: a bold body, and inner lines in the background colour. */
import type { Treasure } from "../wire";

export interface Drawing {
  /** Filled; holes by the even-odd rule. */
  body: string;
  /** Strokes of the body's colour, thick. */
  limbs?: string;
  /** Strokes over the body, in the background colour. */
  lines: string;
  /** Filled over the body, in the background colour. */
  lights?: string;
}

const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const TREASURE_ART: Record<Treasure, Drawing> = {
  diamond: {
    body: "M12 9H36L46 20 24 44 2 20Z",
    lines: "M3 20H45M15 20 24 42 33 20 24 9.5Z",
  },
  ruby: {
    body: "M16 3H32L44 15V33L32 45H16L4 33V15Z",
    lines:
      "M18.5 13H29.5L35 18.5V29.5L29.5 35H18.5L13 29.5V18.5ZM16 4 18.5 13M32 4 29.5 13M44 15 35 18.5M44 33 35 29.5M32 44 29.5 35M16 44 18.5 35M4 33 13 29.5M4 15 13 18.5",
  },
  carpet: {
    body: "M7 12C15 5 22 18 31 11 35 8 38 8 41 10V36C38 34 35 34 31 37 22 44 15 31 7 38Z",
    limbs: "M7 14H2.5M7 20H2.5M7 26H2.5M7 32H2.5M7 37H2.5M41 11.5H45.5M41 17H45.5M41 23H45.5M41 29H45.5M41 35H45.5",
    lines:
      "M11.5 15C17 12 23 21 31 15.5 33 14 35 13.5 37 14V31C35 30.5 33 31 31 32.5 23 38 17 29 11.5 32ZM24 18 29.5 24 24 30 18.5 24Z",
  },
  sword: {
    body: "M14 29C27 28 37 20 40 3 48 18 41 36 20 37Z",
    limbs: "M9 26 23 41M15 35 7 42",
    lines: "M20 33C31 31 38 25 41 15",
  },
  ring: {
    body: `${dot(24, 31, 15)}${dot(24, 31, 9.5)}M15 2H33L39 9 24 21 9 9Z`,
    lines: "M10 9H38M19 9 24 19.5 29 9",
  },
  chest: {
    body: "M4 22V16C4 9 8 6 14 6H34C40 6 44 9 44 16V22ZM4 25H44V43H4Z",
    lines: "M12 6.5V22M36 6.5V22M12 25V43M36 25V43",
    lights: "M19 18H29V30C29 33 19 33 19 30ZM22.5 22H25.5V27H22.5Z",
  },
  statue: {
    body: "M16 2 20.5 7H27.5L32 2 33 12C33 16 31 18.5 29 19.5 35 24 37 31 36.5 39H36C40 39 42 36 41 31L44 30C46 37 43 41 38 41.5V46H9V40H13C12 31 14 24 19 19.5 17 18.5 15 16 15 12Z",
    lines: "M19 20.5C22 23 26 23 29 20.5M24.5 40V29M10 41H37",
  },
  crown: {
    body: `M5 15 14.5 24 24 9 33.5 24 43 15 39 36H9ZM9 38.5H39V44H9Z${dot(5, 12, 3.2)}${dot(24, 6, 3.2)}${dot(43, 12, 3.2)}`,
    lines: "M12 31H36",
  },
  lamp: {
    body:
      "M1.5 17C9 16 13 20 17 22H34C37 22 38 24 37 27 35 34 31 37.5 24 37.5 15 37.5 12 31 9 26.5 7 23.5 4 21 1.5 17ZM18 39H31L35 44.5H14ZM17 20C18 14.5 31 14.5 32 20Z" +
      dot(24.5, 11.5, 3),
    limbs: "M36 25C40 20 46 22 45.5 27 45 31 40 32 36 31",
    lines: "M15 28C18 32 30 32 34 28",
  },
  necklace: {
    body:
      [
        dot(9, 5, 3.4),
        dot(6.5, 12.5, 3.6),
        dot(7.5, 20.5, 3.8),
        dot(11.5, 27.5, 4),
        dot(18, 32, 3.8),
        dot(39, 5, 3.4),
        dot(41.5, 12.5, 3.6),
        dot(40.5, 20.5, 3.8),
        dot(36.5, 27.5, 4),
        dot(30, 32, 3.8),
      ].join("") + "M24 29.5 31 38 24 47.5 17 38Z",
    lines: "M18 38H30M24 30 21.5 38 24 46.5 26.5 38Z",
  },
};
