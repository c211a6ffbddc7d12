import { expect, test } from "vitest";
import { eveningOf } from "./deal";

test("a deal says which evening it belongs to", () => {
  expect(eveningOf("evening/aB_-9/2")).toBe("aB_-9");
  expect(eveningOf("hunt/2026-11-19/ali-baba")).toBe(null);
  expect(eveningOf(undefined)).toBe(null);
});
