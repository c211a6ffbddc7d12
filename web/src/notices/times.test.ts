import { expect, test } from "vitest";
import { asTime, minutesOf } from "./times";

test.each([
  [0, "00:00"],
  [485, "08:05"],
  [1439, "23:59"],
])("%i minutes after midnight are %s", (minutes, time) => {
  expect(asTime(minutes)).toBe(time);
  expect(minutesOf(time, 1)).toBe(minutes);
});

test("an empty field changes nothing", () => expect(minutesOf("", 77)).toBe(77));
