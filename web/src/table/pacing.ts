/** How long others' moves are shown, one by one, and how much of what tells them is read at once. */
import { still } from "../boards/kit/motion";
import { prefs, type Speed } from "../lib/prefs.svelte";

const STEP = 700; // milliseconds for a move that is told in a short sentence
const SENTENCE = 350; // at least, for each further one: cards and tiles turned over, points scored
const SHORT = 60; // letters
const LETTER = 9; // for each further one
const PAGE = 130; // letters that are read at once
const LONGEST = 6000; // for all that one move brings about
/** By speed: how much longer or shorter. */
const FACTOR: Record<Speed, number> = { slow: 1.5, normal: 1, fast: 0.5, instant: 0 };

/** Whether moves are shown one by one at all. */
function paced(): boolean {
  return prefs.speed !== "instant" && !still() && !document.hidden;
}

/** How much longer pieces fly in a step than in one's own moves. */
export function flightFactor(): number {
  return 1 + FACTOR[prefs.speed];
}

/** The sentences of a step, divided into captions that can be read at once. */
export function captions(sentences: readonly string[]): string[][] {
  const pages: string[][] = [];
  for (const sentence of sentences) {
    const page = pages.at(-1);
    if (page && [...page, sentence].join(" ").length <= PAGE) page.push(sentence);
    else pages.push([sentence]);
  }
  return pages;
}

/** The milliseconds that each caption of a step is shown; none if the step is not shown at all. */
export function stepTimes(pages: readonly string[][]): number[] {
  if (!paced()) return [];
  const times = pages.map((page) => {
    const letters = page.join(" ").length;
    return STEP + Math.max(SENTENCE * (page.length - 1), LETTER * (letters - SHORT));
  });
  const all = times.reduce((one, other) => one + other, 0);
  const factor = FACTOR[prefs.speed] * Math.min(1, LONGEST / all);
  return times.map((time) => factor * time);
}
