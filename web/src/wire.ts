// The messages of the table, made from the server's own types by `make wire`. Do not edit.

export type Json = { [key: string]: any };

/** A wish was granted and is written down. */
export interface Ack {
  t: "ack";
  ref: number;
  version: number;
}

/** A bot that can take a seat; levels are meant for players, the others for comparison. */
export interface BotInfo {
  id: string;
  name: string;
  about: string;
  level: boolean;
}

/** A program's name and the token it shows; it is told only once. */
export interface BotToken {
  name: string;
  token: string;
}

/** What was said. */
export interface Chat {
  t: "chat";
  lines: Line[];
}

/** A legal move: as it is sent back, and taken apart into what it does and what it is done to. */
export interface Choice {
  move: string;
  verb: string;
  targets: string[];
}

/** Empties a seat. */
export interface Clear {
  t: "clear";
  ref?: number;
  seat: number;
}

/** How long people may think. Live: a stock of seconds, and some more after every turn. Slow: hours for a turn. */
export interface Clock {
  kind?: "live" | "none" | "slow";
  base?: number;
  increment?: number;
  hours?: number;
  expiry?: "bot" | "forfeit";
}

/** The name and password of an account. */
export interface Credentials {
  name: string;
  password: string;
}

/** A game that can be played here. */
export interface GameInfo {
  id: string;
  title: string;
  rules: number;
  fewest: number;
  most: number;
  options: OptionInfo[];
}

/** Whether the server can do its work. */
export interface Health {
  status: "degraded" | "ok";
  database: boolean;
  bus: boolean;
}

/** What opens the door of a private table. */
export interface Invitation {
  invite: string;
}

/** Goes away; during the game a bot plays on. */
export interface Leave {
  t: "leave";
  ref?: number;
  seat?: number | null;
}

/** The legal moves of the reader; `at` leads from what can be clicked to places in `moves`. */
export interface Legal {
  moves: Choice[];
  at: Record<string, number[]>;
}

/** Something that was said. */
export interface Line {
  id: number;
  at: number;
  name: string;
  text: string;
}

/** A table in a list. */
export interface Listing {
  id: string;
  created: number;
  touched: number;
  terms: Terms;
  status: "over" | "playing" | "waiting";
  seats: SeatInfo[];
  owing: number[];
  mine: number[];
  turn: boolean;
}

/** Looks through the eyes of one of the client's seats, or with none as a spectator does. */
export interface Look {
  t: "look";
  ref?: number;
  seat?: number | null;
  since?: number | null;
}

/** Who the server takes the client for; `csrf` goes into the header X-CSRF-Token of every change. */
export interface Me {
  name: string;
  kind: string;
  csrf: string;
}

/** Decides, in the situation of that version. */
export interface Move {
  t: "move";
  ref?: number;
  seat?: number | null;
  version: number;
  move: string;
}

/** A name. */
export interface Named {
  name: string;
}

/** A table to open: the terms, and for each seat after the host's a bot or nobody yet. */
export interface NewTable {
  terms: Terms;
  bots?: (string | null)[];
  local?: string[];
}

/** A table that was opened, with its invitation. */
export interface Opened {
  id: string;
  invite: string;
}

/** A choice made at set-up. */
export interface OptionInfo {
  name: string;
  values: (string | boolean)[];
  default: string | boolean;
}

/** Asks for the time. */
export interface Ping {
  t: "ping";
  ref?: number;
}

/** The server's time in milliseconds since 1970. */
export interface Pong {
  t: "pong";
  ref: number;
  now: number;
}

/** Who is there. */
export interface Presence {
  t: "presence";
  seats: number[];
  spectators: number;
}

/** Why a request was refused. */
export interface Problem {
  code: string;
  sentence: string;
  rule?: string | null;
}

/** A wish was not granted: a code for programs, the rule, a sentence for people. */
export interface Refusal {
  t: "refused";
  ref: number;
  code: string;
  sentence: string;
  rule?: string | null;
}

/** Wants another game. */
export interface Rematch {
  t: "rematch";
  ref?: number;
}

/** A finished game, decision by decision. The last view holds the score sheet, if the game was played to its end. */
export interface Replay {
  table: TableInfo;
  start: Json;
  scores: number[];
  steps: ReplayStep[];
}

/** One decision of a finished game, and how things stood after it; `scores` as if the game had ended then. */
export interface ReplayStep {
  seat: number;
  move: string;
  events: Json[];
  view: Json;
  scores: number[];
}

/** Gives up. */
export interface Resign {
  t: "resign";
  ref?: number;
  seat?: number | null;
}

/** How it ended; no scores when the game was given up before its end. */
export interface Result {
  winners: number[];
  scores: number[] | null;
}

/** Is back. */
export interface Return {
  t: "return";
  ref?: number;
  seat?: number | null;
}

/** Says something. */
export interface Say {
  t: "say";
  ref?: number;
  text: string;
}

/** A seat as everybody may see it. */
export interface SeatInfo {
  kind: "bot" | "human" | "open";
  name?: string;
  bot?: string | null;
  remote?: boolean;
  away?: boolean;
  forfeited?: boolean;
}

/** Takes a seat, or the first that is open; at a shared screen also for somebody else there, by his name. */
export interface Sit {
  t: "sit";
  ref?: number;
  seat?: number | null;
  name?: string | null;
}

/** Lets a bot take a seat. */
export interface SitBot {
  t: "bot";
  ref?: number;
  seat: number;
  bot: string;
}

/** Everything, from the beginning. */
export interface Snapshot {
  t: "snapshot";
  version: number;
  since: number;
  seat: number | null;
  seats: number[];
  table: TableInfo | null;
  entries: Told[];
  view: Json | null;
  legal: Legal | null;
  undo: Takeback | null;
}

/** Begins the game. */
export interface Start {
  t: "start";
  ref?: number;
}

/** How a table stands for its reader, and what has happened since the version he had. */
export interface State {
  version: number;
  since: number;
  seat: number | null;
  seats: number[];
  table: TableInfo | null;
  entries: Told[];
  view: Json | null;
  legal: Legal | null;
  undo: Takeback | null;
}

/** A table as everybody may see it. */
export interface TableInfo {
  id: string;
  terms: Terms;
  rules: number;
  status: "over" | "playing" | "waiting";
  seats: SeatInfo[];
  host: number | null;
  commitment: string;
  seed?: string | null;
  timers?: Timer[];
  result?: Result | null;
  wishes?: number[];
  previous?: string | null;
  next?: string | null;
}

/** A table, and for those who sit there the invitation. */
export interface TablePage {
  table: TableInfo;
  seats: number[];
  invite?: string;
}

/** Whether the reader's last decision can be taken back; if not, the rule and a key of the game's texts say why. */
export interface Takeback {
  possible: boolean;
  rule?: string | null;
  reason?: string | null;
}

/** What is agreed before the game. */
export interface Terms {
  game: string;
  players: number;
  options?: Record<string, string | boolean>;
  rated?: boolean;
  private?: boolean;
  hot_seat?: boolean;
  clock?: Clock;
}

/** The clock of one seat: what is left, and since when it runs. */
export interface Timer {
  left: number;
  since?: number | null;
}

/** One entry of the log, as far as the reader may know it. */
export interface Told {
  version: number;
  at: number;
  kind: string;
  seat?: number | null;
  name?: string | null;
  undone?: number[];
  events?: Json[];
}

/** Takes the last decision back. */
export interface Undo {
  t: "undo";
  ref?: number;
  seat?: number | null;
  version: number;
}

/** What has changed. */
export interface Update {
  t: "update";
  version: number;
  since: number;
  seat: number | null;
  seats: number[];
  table: TableInfo | null;
  entries: Told[];
  view: Json | null;
  legal: Legal | null;
  undo: Takeback | null;
}

export type ClientMessage = Clear | Leave | Look | Move | Ping | Rematch | Resign | Return | Say | Sit | SitBot | Start | Undo;

export type ServerMessage = Ack | Chat | Pong | Presence | Refusal | Snapshot | Update;
