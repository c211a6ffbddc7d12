/** What a board is given and what it gives back. Boards know no rules: they draw the view and offer the moves sent. */
import type { Component } from "svelte";
import type { Details, Words } from "../lib/words";
import type { Sound } from "../lib/sound";
import type { Choice, Json, Legal } from "../wire";
import type { Bar } from "./bar.svelte";

/** Everything a board needs to know. `View` is the game's view as the server sends it. */
export interface BoardProps<View = any> {
  /** What the reader may know of the game. */
  view: View;
  /** The moves the reader may make now; null when he owes no decision (also in replays). */
  legal: Legal | null;
  /** The reader's seat; null for spectators. */
  seat: number | null;
  /** The names of the seats. */
  names: string[];
  /** The game's words, filled with the names; board words of our own are under `board.*`. */
  words: Words;
  /** What happened between the state before and this one: what may be animated. Empty at first sight. */
  latest: Json[];
  /** All that has happened up to this state, without what was taken back. */
  told?: Json[];
  /** Places (as in `places`) that the log points at, or that changed since the reader's last turn. */
  pointed: string[];
  fresh: string[];
  /** The sentence, the buttons and the bill beside the board: the board fills them. */
  bar: Bar;
  /** Makes a legal move; while one is on its way nothing more is sent. */
  play: (move: string) => void;
  /** "Why not?": a move that is not offered is shown to the server, which says which rule forbids it. */
  ask: (move: string) => void;
}

/** What a seat's panel needs. */
export interface SeatProps<View = any> {
  view: View;
  /** The seat that is shown. */
  of: number;
  /** The reader's seat. */
  seat: number | null;
  words: Words;
}

/** What the score sheet and the board in words need. */
export interface SheetProps<View = any> {
  view: View;
  names: string[];
  words: Words;
  seat: number | null;
}

/** A hint of the first minute, shown at the element with that `data-hint`. */
export interface Hint {
  /** The element with `data-hint="…"`. */
  at: string;
  /** The key of its words. */
  key: string;
}

/** One game on the screen. Each is loaded when it is needed. */
export interface GameModule {
  Board: Component<BoardProps>;
  /** What a seat has, in the list of seats: points, tiles, cards. */
  Seat: Component<SeatProps>;
  /** The position in words: headings, tables, lists. The same facts as the drawing, for a screen reader. */
  TextBoard: Component<SheetProps>;
  /** The score sheet of the finished game, as in the book. */
  Sheet: Component<SheetProps>;
  /** Our own words for this board, under `board.*`. */
  catalogue: (lang: "de" | "en") => Promise<Record<string, string>>;
  /** What fills the gaps of the words for a move, `move.<verb>`. */
  details: (view: any, choice: Choice) => Details;
  /** Where on the board an event happened: ids of cells, slots, dungeons, lanes. */
  places: (event: Json) => string[];
  /** How an event sounds. */
  sound: (event: Json) => Sound | null;
  hints: Hint[];
  /** How each seat would score if the game ended now, where the view tells. */
  standing: (view: any) => (number | null)[];
}
