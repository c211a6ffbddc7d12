/** Player texts: the games' catalogues come from the server, the client's own are in `words/`. */

import { LANGUAGES, type Lang } from "./languages";

export type Details = Record<string, unknown>;

/** How a language writes numbers, lists and dates; making these takes longer than a board has for all its labels. */
function makeHabits(locale: string) {
  return {
    plural: new Intl.PluralRules(locale),
    number: new Intl.NumberFormat(locale),
    list: new Intl.ListFormat(locale),
    date: new Intl.DateTimeFormat(locale, { dateStyle: "medium" }),
    month: new Intl.DateTimeFormat(locale, { month: "long", year: "numeric" }),
    moment: new Intl.DateTimeFormat(locale, {
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "numeric",
      minute: "2-digit",
    }),
    ago: new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
  };
}
const made: Partial<Record<Lang, ReturnType<typeof makeHabits>>> = {};

function habits(lang: Lang) {
  return (made[lang] ??= makeHabits(LANGUAGES[lang].locale));
}

const GAP = /\{(\w+)(?::(\w+))?\}/g;
const SEAT = "seat"; // the end of the name of every placeholder for seats

/** A catalogue in one language, for one reader, with the names of the seats; core/text.py explains forms and gaps. */
export class Words {
  constructor(
    readonly lang: Lang,
    private readonly catalogue: Record<string, string>,
    private readonly names: readonly string[] = [],
    /** The seat that texts address; null for spectators and in replays. */
    readonly reader: number | null = null,
  ) {}

  /** The same catalogue with other seat names, for a reader. */
  named(names: readonly string[], reader: number | null = null): Words {
    return new Words(this.lang, this.catalogue, names, reader);
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
    return [...(this.catalogue[key] ?? "").matchAll(GAP)].map((gap) => gap[1]!);
  }

  /** A text with an ellipsis for each placeholder. */
  outline(key: string): string {
    return (this.catalogue[key] ?? key).replace(GAP, "…");
  }

  /** The text under a key, in the form for its reader and its number, with its placeholders filled. */
  say(key: string, details: Details = {}): string {
    const form = this.readerForm(key, details);
    const plural = this.catalogue[`${key}.plural`];
    const counted = plural === undefined ? undefined : this.catalogue[this.form(form, Number(details[plural]))];
    const text = counted ?? this.catalogue[form] ?? this.catalogue[key];
    if (text === undefined) return key;
    return text.replace(GAP, (gap, name: string, asked?: string) =>
      name in details ? this.word(name, details[name], asked) : gap,
    );
  }

  /** The text under `key.one` or `key.other`, with `{n}` filled. */
  count(key: string, n: number): string {
    return this.say(this.form(key, n), { n });
  }

  /** The key of the form that the language's plural rules choose; `other` stands in for one that a text does not have. */
  private form(key: string, n: number): string {
    const chosen = `${key}.${habits(this.lang).plural.select(n)}`;
    return this.has(chosen) || chosen.endsWith(".one") ? chosen : `${key}.other`;
  }

  /** The key of the form that addresses the reader, if the text is about them and has one; else the key itself. */
  private readerForm(key: string, details: Details): string {
    if (this.reader === null) return key;
    const seats = Object.keys(details).filter((name) => name.endsWith(SEAT));
    for (const name of seats.sort((one, other) => one.length - other.length)) {
      const form = `${key}.${name.slice(0, -SEAT.length)}you`;
      const about = [details[name]].flat();
      if (about.length === 1 && about[0] === this.reader && (this.has(form) || this.has(`${form}.other`))) return form;
    }
    return key;
  }

  /**
   * The word for one detail, in a form of the language if one is asked for: a seat by its name, a list joined, a value of
   * several parts by its template.
   */
  word(name: string, value: unknown, form?: string): string {
    if (Array.isArray(value)) return this.joined(name, value, form);
    if (name.endsWith(SEAT) && typeof value === "number") {
      return this.names[value] ?? this.say("form.seat", { number: value });
    }
    const text = String(value);
    const template = this.entry(`form.${name}`, form);
    const parts = text.split("-");
    const fits = [...(template ?? "").matchAll(GAP)].every((gap) => Number(gap[1]) < parts.length);
    if (template !== undefined && fits) return this.filled(template, parts);
    return this.entry(`word.${text}`, form) ?? (typeof value === "number" ? this.number(value) : text);
  }

  /** A list: seats and values in a form as in a sentence, and of the latter the same ones counted. */
  private joined(name: string, values: readonly unknown[], form?: string): string {
    if (form === undefined) {
      const words = values.map((each) => this.word(name, each));
      return name.endsWith(SEAT) ? this.list(words) : words.join(", ");
    }
    const times = (value: unknown) => values.filter((other) => other === value).length;
    const counted = [...new Set(values)].map((each) =>
      times(each) === 1 ? this.word(name, each, form) : `${times(each)} × ${this.word(name, each)}`,
    );
    return this.list(counted);
  }

  /** The text of a key in a form, if there is one; else its usual text. */
  private entry(key: string, form?: string): string | undefined {
    return (form && this.catalogue[`${key}.${form}`]) || this.catalogue[key];
  }

  /** A template filled with the words for the parts of a value; a part's word may be a template itself. */
  private filled(template: string, parts: readonly string[]): string {
    return template.replace(GAP, (_, place: string, form?: string) => {
      const part = parts[Number(place)]!;
      return this.filled(this.entry(`word.${part}`, form) ?? part, parts);
    });
  }

  /** Joins names as in a sentence: "Anna, Bruno and Carla". */
  list(names: readonly string[]): string {
    return habits(this.lang).list.format(names);
  }

  number(value: number): string {
    return habits(this.lang).number.format(value);
  }

  date(time: number): string {
    return habits(this.lang).date.format(time);
  }

  month(time: number): string {
    return habits(this.lang).month.format(time);
  }

  moment(time: number): string {
    return habits(this.lang).moment.format(time);
  }

  /** How long ago a time was, in days, hours or minutes. */
  ago(time: number, now: number): string {
    const minutes = Math.round((now - time) / 60_000);
    const { ago } = habits(this.lang);
    if (minutes < 60) return ago.format(-Math.max(1, minutes), "minute");
    return minutes < 24 * 60
      ? ago.format(-Math.round(minutes / 60), "hour")
      : ago.format(-Math.round(minutes / 1440), "day");
  }

  /** Like `say`, with the first letter capitalised. */
  sentence(key: string, details: Details = {}): string {
    return capital(this.say(key, details));
  }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
