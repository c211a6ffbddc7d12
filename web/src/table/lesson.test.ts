import { expect, test, vi } from "vitest";
import type { GameEvent, LessonCue, LessonPrompt } from "../wire";
import { duePrompt } from "./lesson";

// jsdom has no media queries; the preferences use one.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));

const cue = (more: Partial<LessonCue>): LessonCue => ({ step: null, event: null, where: {}, times: 1, ...more });
const prompt = (id: string, ...cues: LessonCue[]): LessonPrompt => ({ id, at: "x", rules: [], cues });
const turn = (seat: number) => ({ event: "turn", seat }) as unknown as GameEvent;

test("a prompt is due at its step or after its events, the first of the list before the others", () => {
  const prompts = [
    prompt("green", cue({ step: "green" })),
    prompt("second", cue({ event: "turn", where: { seat: 0 }, times: 2 })),
    prompt("start", cue({ step: "take" }), cue({ event: "ban" })),
  ];
  expect(duePrompt(prompts, [], "take", [turn(0)])?.id).toBe("start");
  expect(duePrompt(prompts, [], "take", [turn(0), turn(1)])?.id).toBe("start");
  expect(duePrompt(prompts, [], "take", [turn(0), turn(1), turn(0)])?.id).toBe("second");
  expect(duePrompt(prompts, ["second"], "green", [turn(0), turn(1), turn(0)])?.id).toBe("green");
  expect(duePrompt(prompts, ["green", "second", "start"], "green", [])).toBeUndefined();
});
