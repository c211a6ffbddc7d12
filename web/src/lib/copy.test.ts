import { afterEach, expect, test, vi } from "vitest";
import { copy } from "./copy";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function field(): HTMLInputElement {
  const input = document.createElement("input");
  input.value = "a link";
  document.body.append(input);
  return input;
}

function browser(clipboard: object | undefined, command: boolean): ReturnType<typeof vi.fn> {
  vi.stubGlobal("navigator", { clipboard });
  return (document.execCommand = vi.fn(() => command));
}

test("the clipboard takes the text", async () => {
  const writeText = vi.fn(async () => undefined);
  const command = browser({ writeText }, true);
  expect(await copy(field())).toBe(true);
  expect(writeText).toHaveBeenCalledWith("a link");
  expect(command).not.toHaveBeenCalled();
});

test.each([true, false])("without a clipboard the browser's command copies the selection: %s", async (works) => {
  const command = browser(undefined, works);
  const input = field();
  expect(await copy(input)).toBe(works);
  expect(command).toHaveBeenCalledWith("copy");
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 6]);
});

test("a clipboard that refuses is no clipboard", async () => {
  browser({ writeText: () => Promise.reject(new Error("denied")) }, false);
  expect(await copy(field())).toBe(false);
});
