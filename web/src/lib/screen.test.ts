import { expect, test, vi } from "vitest";
import { FLAT, LOW, NARROW, PHONE } from "./screen";
import { sources } from "./sources";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true }))); // jsdom has no media queries

const WIDTHS = new Set([`max-width: ${NARROW}px`, `min-width: ${NARROW + 1}px`, `max-width: ${PHONE}px`]);
const CONTAINERS = new Set([`max-width: ${PHONE - 1}px`, `min-width: ${PHONE}px`, `max-width: ${LOW}px`]);

test("pages and boards change their layout at the same widths", () => {
  const others: string[] = [];
  for (const [path, text] of sources(".svelte", ".css"))
    for (const [rule, kind] of text.matchAll(/@(media|container (?:board|room))[^{]*/g))
      for (const [width] of rule.matchAll(/(?:min|max)-width: \d+px/g))
        if (!(kind === "media" ? WIDTHS : CONTAINERS).has(width)) others.push(`${path}: ${width}`);
  expect(others).toEqual([]);
});

test("pages know phones held sideways by the same height", () => {
  const heights = sources(".svelte", ".css").flatMap(([, text]) => [
    ...text.matchAll(/@media[^{]*max-height: (\d+)px\) and \(orientation: landscape\)/g),
  ]);
  expect(new Set(heights.map(([, height]) => Number(height)))).toEqual(new Set([FLAT]));
});

test("scripts ask lib/screen, not the browser", () => {
  const others = sources(".svelte", ".ts").filter(
    ([path, text]) => path !== "lib/screen.ts" && /-width: ?\d/.test(scripts(path, text)),
  );
  expect(others.map(([path]) => path)).toEqual([]);
});

function scripts(path: string, text: string): string {
  return path.endsWith(".svelte") ? text.replace(/<style>[^]*<\/style>/, "") : text;
}
