/** How long others' moves are shown, one by one. */
import { still } from "../boards/kit/motion";
import { prefs, type Speed } from "../lib/prefs.svelte";

const STEP = 700; // milliseconds for a move that is told in one sentence
const SENTENCE = 350; // for each further one: cards and tiles turned over, points scored
const LONGEST = 2800;
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

/** The milliseconds that a step is shown, by the number of sentences that tell it. */
export function stepTime(sentences: number): number {
  if (!sentences || !paced()) return 0;
  return FACTOR[prefs.speed] * Math.min(LONGEST, STEP + SENTENCE * (sentences - 1));
}
