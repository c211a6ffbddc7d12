/** The log in words: a text for each entry, and its places on the board. */
import type { GameModule } from "../boards/kit/game";
import { botName } from "../lib/names";
import type { Words } from "../lib/words";
import { ui, type Key } from "../lib/ui.svelte";
import type { EntryInfo, GameEvent } from "../wire";

export interface Said {
  key: string;
  /** The entry it tells of. */
  version: number;
  text: string;
  seat: number | null;
  places: string[];
  /** Whether the line begins a turn or concerns the table, not the game. */
  kind: "event" | "turn" | "table";
  undone: boolean;
  /** Whether the board shows it well enough for a caption to leave it out. */
  minor: boolean;
}

/** Some lines as a text. */
export function texts(said: readonly Said[]): string {
  return said.map((line) => line.text).join(" ");
}

const HEADING = "turn";
/** Entries that tell a reader nothing: the shuffle goes by itself, and so does the publication of a deal. */
const SILENT = ["drawing", "share_opened", "published"];

/** The text of an event. */
export function eventSentence(words: Words, event: GameEvent): string {
  const { event: name, only: _, ...details } = event;
  return words.sentence(`event.${name}`, details);
}

type Tell = (entries: readonly EntryInfo[], module: GameModule, words: Words, names: readonly string[]) => Said[];

/** The lines of all entries, with undone decisions marked. Lines are cached as long as the texts are the same. */
export function teller(): Tell {
  let known = new WeakMap<EntryInfo, Said[]>();
  let last: Words | null = null;
  return (entries, module, words, names) => {
    if (words !== last) known = new WeakMap();
    last = words;
    const undone = new Set(entries.flatMap((entry) => entry.undone ?? []));
    return entries.flatMap((entry) => {
      const said = known.get(entry) ?? says(entry, module, words, names);
      known.set(entry, said);
      return undone.has(entry.version) ? said.map((line) => ({ ...line, undone: true })) : said;
    });
  };
}

function says(entry: EntryInfo, module: GameModule, words: Words, names: readonly string[]): Said[] {
  if (SILENT.includes(entry.kind)) return [];
  const opening = entry.kind === "moved" ? [] : [tableEntry(entry, names, words.reader)];
  const told = module.news?.(entry.events ?? []) ?? entry.events ?? [];
  const events = told.map((event, place): Said => ({
    key: `${entry.version}/${place}`,
    version: entry.version,
    text: eventSentence(words, event),
    seat: typeof event.seat === "number" ? event.seat : null,
    places: module.places(event),
    kind: event.event === HEADING ? "turn" : "event",
    undone: false,
    minor: module.minor?.includes(event.event) ?? false,
  }));
  return [...opening, ...events];
}

function tableEntry(entry: EntryInfo, names: readonly string[], reader: number | null): Said {
  const bot = entry.kind === "bot_sat" || entry.kind === "substituted";
  const name = bot ? botName(entry.name ?? "") : (entry.name ?? names[entry.seat ?? -1] ?? "");
  return {
    key: `${entry.version}`,
    version: entry.version,
    text: ui.sayTo(reader, `log.${entry.kind}` as Key, {
      seat: entry.seat,
      name,
      who: names[entry.seat ?? -1] ?? "",
      n: entry.undone?.length ?? 0,
    }),
    seat: entry.seat ?? null,
    places: [],
    kind: "table",
    undone: false,
    minor: false,
  };
}
