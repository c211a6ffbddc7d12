/** The interface between a board and the table. Boards know no rules: they draw the view and offer the moves sent. */
import type { Component } from "svelte";
import type { Details, Words } from "../lib/words";
import type { Sound } from "../lib/sound";
import type { Choice, Json, Legal } from "../wire";
import type { Bar } from "./bar.svelte";

/** The props of a board. `View` is the game's view as the server sends it. */
export interface BoardProps<View = any> {
  /** The reader's view of the game. */
  view: View;
  /** The reader's legal moves; null if they owe no decision (always in replays). */
  legal: Legal | null;
  /** The reader's seat; null for spectators. */
  seat: number | null;
  /** The names of the seats. */
  names: string[];
  /** The game's texts with the names filled in; the board's own are under `board.*`. */
  words: Words;
  /** The events since the previous state, to animate; empty at first. */
  latest: Json[];
  /** All events up to this state, without undone ones. */
  told?: Json[];
  /** Places (as in `places`) highlighted by the log, or changed since the reader's last turn. */
  pointed: string[];
  fresh: string[];
  /** The action bar beside the board, filled by the board. */
  bar: Bar;
  /** Plays a legal move; ignored while another is being sent. */
  play: (move: string) => void;
  /** "Why not?": asks the server which rule forbids a move. */
  ask: (move: string) => void;
}

/** The props of a seat's panel. */
export interface SeatProps<View = any> {
  view: View;
  /** The seat shown. */
  of: number;
  /** The reader's seat. */
  seat: number | null;
  words: Words;
}

/** The props of the score sheet and the text board. */
export interface SheetProps<View = any> {
  view: View;
  names: string[];
  words: Words;
  seat: number | null;
}

/** A beginner's hint, shown at the element with that `data-hint`. */
export interface Hint {
  /** The element with `data-hint="…"`. */
  at: string;
  /** The key of its text. */
  key: string;
}

/** The module of a game's board, loaded on demand. */
export interface GameModule {
  Board: Component<BoardProps>;
  /** A seat's panel in the list of seats: points, tiles, cards. */
  Seat: Component<SeatProps>;
  /** The text board: the same facts as the drawing, in headings, tables and lists for screen readers. */
  TextBoard: Component<SheetProps>;
  /** The score sheet of a finished game. */
  Sheet: Component<SheetProps>;
  /** The board's own texts, under `board.*`. */
  catalogue: (lang: "de" | "en") => Promise<Record<string, string>>;
  /** Parameters of the text of a move, `move.<verb>`. */
  details: (view: any, choice: Choice, words: Words) => Details;
  /** The places of an event on the board: ids of cells, slots, dungeons, lanes. */
  places: (event: Json) => string[];
  /** The sound of an event. */
  sound: (event: Json) => Sound | null;
  hints: Hint[];
  /** The score of each seat if the game ended now, as far as the view shows it. */
  standing: (view: any) => (number | null)[];
}
