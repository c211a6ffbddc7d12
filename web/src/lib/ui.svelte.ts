/** The client's own texts, in the reader's language. */
import en from "../words/en";
import { prefs } from "./prefs.svelte";
import { Words, type Details } from "./words";

export type Key = keyof typeof en;
type Catalogue = Record<Key, string>;

class Ui {
  #words = $state.raw(new Words("en", en));

  /** Loads the texts of the chosen language. */
  async load(): Promise<void> {
    const lang = prefs.lang;
    const catalogue: Catalogue = lang === "de" ? (await import("../words/de")).default : en;
    this.#words = new Words(lang, catalogue);
  }

  /** The text under a key. */
  say = (key: Key, details: Details = {}): string => this.#words.say(key, details);

  /** The text under a key, in the form for the reader at a seat. */
  sayTo = (reader: number | null, key: Key, details: Details): string =>
    this.#words.named([], reader).say(key, details);

  /** A counted noun, in the plural form of the amount. */
  count = (key: "players" | "spectators" | "hours" | "minutes" | "seconds" | "places", amount: number): string =>
    this.#words.count(`count.${key}`, amount);

  /** Joins names as in a sentence. */
  list = (names: readonly string[]): string => this.#words.list(names);

  number = (value: number): string => this.#words.number(value);

  /** The day of a time in milliseconds. */
  date = (time: number): string => this.#words.date(time);

  get lang() {
    return this.#words.lang;
  }
}

export const ui = new Ui();
