// Generated from the server's wire types by `make wire`. Do not edit.

export type Json = { [key: string]: any };

/** The command was executed and committed. */
export interface Ack {
  t: "ack";
  ref: number;
  version: number;
}

/** A bot that can take a seat; those that are not levels are meant for comparison. */
export interface BotInfo {
  id: string;
  name: string;
  about: string;
  level: boolean;
}

/** A program and its token, which is shown only once. */
export interface BotToken {
  id: string;
  name: string;
  created: number;
  token: string;
}

/** New chat messages. */
export interface Chat {
  t: "chat";
  lines: Line[];
}

/** A legal move, as a whole and split into its verb and targets. */
export interface Choice {
  move: string;
  verb: string;
  targets: string[];
}

/** The host empties a seat before the game. */
export interface Clear {
  t: "clear";
  ref?: number;
  seat: number;
}

/** Time control. Live: a stock of seconds plus an increment after each turn. Slow: hours per turn. */
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

/** One log entry, without what the reader may not know. */
export interface EntryInfo {
  version: number;
  at: number;
  kind: string;
  seat?: number | null;
  name?: string | null;
  undone?: number[];
  events?: Json[];
}

/** A game this server offers. */
export interface GameInfo {
  id: string;
  title: string;
  rules: number;
  fewest: number;
  most: number;
  options: OptionInfo[];
}

/** The health of the server. */
export interface Health {
  status: "degraded" | "ok";
  database: boolean;
  bus: boolean;
}

/** The invitation to a private table. */
export interface Invitation {
  invite: string;
}

/** Gives up the seat before the game; during the game, lets a bot play until the player returns. */
export interface Leave {
  t: "leave";
  ref?: number;
  seat?: number | null;
}

/** The reader's legal moves; `at` maps what can be clicked to indices into `moves`. */
export interface Legal {
  moves: Choice[];
  at: Record<string, number[]>;
}

/** One chat message. */
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

/** Switches to the point of view of one of the client's seats, or of a spectator. */
export interface Look {
  t: "look";
  ref?: number;
  seat?: number | null;
  since?: number | null;
}

/** The client's identity; every change must send `csrf` in the header X-CSRF-Token. */
export interface Me {
  name: string;
  kind: string;
  csrf: string;
}

/** Makes a move, decided on at that version. */
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

/** A table to open: the terms, and for each seat after the host's a bot or null for an open seat. */
export interface NewTable {
  terms: Terms;
  bots?: (string | null)[];
  local?: string[];
}

/** A newly opened table and its invitation. */
export interface Opened {
  id: string;
  invite: string;
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  values: (string | boolean)[];
  default: string | boolean;
}

/** Asks for the server's time. */
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

/** Who is connected. */
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

/** A program that plays at tables with a token from its owner. */
export interface Program {
  id: string;
  name: string;
  created: number;
}

/** The command was refused: a code for programs, a sentence for people, the rule if one forbids it. */
export interface Refusal {
  t: "refused";
  ref: number;
  code: string;
  sentence: string;
  rule?: string | null;
}

/** Asks for a rematch. */
export interface Rematch {
  t: "rematch";
  ref?: number;
}

/** A finished game, decision by decision; the last view of a game played to its end holds the score sheet. */
export interface Replay {
  table: TableInfo;
  start: Json;
  scores: number[];
  steps: ReplayStep[];
}

/** One decision of a finished game and the view after it; `scores` as if the game had ended there. */
export interface ReplayStep {
  seat: number;
  move: string;
  events: Json[];
  view: Json;
  scores: number[];
}

/** Resigns the game. */
export interface Resign {
  t: "resign";
  ref?: number;
  seat?: number | null;
}

/** The result; scores are None when the game ended early by resignation or time. */
export interface Result {
  winners: number[];
  scores: number[] | null;
}

/** Takes the seat back from the bot. */
export interface Return {
  t: "return";
  ref?: number;
  seat?: number | null;
}

/** Sends a chat message. */
export interface Say {
  t: "say";
  ref?: number;
  text: string;
}

/** The public part of a seat. */
export interface SeatInfo {
  kind: "bot" | "human" | "open";
  name?: string;
  bot?: string | null;
  remote?: boolean;
  away?: boolean;
  forfeited?: boolean;
}

/** Takes a seat, by default the first open one; on a shared screen also for another person, by name. */
export interface Sit {
  t: "sit";
  ref?: number;
  seat?: number | null;
  name?: string | null;
}

/** The host gives a seat to a bot, or changes its level. */
export interface SitBot {
  t: "bot";
  ref?: number;
  seat: number;
  bot: string;
}

/** The whole table. */
export interface Snapshot {
  t: "snapshot";
  version: number;
  since: number;
  seat: number | null;
  seats: number[];
  table: TableInfo | null;
  entries: EntryInfo[];
  view: Json | null;
  legal: Legal | null;
  undo: Takeback | null;
}

/** The host starts the game once every seat is taken. */
export interface Start {
  t: "start";
  ref?: number;
}

/** A table from the reader's point of view, and the entries since the version they had. */
export interface State {
  version: number;
  since: number;
  seat: number | null;
  seats: number[];
  table: TableInfo | null;
  entries: EntryInfo[];
  view: Json | null;
  legal: Legal | null;
  undo: Takeback | null;
}

/** The public part of a table. */
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

/** A table; players seated there also get the invitation. */
export interface TablePage {
  table: TableInfo;
  seats: number[];
  invite?: string;
}

/** Whether the reader may take back their last decision; if not, the rule and the key of a text that says why. */
export interface Takeback {
  possible: boolean;
  rule?: string | null;
  reason?: string | null;
}

/** What the players agree on before the game. */
export interface Terms {
  game: string;
  players: number;
  options?: Record<string, string | boolean>;
  rated?: boolean;
  private?: boolean;
  hot_seat?: boolean;
  clock?: Clock;
}

/** One seat's clock: the time left, and since when it has been running. */
export interface Timer {
  left: number;
  since?: number | null;
}

/** Takes back the seat's last decision. */
export interface Undo {
  t: "undo";
  ref?: number;
  seat?: number | null;
  version: number;
}

/** What has changed since the reader's version. */
export interface Update {
  t: "update";
  version: number;
  since: number;
  seat: number | null;
  seats: number[];
  table: TableInfo | null;
  entries: EntryInfo[];
  view: Json | null;
  legal: Legal | null;
  undo: Takeback | null;
}

export type ClientMessage = Clear | Leave | Look | Move | Ping | Rematch | Resign | Return | Say | Sit | SitBot | Start | Undo;

export type ServerMessage = Ack | Chat | Pong | Presence | Refusal | Snapshot | Update;
