import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Lenses from "./Lenses.svelte";
import { lensOf } from "./lens";

// jsdom has no media queries; the preferences use one.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
afterEach(cleanup);

test("an address names a lens; any other name means what was seen", () => {
  expect(["odds", "truth", "seen", "all", null].map(lensOf)).toEqual(["odds", "truth", "seen", "seen", "seen"]);
});

test("one of three lenses is chosen, and told in a sentence", async () => {
  const { container } = render(Lenses, { lens: "seen", name: "Ada" });
  const said = () => container.querySelector("[aria-live]")!.textContent;
  expect(screen.getAllByRole("radio").map((radio) => (radio as HTMLInputElement).checked)).toEqual([
    true,
    false,
    false,
  ]);
  expect(said()).toBe("What Ada saw.");
  await fireEvent.click(screen.getByRole("radio", { name: "Odds" }));
  expect(said()).toBe("What Ada could expect: the odds of what lay hidden.");
  await fireEvent.click(screen.getByRole("radio", { name: "Open" }));
  expect(said()).toContain("What really lay hidden");
});

test("without a seat, it is told what everybody saw", () => {
  const { container } = render(Lenses, { lens: "odds", name: null });
  expect(container.querySelector("[aria-live]")!.textContent).toContain("anybody watching");
});
