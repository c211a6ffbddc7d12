/** The client's own source files, for tests that read them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Path below `src` and text of every file with one of the endings, without tests. */
export function sources(...endings: string[]): [path: string, text: string][] {
  return readdirSync(ROOT, { recursive: true, encoding: "utf-8" })
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !path.endsWith(".test.ts"))
    .sort()
    .map((path) => [path, readFileSync(join(ROOT, path), "utf-8")]);
}
