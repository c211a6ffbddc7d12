import { expect, test } from "vitest";
import { sources } from "./lib/sources";

// Boards are drawings with colours of their own: gold is gold in both themes. What they share has none.
const DRAWINGS = /^boards\/(?!kit\/)/;

test("colours are named in theme.css alone", () => {
  const found = sources(".svelte")
    .filter(([path]) => !DRAWINGS.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/#[0-9a-f]{3,8}\b(?=[^{]*[;)}])|\b(?:rgb|hsl|oklch)a?\(/gi)].map(
        ([colour]) => `${path}: ${colour}`,
      ),
    );
  expect(found).toEqual([]);
});
