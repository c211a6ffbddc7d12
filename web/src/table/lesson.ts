/** The lesson of a title: which prompt is due, and what the reader has seen of it. */
import type { GameModule } from "../boards/kit/game";
import { prefs, type LessonProgress } from "../lib/prefs.svelte";
import type { GameEvent, LessonCue, LessonPrompt } from "../wire";

const PER_LETTER = 45; // milliseconds in which a newcomer reads it

/**
 * The prompt not seen yet that is due at a step after these events: one about this very step before all others, then
 * the first of the list. What has been shown without being read stays due.
 */
export function duePrompt(
  prompts: readonly LessonPrompt[],
  seen: readonly string[],
  step: string,
  told: readonly GameEvent[],
  unread: readonly string[] = [],
): LessonPrompt | undefined {
  const due = prompts.filter(
    ({ id, cues }) => !seen.includes(id) && (unread.includes(id) || cues.some((cue) => holds(cue, step, told))),
  );
  return due.find(({ cues }) => cues.some((cue) => cue.step === step)) ?? due[0];
}

/** How long texts have been in sight, to tell whether they have been read. */
export class Reading {
  readonly #spent = new Map<string, number>();
  #now: { id: string; since: number } | null = null;

  /** This text is in sight from now on, or none. */
  show(id: string | null, at: number = performance.now()): void {
    if (this.#now) this.#spent.set(this.#now.id, this.#time(this.#now.id, at));
    this.#now = id === null ? null : { id, since: at };
  }

  /** Whether a text has been in sight for as long as it takes to read it. */
  read(id: string, text: string, at: number = performance.now()): boolean {
    return this.#time(id, at) >= PER_LETTER * text.length;
  }

  #time(id: string, at: number): number {
    return (this.#spent.get(id) ?? 0) + (this.#now?.id === id ? at - this.#now.since : 0);
  }
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
