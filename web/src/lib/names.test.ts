import { expect, test } from "vitest";
import { sources } from "./sources";

test("every field for a name has the server's limit", () => {
  const fields = sources(".svelte").flatMap(([path, text]) =>
    [...text.matchAll(/<input\b[^]*?\/>/g)].map(([field]) => ({ path, field })),
  );
  const named = fields.filter(({ field }) =>
    /autocomplete="(nickname|username)"|bind:value=\{(sitter\.)?name\}/.test(field),
  );
  expect(named.length).toBeGreaterThanOrEqual(5);
  expect(named.filter(({ field }) => !field.includes("maxlength={LONGEST_NAME}"))).toEqual([]);
});
