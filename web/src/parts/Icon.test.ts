import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import Icon, { NAMES } from "./Icon.svelte";

afterEach(cleanup);

test("no two icons look the same, so that play is not one step forward", () => {
  const drawn = NAMES.map((name) => {
    const { container } = render(Icon, { name });
    return container.querySelector("path")!.getAttribute("d");
  });
  expect(NAMES).toContain("play");
  expect(new Set(drawn).size).toBe(NAMES.length);
});
