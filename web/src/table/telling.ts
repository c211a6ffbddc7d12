/** The log in words: a text for each entry, and its places on the board. */
import type { GameModule } from "../boards/board";
import { botName } from "../lib/names";
import type { Words } from "../lib/words";
import { ui, type Key } from "../lib/ui.svelte";
import type { Json, EntryInfo } from "../wire";

export interface Said {
  key: string;
  text: string;
  seat: number | null;
  places: string[];
  /** Whether the line begins a turn or concerns the table, not the game. */
  kind: "event" | "turn" | "table";
  undone: boolean;
}

const HEADING = "turn";

/** The text of an event. */
export function eventSentence(words: Words, event: Json): string {
  const { event: name, only: _, ...details } = event;
  return words.sentence(`event.${name}`, details);
}

type Tell = (
  entries: readonly EntryInfo[],
  module: GameModule,
  words: Words,
  names: readonly string[],
  commitment: string,
) => Said[];

/** The lines of all entries, with undone decisions marked. Lines are cached as long as the texts are the same. */
export function teller(): Tell {
  let known = new WeakMap<EntryInfo, Said[]>();
  let last: Words | null = null;
  return (entries, module, words, names, commitment) => {
    if (words !== last) known = new WeakMap();
    last = words;
    const undone = new Set(entries.flatMap((entry) => entry.undone ?? []));
    return entries.flatMap((entry) => {
      const said = known.get(entry) ?? says(entry, module, words, names, commitment);
      known.set(entry, said);
      return undone.has(entry.version) ? said.map((line) => ({ ...line, undone: true })) : said;
    });
  };
}

function says(
  entry: EntryInfo,
  module: GameModule,
  words: Words,
  names: readonly string[],
  commitment: string,
): Said[] {
  if (entry.kind !== "moved" && entry.kind !== "started") return [tableEntry(entry, names)];
  const opening: Said[] = entry.kind === "started" ? [tableEntry(entry, names), sealed(entry, commitment)] : [];
  const events = (entry.events ?? []).map((event, place): Said => ({
    key: `${entry.version}/${place}`,
    text: eventSentence(words, event),
    seat: typeof event.seat === "number" ? event.seat : null,
    places: module.places(event),
    kind: event.event === HEADING ? "turn" : "event",
    undone: false,
  }));
  return [...opening, ...events];
}

/** The commitment to the seed, shown from the start of the game. */
function sealed(entry: EntryInfo, commitment: string): Said {
  const text = ui.say("log.sealed", { commitment: commitment.slice(0, 8) });
  return { key: `${entry.version}/sealed`, text, seat: null, places: [], kind: "table", undone: false };
}

function tableEntry(entry: EntryInfo, names: readonly string[]): Said {
  const name = entry.kind === "bot_sat" ? botName(entry.name ?? "") : (entry.name ?? names[entry.seat ?? -1] ?? "");
  return {
    key: `${entry.version}`,
    text: ui.say(`log.${entry.kind}` as Key, { name }),
    seat: entry.seat ?? null,
    places: [],
    kind: "table",
    undone: false,
  };
}
