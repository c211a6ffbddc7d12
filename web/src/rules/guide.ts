/** The contents of a rules page, read from a game's texts; and the search in them. */
import type { Details, Words } from "../lib/words";
import type { GameInfo, Json } from "../wire";

/** The sections of a guide, in reading order. Their texts are `guide.<section>.<number>.<field>`. */
const SECTIONS = ["overview", "aim", "piece", "turn", "score", "example", "tip"] as const;

export type SectionName = (typeof SECTIONS)[number];

/** A paragraph, step, row or example. A part that a game has no text for is empty. */
export interface Block {
  /** Section and number, such as "turn.2"; figures have the same name. */
  name: string;
  title: string;
  text: string;
  /** The caption of its figure. */
  figure: string;
  /** Rows of a table, the first one its head. */
  table: string[][];
  /** The ids of the rules it is about. */
  rules: string[];
}

export interface Section {
  name: SectionName;
  /** The game's own title for it, if it has one. */
  title: string;
  blocks: Block[];
}

export interface Clause {
  id: string;
  text: string;
}

/** Clauses under one heading. */
export interface Group {
  title: string;
  clauses: Clause[];
}

export interface Option {
  name: string;
  title: string;
  /** What each value means, the default first. */
  values: string[];
}

export interface Guide {
  sections: Section[];
  options: Option[];
  groups: Group[];
}

/** The amounts of a component set by path: `points.curses[0]` is `points_curses_1`. */
export function amounts(components: Json): Details {
  const found: Details = {};
  const visit = (path: string, value: unknown): void => {
    if (Array.isArray(value)) value.forEach((each, place) => visit(`${path}_${place + 1}`, each));
    else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) visit(path ? `${path}_${key}` : key, each);
    else found[path] = value;
  };
  visit("", components);
  return found;
}

/** Everything a game's texts say about its rules. */
export function guideOf(words: Words, numbers: Details, info?: GameInfo): Guide {
  const say = (key: string) => (words.has(key) ? words.say(key, numbers) : "");
  const sections = SECTIONS.map((name) => ({
    name,
    title: say(`guide.${name}.title`),
    blocks: numbersOf(words, name).map((number) => block(`${name}.${number}`, say)),
  }));
  return {
    sections: sections.filter(({ blocks }) => blocks.length),
    options: options(words, info),
    groups: groups(words),
  };
}

/** The numbers of a section's blocks, in order. */
function numbersOf(words: Words, section: SectionName): number[] {
  const found = words.keys(`guide.${section}.`).map((key) => Number(key.split(".")[2]));
  return [...new Set(found)].filter((number) => number > 0).sort((a, b) => a - b);
}

function block(name: string, say: (key: string) => string): Block {
  const part = (field: string) => say(`guide.${name}.${field}`);
  return {
    name,
    title: part("title"),
    text: part("text"),
    figure: part("figure"),
    table: part("table")
      .split("\n")
      .filter(Boolean)
      .map((row) => row.split("|").map((cell) => cell.trim())),
    rules: part("rules").split(" ").filter(Boolean),
  };
}

function options(words: Words, info?: GameInfo): Option[] {
  return (info?.options ?? []).map(({ name, values, default: usual }) => ({
    name,
    title: known(words, `option.${name}.name`, name),
    values: [usual, ...values.filter((value) => value !== usual)].map((value) =>
      known(words, `option.${name}.${value}`, String(value)),
    ),
  }));
}

function known(words: Words, key: string, otherwise: string): string {
  return words.has(key) ? words.say(key) : otherwise;
}

/** All clauses by number. A heading `guide.heading.<id>` stands above the clause with its id. */
function groups(words: Words): Group[] {
  const clauses = words
    .keys("rule.")
    .map((key) => ({ id: key.slice(5), text: words.say(key) }))
    .sort(byNumber);
  const found: Group[] = [];
  for (const clause of clauses) {
    const heading = `guide.heading.${clause.id}`;
    if (!found.length || words.has(heading)) found.push({ title: known(words, heading, ""), clauses: [] });
    found.at(-1)!.clauses.push(clause);
  }
  return found;
}

function byNumber(a: Clause, b: Clause): number {
  return Number(a.id.replace(/\D/g, "")) - Number(b.id.replace(/\D/g, "")) || a.id.localeCompare(b.id);
}

/** The words that are looked for. */
export function sought(search: string): string[] {
  return plain(search).split(/\s+/).filter(Boolean);
}

/** What has all the words: blocks, options and clauses, or a whole section whose title has them. */
export function found(guide: Guide, search: readonly string[], titleOf: (section: Section) => string): Guide {
  const has = (...texts: string[]) => search.every((word) => texts.some((text) => plain(text).includes(word)));
  const sections = guide.sections.map((section) => ({
    ...section,
    blocks: section.blocks.filter(
      ({ title, text, figure, table }) => has(titleOf(section)) || has(title, text, figure, ...table.flat()),
    ),
  }));
  const groups = guide.groups.map((group) => ({
    ...group,
    clauses: group.clauses.filter(({ id, text }) => has(group.title) || has(id, text)),
  }));
  return {
    sections: sections.filter(({ blocks }) => blocks.length),
    options: guide.options.filter(({ title, values }) => has(title, ...values)),
    groups: groups.filter(({ clauses }) => clauses.length),
  };
}

const STEM = 3; // letters

/** The words, without their endings where nothing has the whole word: "banned" finds "ban". */
export function stems(guide: Guide, search: readonly string[], titleOf: (section: Section) => string): string[] {
  const known = (word: string) => size(found(guide, [word], titleOf)) > 0;
  return search.map((word) => {
    const shorter = [...Array(Math.max(1, word.length - STEM + 1)).keys()].map((cut) =>
      word.slice(0, word.length - cut),
    );
    return shorter.find(known) ?? word;
  });
}

/** The number of places that a search shows. */
export function size({ sections, options, groups }: Guide): number {
  return (
    sections.reduce((sum, { blocks }) => sum + blocks.length, options.length) +
    groups.reduce((sum, { clauses }) => sum + clauses.length, 0)
  );
}

/** A text cut into pieces, with the words that are looked for apart. */
export function pieces(text: string, search: readonly string[]): { text: string; hit: boolean }[] {
  const lower = plain(text);
  const cut: { text: string; hit: boolean }[] = [];
  let from = 0;
  while (from < text.length) {
    const next = search
      .map((word) => ({ at: lower.indexOf(word, from), size: word.length }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.size - a.size)[0];
    if (next === undefined) break;
    if (next.at > from) cut.push({ text: text.slice(from, next.at), hit: false });
    cut.push({ text: text.slice(next.at, next.at + next.size), hit: true });
    from = next.at + next.size;
  }
  if (from < text.length) cut.push({ text: text.slice(from), hit: false });
  return cut;
}

/** Lower case letter by letter, so that places stay the same. */
function plain(text: string): string {
  return [...text]
    .map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))
    .join("");
}
