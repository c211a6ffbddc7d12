/** The client's own texts, in the reader's language. */
import en from "../words/en";
import { catalogues, DEFAULT, type Texts } from "./languages";
import { prefs } from "./prefs.svelte";
import { Words, type Details } from "./words";

export type Key = keyof typeof en;

// English is part of the first page, the others are loaded on demand.
const load = catalogues({
  ...import.meta.glob<Texts>(["../words/??.ts", "!../words/en.ts"], { import: "default" }),
  "/en.ts": async () => en,
});

class Ui {
  #words = $state.raw(new Words(DEFAULT, en));

  /** Loads the texts of the chosen language. */
  async load(): Promise<void> {
    const lang = prefs.lang;
    this.#words = new Words(lang, await load(lang));
  }

  /** The text under a key. */
  say = (key: Key, details: Details = {}): string => this.#words.say(key, details);

  /** The text under a key, in the form for the reader at a seat. */
  sayTo = (reader: number | null, key: Key, details: Details): string =>
    this.#words.named([], reader).say(key, details);

  /** A counted noun, in the plural form of the amount. */
  count = (
    key: "players" | "spectators" | "hours" | "minutes" | "seconds" | "places" | "codes" | "streak",
    amount: number,
  ): string => this.#words.count(`count.${key}`, amount);

  /** Joins names as in a sentence. */
  list = (names: readonly string[]): string => this.#words.list(names);

  number = (value: number): string => this.#words.number(value);

  /** The day of a time in milliseconds. */
  date = (time: number): string => this.#words.date(time);

  /** The month of a time in milliseconds. */
  month = (time: number): string => this.#words.month(time);

  /** The day and the hour of a time in milliseconds. */
  moment = (time: number): string => this.#words.moment(time);

  /** How long ago a time in milliseconds was. */
  ago = (time: number, now: number): string => this.#words.ago(time, now);

  get lang() {
    return this.#words.lang;
  }
}

export const ui = new Ui();
