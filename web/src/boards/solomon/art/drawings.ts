/** Drawings of the tiles on a grid of 80: body, inner lines and separate strokes. */

export interface Drawing {
  /** Filled and outlined. */
  body?: string;
  /** Lines drawn on the body. */
  lines?: string;
  /** Holes and shadows: filled with the dark colour. */
  dark?: string;
  /** Thick strokes without fill. */
  stroke?: string;
}

const SCROLL = "M22 23h40v36H22zM17 15h50v10H17zM17 57h50v10H17z";

export const DRAWINGS: Record<string, Drawing> = {
  "treasure-1": {
    body: "M45 34a17 17 0 1 0 .1 0zM45 41.500a9.500 9.500 0 1 1-.1 0zM45 14l9 8-9 13-9-13z",
    lines: "M36 22h18",
  },
  "treasure-2": {
    body: "M27 16h36c0 20-6 28-14 31v10h9v8H32v-8h9V47c-8-3-14-11-14-31z",
    lines: "M29 25h32M39 57h12",
  },
  "treasure-3": {
    body: "M37 12h16v7h-3v7c10 4 15 11 15 20 0 10-6 17-12 21H37c-6-4-12-11-12-21 0-9 5-16 15-20v-7h-3z",
    lines: "M26 42h38M26 51h38M33 20c-10 0-13 10-8 16M57 20c10 0 13 10 8 16",
  },
  "treasure-4": {
    body: "M19 62l-5-36 17 13 14-23 14 23 17-13-5 36z",
    lines: "M19 52h52M45 16v-2M14 26v-2M76 26v-2",
  },
  "treasure-5": {
    stroke: "M45 19v43M34 19v6a11 11 0 0 0 22 0v-6M24 19v8a21 21 0 0 0 42 0v-8M14 19v10a31 31 0 0 0 62 0V19",
    body: "M30 68l5-9h20l5 9z",
    lines: "M14 13v1M24 13v1M34 13v1M45 13v1M56 13v1M66 13v1M76 13v1",
  },
  mask: {
    body: "M23 17c14-6 30-6 44 0 3 23-5 41-22 51-17-10-25-28-22-51z",
    dark: "M30 33c6-3 10-1 12 4-5 4-10 3-12-4zM60 33c-6-3-10-1-12 4 5 4 10 3 12-4zM35 54c6-5 14-5 20 0-6 5-14 5-20 0z",
    lines: "M45 36v9",
  },
  scorpion: {
    body: "M45 27c7 0 10 5 10 12 0 8-4 14-10 14s-10-6-10-14c0-7 3-12 10-12z",
    stroke:
      "M38 29c-4-4-5-9-11-9M52 29c4-4 5-9 11-9M36 37l-13-4M35 43l-14 4M38 49l-10 10M54 37l13-4M55 43l14 4M52 49l6 5",
    lines: "M37 37h16M38 44h14",
    dark: "M27 13c-7 0-9 5-8 10l7-3 5 4c2-5 1-11-4-11zM63 13c7 0 9 5 8 10l-7-3-5 4c-2-5-1-11 4-11zM42 52c-1 14 10 20 19 14l5 4-1-11-7 3c-6 3-10-1-10-10z",
  },
  mummy: {
    body: "M30 17c8-7 22-7 30 0 4 5 5 14 5 23 0 14-8 24-20 29-12-5-20-15-20-29 0-9 1-18 5-23z",
    lines: "M27 24l33 6M26 33l38-4M30 58l31-6M26 46l30 4M37 66l18-6",
    dark: "M34 37a4 4 0 1 0 .1 0zM56 37a4 4 0 1 0 .1 0z",
  },
  alpha: { body: SCROLL, stroke: "M55 31c-4 11-9 20-16 20-5 0-8-4-8-10 0-5 4-10 9-10 8 0 9 18 16 20" },
  beta: { body: SCROLL, stroke: "M36 57V36c0-6 3-8 7-8 5 0 7 3 7 6 0 4-3 6-7 6 6 0 9 3 9 7 0 5-4 7-8 7-3 0-6-1-8-3" },
  gamma: { body: SCROLL, stroke: "M31 31c7-1 9 3 11 8l2 6M55 30c-4 7-10 13-11 20-1 7-6 7-5 1 1-3 4-5 5-7" },
  delta: { body: SCROLL, stroke: "M52 30c-5-4-14-3-14 2s14 7 14 15c0 5-4 8-9 8s-9-3-9-8 4-9 10-9" },
  mirror: {
    body: "M45 12a18 18 0 0 1 5 35.300V62a5 5 0 0 1-10 0V47.300A18 18 0 0 1 45 12z",
    dark: "M45 19a11 11 0 1 0 .1 0z",
    lines: "M38 31a8 8 0 0 1 6-7M40 53h10",
  },
  axe: {
    body: "M33 68L50 22l6 2-17 46zM47 16c14-6 27 3 27 22-9-6-19-6-29-2z",
    lines: "M52 20c8 0 13 5 16 11",
  },
  carpet: {
    body: "M14 34q15-15 31 0t31 0v19q-16 15-31 0t-31 0z",
    lines: "M20 38q12-9 25 2t25-1M20 49q12-9 25 2t25-1M14 58v6M22 55v6M68 62v6M76 58v6",
  },
  seal: {
    body: "M45 11a29 29 0 1 0 .1 0z",
    lines: "M45 19l18 31H27zM45 61L27 30h36z",
  },
  amulet: {
    stroke: "M27 11q4 19 18 20 14-1 18-20",
    body: "M45 30l17 19-17 20-17-20z",
    dark: "M34 49q11-10 22 0-11 10-22 0z",
    lines: "M45 48v2",
  },
};
