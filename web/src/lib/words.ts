/** Everything a player reads: the catalogues of the games come from the server, our own are in `words/`. */

export type Lang = "de" | "en";
export type Details = Record<string, unknown>;

/** One catalogue in one language, with the names of the seats: fills gaps the way the engine's own words do. */
export class Words {
  constructor(
    readonly lang: Lang,
    private readonly catalogue: Record<string, string>,
    private readonly names: readonly string[] = [],
  ) {}

  /** The same words with these names for the seats. */
  named(names: readonly string[]): Words {
    return new Words(this.lang, this.catalogue, names);
  }

  has(key: string): boolean {
    return key in this.catalogue;
  }

  /** All keys that begin like this. */
  keys(prefix: string): string[] {
    return Object.keys(this.catalogue).filter((key) => key.startsWith(prefix));
  }

  /** The text under a key, its gaps filled with the words for the details. */
  say(key: string, details: Details = {}): string {
    const text = this.catalogue[key];
    if (text === undefined) return key;
    return text.replace(/\{(\w+)\}/g, (gap, name: string) => (name in details ? this.word(name, details[name]) : gap));
  }

  /** The word for one detail: a seat by its name, a list joined, a thing of several parts by its form. */
  word(name: string, value: unknown): string {
    if (Array.isArray(value)) return value.map((each) => this.word(name, each)).join(", ");
    if (name.endsWith("seat") && typeof value === "number") {
      return this.names[value] ?? this.say("form.seat", { number: value });
    }
    const text = String(value);
    const form = this.catalogue[`form.${name}`];
    if (form !== undefined) {
      const parts = text.split("-").map((part) => this.catalogue[`word.${part}`] ?? part);
      return form.replace(/\{(\d)\}/g, (gap, place: string) => parts[Number(place)] ?? gap);
    }
    return this.catalogue[`word.${text}`] ?? text;
  }

  /** The same, beginning like a sentence whatever word fills the first gap. */
  sentence(key: string, details: Details = {}): string {
    return capital(this.say(key, details));
  }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
