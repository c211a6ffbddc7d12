/** Copies text, also where browsers offer no clipboard, as on plain HTTP. */

/** Copies the text of a field; returns false if only the reader can, who then finds it selected. */
export async function copy(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
