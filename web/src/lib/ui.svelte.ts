/** Our own words, in the reader's language. */
import en from "../words/en";
import { prefs } from "./prefs.svelte";
import { Words, type Details } from "./words";

export type Key = keyof typeof en;
type Catalogue = Record<Key, string>;

class Ui {
  #words = $state.raw(new Words("en", en));

  /** Fetches the words of the language chosen. */
  async load(): Promise<void> {
    const lang = prefs.lang;
    const catalogue: Catalogue = lang === "de" ? (await import("../words/de")).default : en;
    this.#words = new Words(lang, catalogue);
  }

  /** What we say under a key. */
  say = (key: Key, details: Details = {}): string => this.#words.say(key, details);

  /** The words for one, or those for another number. */
  count = (key: "players" | "spectators" | "hours" | "minutes" | "seconds", amount: number): string =>
    this.#words.say(`count.${key}.${amount === 1 ? "one" : "many"}`, { n: amount });

  get lang() {
    return this.#words.lang;
  }
}

export const ui = new Ui();
