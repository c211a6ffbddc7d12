import { describe, expect, it } from "vitest";
import { closes } from "./swipe";

describe("a swipe down", () => {
  it("closes a sheet if it goes far, however slowly", () => {
    expect(closes(120, 3000)).toBe(true);
    expect(closes(60, 3000)).toBe(false);
  });

  it("closes it earlier if it is fast", () => {
    expect(closes(60, 80)).toBe(true);
    expect(closes(10, 5)).toBe(false);
  });
});
