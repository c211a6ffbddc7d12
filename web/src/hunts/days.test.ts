import { beforeAll, expect, test } from "vitest";

let days: typeof import("./days");

beforeAll(async () => {
  globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList;
  days = await import("./days");
});

test("days follow each other over the ends of months and years", () => {
  expect(days.daysAfter("2027-12-31", 1)).toBe("2028-01-01");
  expect(days.daysAfter("2028-03-01", -1)).toBe("2028-02-29");
});

test("a day is the same wherever the reader is", () => {
  expect(days.dayName("2027-03-14")).toBe("14 Mar 2027");
  expect(days.spanOf("2027-03-08", "2027-03-14")).toBe("8 Mar 2027 – 14 Mar 2027");
});
