import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { Overlays } from "./overlays.svelte";

test("features draw into layers of their own", () => {
  const overlays = new Overlays();
  overlays.draw("hint", [{ at: "a1", to: "b2" }]);
  overlays.draw("odds", [{ at: "c3", text: "30 %" }, { at: "d4" }]);
  expect(overlays.marks.map(({ layer, at, key }) => [layer, at, key])).toEqual([
    ["hint", "a1", "hint 0"],
    ["odds", "c3", "odds 0"],
    ["odds", "d4", "odds 1"],
  ]);
  overlays.draw("odds", []);
  overlays.clear("hint");
  expect(overlays.marks).toEqual([]);
});

test("an effect may draw without running again", () => {
  const overlays = new Overlays();
  let runs = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      runs++;
      overlays.draw("lesson", [{ at: "a1" }]);
      return () => overlays.clear("lesson");
    });
  });
  flushSync();
  expect(runs).toBe(1);
  stop();
  expect(overlays.marks).toEqual([]);
});
