/** The lesson of a title: which prompt is due, and what the reader has seen of it. */
import type { GameModule } from "../boards/kit/game";
import { prefs, type LessonProgress } from "../lib/prefs.svelte";
import type { GameEvent, LessonCue, LessonPrompt } from "../wire";

/** The first prompt not seen yet that is due at a step after these events. */
export function duePrompt(
  prompts: readonly LessonPrompt[],
  seen: readonly string[],
  step: string,
  told: readonly GameEvent[],
): LessonPrompt | undefined {
  return prompts.find(({ id, cues }) => !seen.includes(id) && cues.some((cue) => holds(cue, step, told)));
}

function holds(cue: LessonCue, step: string, told: readonly GameEvent[]): boolean {
  if (cue.step !== null) return cue.step === step;
  const where = Object.entries(cue.where);
  const fits = (event: GameEvent) =>
    event.event === cue.event && where.every(([name, value]) => (event as Record<string, unknown>)[name] === value);
  return told.filter(fits).length >= cue.times;
}

/** What the reader has seen of the lesson at a table. */
export function progressAt(game: string, table: string): LessonProgress {
  const kept = prefs.lessons[game];
  return kept?.table === table ? kept : { table, seen: [], done: false };
}

/** Marks a prompt as seen. */
export function markSeen(game: string, table: string, id: string): void {
  const { seen, done } = progressAt(game, table);
  prefs.lessons = { ...prefs.lessons, [game]: { table, seen: [...seen, id], done } };
}

/** Ends the lesson: it is not offered again by itself. */
export function endLesson(game: string, table = ""): void {
  prefs.lessons = { ...prefs.lessons, [game]: { ...progressAt(game, table), done: true } };
}

/** Marks the beginner's hints of a game as seen: the lesson has taught what they say. */
export function markHints(game: string, { hints }: GameModule): void {
  const keys = hints.map(({ key }) => `${game}/${key}`);
  prefs.hinted = [...new Set([...prefs.hinted, ...keys])];
}
