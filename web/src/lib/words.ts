/** Player texts: the games' catalogues come from the server, the client's own are in `words/`. */

export type Lang = "de" | "en";
export type Details = Record<string, unknown>;

/** A catalogue in one language with the names of the seats; fills placeholders as the engine does. */
export class Words {
  constructor(
    readonly lang: Lang,
    private readonly catalogue: Record<string, string>,
    private readonly names: readonly string[] = [],
  ) {}

  /** The same catalogue with other seat names. */
  named(names: readonly string[]): Words {
    return new Words(this.lang, this.catalogue, names);
  }

  has(key: string): boolean {
    return key in this.catalogue;
  }

  /** All keys with this prefix. */
  keys(prefix: string): string[] {
    return Object.keys(this.catalogue).filter((key) => key.startsWith(prefix));
  }

  /** The placeholders of a text, in order. */
  gaps(key: string): string[] {
    return [...(this.catalogue[key] ?? "").matchAll(/\{(\w+)\}/g)].map((gap) => gap[1]!);
  }

  /** The text under a key, in the form for its number, with its placeholders filled. */
  say(key: string, details: Details = {}): string {
    const plural = this.catalogue[`${key}.plural`];
    const text = this.catalogue[plural ? this.form(key, Number(details[plural])) : key] ?? this.catalogue[key];
    if (text === undefined) return key;
    return text.replace(/\{(\w+)\}/g, (gap, name: string) => (name in details ? this.word(name, details[name]) : gap));
  }

  /** The text under `key.one` or `key.other`, with `{n}` filled. */
  count(key: string, n: number): string {
    return this.say(this.form(key, n), { n });
  }

  /** The key of the form that the language's plural rules choose. */
  private form(key: string, n: number): string {
    return `${key}.${new Intl.PluralRules(this.lang).select(n)}`;
  }

  /** The word for one detail: a seat by its name, a list joined, a value of several parts by its form. */
  word(name: string, value: unknown): string {
    if (Array.isArray(value)) {
      const words = value.map((each) => this.word(name, each));
      return name.endsWith("seat") ? this.list(words) : words.join(", ");
    }
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

  /** Joins names as in a sentence: "Anna, Bruno and Carla". */
  list(names: readonly string[]): string {
    return new Intl.ListFormat(this.lang === "en" ? "en-GB" : this.lang).format(names);
  }

  /** Like `say`, with the first letter capitalised. */
  sentence(key: string, details: Details = {}): string {
    return capital(this.say(key, details));
  }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
