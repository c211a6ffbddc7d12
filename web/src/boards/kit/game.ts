/** What a game's board consists of. Boards know no rules: they draw the view and offer the moves that the server sent. */
import type { Component } from "svelte";
import type { Sound } from "../../lib/sound";
import type { Lang, Texts } from "../../lib/languages";
import type { Details, Words } from "../../lib/words";
import type { Choice, GameEvent, View } from "../../wire";
import type { Gestures, Hand } from "./hand.svelte";
import type { OddsTeller } from "./odds";
import type { Flight, Lying } from "./pieces.svelte";
import type { Pieces } from "./pieces.svelte";
import type { Position } from "./position.svelte";
import type { Prompt } from "./prompt";
import type { Count, Explanation, Section, SheetRow } from "./text";

/** The props of a board: the position, what the reader does with it, and the pieces that move. */
export interface BoardProps<V extends View = View, G extends Gestures = Gestures> {
  position: Position<V>;
  hand: Hand<V, G>;
  pieces: Pieces;
}

/** The props of a seat's panel. */
export interface SeatProps<V extends View = View> {
  position: Position<V>;
  /** The seat shown. */
  of: number;
}

/** A beginner's hint, shown at the element with that `data-hint`. */
export interface Hint {
  at: string;
  /** The key of its text. */
  key: string;
}

export interface GameModule<V extends View = View, E extends GameEvent = GameEvent, G extends Gestures = Gestures> {
  /** The drawn board; the stage puts it into a `Frame`, which handles input, focus and motion. */
  Board: Component<BoardProps<V, G>>;
  /** A seat's panel in the list of seats: points, tiles, cards. */
  Seat: Component<SeatProps<V>>;
  /** What is known of a seat in a few signs, where its points are hidden. */
  Chip?: Component<SeatProps<V>>;
  /** The text board: the same facts as the drawing, in headings, tables and lists. */
  text(position: Position<V>): Section[];
  /** The rows of the score sheet of a finished game, of which all events are told. */
  sheet(view: V, words: Words, told: readonly E[]): SheetRow[];
  /** A remark below the score sheet, for example on a tie-break; empty if there is none. */
  remark?(view: V, words: Words): string;
  /** What a thing is and does; null if there is nothing to say. */
  explain?(position: Position<V>, hand: Hand<V, G>, key: string): Explanation | null;
  /** What counts at the end, and where everybody stands. */
  counts?(position: Position<V>, hand: Hand<V, G>): Count[];
  /** The board's own texts, under `board.*`. */
  catalogue(lang: Lang): Promise<Texts>;
  /** The parameters of the text of a move, `move.<verb>`. */
  details(view: V, choice: Choice, words: Words): Details;
  /** What clicks, drags and taps mean in this game. */
  gestures(position: Position<V>): G;
  /** The prompt, its numbers and buttons; null if the stage's general sentence will do. */
  prompt(position: Position<V>, hand: Hand<V, G>): Prompt | null;
  /** Of the events of one decision those that are news; all of them if missing. */
  news?(events: readonly E[]): readonly E[];
  /** Events that the board shows well enough for captions to leave them out; the log tells them. */
  minor?: readonly E["event"][];
  /** The places of an event on the board: things, as in `data-thing`. */
  places(event: E): string[];
  /** All pieces that move about, by place. */
  pieces(view: V): Lying;
  /** Where the pieces go that an event takes off the board. */
  flights(event: E): Flight[];
  /** The sound of each event. */
  sounds: Partial<Record<E["event"], Sound>>;
  hints: Hint[];
  /** What the board tells of the chances of what is hidden. */
  odds?: OddsTeller<V>;
}

/** A game's module for the stage. The server sends the views and events that its types are generated from. */
export function defineGame<V extends View, E extends GameEvent, G extends Gestures>(
  module: GameModule<V, E, G>,
): GameModule {
  return module as unknown as GameModule;
}
