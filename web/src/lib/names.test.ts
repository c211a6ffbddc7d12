import { expect, test } from "vitest";
import { sources } from "./sources";

test("every field for a name has the server's limit", () => {
  const fields = sources(".svelte").flatMap(([path, text]) =>
    [...text.matchAll(/<input\b[^]*?\/>/g)].map(([field]) => ({ path, field })),
  );
  const named = fields.filter(({ field }) =>
    /autocomplete="(nickname|username)"|bind:value=\{(sitter\.)?name\}/.test(field),
  );
  expect(named.length).toBeGreaterThanOrEqual(4);
  expect(named.filter(({ field }) => !field.includes("maxlength={LONGEST_NAME}"))).toEqual([]);
  // The fields of the account page share a component.
  const component = sources(".svelte").find(([path]) => path.endsWith("account/Field.svelte"));
  expect(component?.[1]).toContain("name: LONGEST_NAME");
});
