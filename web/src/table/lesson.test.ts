import { expect, test, vi } from "vitest";
import type { GameEvent, LessonCue, LessonPrompt } from "../wire";
import { duePrompt, Reading } from "./lesson";

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
  expect(duePrompt(prompts, ["start"], "take", [turn(0), turn(1), turn(0)])?.id).toBe("second");
  expect(duePrompt(prompts, ["second"], "green", [turn(0), turn(1), turn(0)])?.id).toBe("green");
  expect(duePrompt(prompts, ["green", "second", "start"], "green", [])).toBeUndefined();
});

test("what is about the reader's step comes first, and what has not been read comes again", () => {
  const prompts = [
    prompt("give", cue({ step: "give" })),
    prompt("value", cue({ event: "turn" })),
    prompt("marble", cue({ step: "marble" })),
  ];
  expect(duePrompt(prompts, [], "marble", [turn(0)])?.id).toBe("marble");
  expect(duePrompt(prompts, ["marble"], "marble", [turn(0)], ["give"])?.id).toBe("give");
  expect(duePrompt(prompts, ["marble", "give"], "marble", [turn(0)], ["give"])?.id).toBe("value");
});

test("a text has been read when it was in sight long enough, in one piece or in several", () => {
  const reading = new Reading();
  const text = "x".repeat(100); // 4.5 seconds
  reading.show("a", 0);
  expect(reading.read("a", text, 4000)).toBe(false);
  reading.show("b", 4000);
  expect(reading.read("a", text, 9000)).toBe(false);
  expect(reading.read("b", text, 9000)).toBe(true);
  reading.show("a", 10_000);
  expect(reading.read("a", text, 10_600)).toBe(true);
  reading.show(null, 10_700);
  expect(reading.read("c", text, 99_999)).toBe(false);
});
