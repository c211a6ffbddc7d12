import { describe, expect, test } from "vitest";
import { DEFAULT, isLang, LANGUAGES, preferred, type Texts } from "../lib/languages";
import { Words } from "../lib/words";

/** Every file of every folder `words`, by folder and language. */
const files = import.meta.glob<Texts>(["./??.ts", "../*/words/??.ts", "../boards/*/words/??.ts"], {
  import: "default",
  eager: true,
});
const folders = [...new Set(Object.keys(files).map((path) => path.slice(0, -"en.ts".length)))];

/** The placeholders of a text, without the forms of words, which are up to each language. */
const gaps = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test("every folder has a file for each language, and no other", () => {
  expect(folders.length).toBe(12);
  const languages = Object.keys(LANGUAGES);
  expect(Object.keys(files).sort()).toEqual(
    folders.flatMap((folder) => languages.map((lang) => `${folder}${lang}.ts`)).sort(),
  );
});

describe.each(folders)("%s", (folder) => {
  const english = files[`${folder}${DEFAULT}.ts`]!;

  test.each(Object.keys(LANGUAGES))("%s has the same keys, placeholders and plurals", (lang) => {
    const texts = files[`${folder}${lang}.ts`] ?? {};
    const missing = Object.keys(english).filter((key) => !(key in texts));
    const extra = Object.keys(texts).filter((key) => !(key in english));
    expect({ missing, extra }).toEqual({ missing: [], extra: [] });
    const different = Object.keys(english).filter((key) => `${gaps(texts[key]!)}` !== `${gaps(english[key]!)}`);
    expect(different).toEqual([]);
    const plurals = Object.keys(english).filter((key) => key.endsWith(".plural"));
    expect(plurals.filter((key) => texts[key] !== english[key])).toEqual([]);
    expect(Object.keys(texts).filter((key) => !texts[key]!.trim())).toEqual([]);
  });
});

test("French sets off its punctuation and writes its apostrophes as books do", () => {
  const texts = Object.entries(files).filter(([path]) => path.endsWith("/fr.ts"));
  const lines = texts.flatMap(([, each]) => Object.values(each));
  expect(lines.filter((line) => / [;:!?»]|« |\p{L}'\p{L}/u.test(line))).toEqual([]);
});

test("the browser's first language that we have is taken, else English", () => {
  expect(preferred(["it-IT", "fr-CA", "de"])).toBe("fr");
  expect(preferred(["de-AT"])).toBe("de");
  expect(preferred(["it", "toString"])).toBe("en");
  expect([isLang("fr"), isLang("it"), isLang("toString"), isLang(undefined)]).toEqual([true, false, false, false]);
});

test("a number takes the form that its language gives it", () => {
  const texts = { "n.one": "{n} place", "n.other": "{n} places" };
  const french = new Words("fr", texts);
  expect([0, 1, 2, 1_000_000].map((n) => french.count("n", n).replace(/\s/g, " "))).toEqual([
    "0 place",
    "1 place",
    "2 places",
    "1 000 000 places",
  ]);
  expect(new Words("en", texts).count("n", 0)).toBe("0 places");
});
