/** The languages of the client: a line here, and a file in each folder `words`. docs/languages.md says how to add one. */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB", reviewed: true },
  de: { name: "Deutsch", locale: "de-DE", reviewed: true },
  fr: { name: "Français", locale: "fr-FR", reviewed: false },
} as const;

export type Lang = keyof typeof LANGUAGES;
export type Texts = Record<string, string>;

export const DEFAULT: Lang = "en";

export function isLang(value: unknown): value is Lang {
  return typeof value === "string" && Object.hasOwn(LANGUAGES, value);
}

/** The first of the wanted languages (as in `navigator.languages`) that we have, else English. */
export function preferred(wanted: readonly string[]): Lang {
  return wanted.map((each) => each.slice(0, 2).toLowerCase()).find(isLang) ?? DEFAULT;
}

/** Loads the texts of a language from the files of a folder `words`, as `import.meta.glob` has them; else the English ones. */
export function catalogues(files: Record<string, () => Promise<Texts>>): (lang: Lang) => Promise<Texts> {
  const load = (lang: Lang) => Object.entries(files).find(([path]) => path.endsWith(`/${lang}.ts`))?.[1];
  return (lang) => (load(lang) ?? load(DEFAULT)!)();
}
