// Generated from the server's types by `make wire`. Do not edit.

export type Json = { [key: string]: unknown };

/** A view: what all games have in common, and the game's own fields. */
export type View = CommonView & Json;

/** An event of any game. */
export type GameEvent = CommonEvent & Json;

/** The reader's account; `codes` recovery codes are left. */
export type Account = {
  name: string;
  created: number;
  codes: number;
};

/** The command was executed and committed. */
export type Ack = {
  t: "ack";
  ref: number;
  version: number;
};

/** Agrees to another player's request or declines it; the player who asked withdraws it. */
export type AnswerUndo = {
  t: "answer_undo";
  ref?: number;
  seat?: number | null;
  agree: boolean;
};

/** Asks what a bot would do in the decision of that version, where the table allows hints. */
export type AskHint = {
  t: "hint";
  ref?: number;
  seat?: number | null;
  version: number;
};

/** Asks for the chances of what is hidden from a seat, where the table allows odds. */
export type AskOdds = {
  t: "odds";
  ref?: number;
  seat?: number | null;
};

/** Asks what a legal move would bring, decided on at that version. */
export type AskOutcome = {
  t: "outcome";
  ref?: number;
  seat?: number | null;
  version: number;
  move: string;
};

/** Asks the other players for leave to take back the seat's last decision, whatever it revealed. */
export type AskUndo = {
  t: "ask_undo";
  ref?: number;
  seat?: number | null;
};

/** A bot that can take a seat; those that are not levels are meant for comparison. */
export type BotInfo = {
  id: string;
  name: string;
  about: string;
  level: boolean;
  called: string[];
};

/** A program and its token, which is shown only once. */
export type BotToken = {
  id: string;
  name: string;
  created: number;
  token: string;
};

/** The code that was sent to an address. */
export type ChannelCode = {
  code: string;
};

/** Where the reader is told of their turns; `waits`: for its code; `working`: messages go there. */
export type ChannelInfo = {
  id: string;
  kind: "chat" | "mail" | "push" | "webhook";
  name: string;
  working: boolean;
  waits: boolean;
  here: boolean;
  problem: string | null;
};

/** New chat messages. */
export type Chat = {
  t: "chat";
  lines: Line[];
};

/** A legal move, as a whole and split into its verb and targets. */
export type Choice = {
  move: string;
  verb: string;
  targets: string[];
};

/** What was chosen at one decision of a game by all whose games had come to it in the same way. */
export type ChoicesAt = {
  step: number;
  seat: number;
  choices: MoveChosen[];
};

/** Somebody who played the same deal in the same seat. */
export type Chooser = {
  table: string;
  bot?: string | null;
  name?: string;
  you?: boolean;
};

/** The host empties a seat; during the game, a bot's seat, which it plays until a newcomer sits down. */
export type Clear = {
  t: "clear";
  ref?: number;
  seat: number;
};

/** Time control. Live: a stock of seconds plus an increment after each turn. Slow: hours per turn. */
export type Clock = {
  kind?: "live" | "none" | "slow";
  base?: number;
  increment?: number;
  hours?: number;
  expiry?: "bot" | "forfeit";
};

/** What all events have in common. */
export type CommonEvent = {
  event: string;
  only?: number;
};

/** What the views of all games have in common. */
export type CommonView = {
  game: string;
  options: Record<string, string | boolean>;
  over: boolean;
  players: number;
  rules: number;
  scores?: number[];
  seat: number | null;
  standing: (number | null)[];
  to_act: number[];
  winners?: number[];
};

/** The password, once more. */
export type Confirmation = {
  password: string;
};

/** A table that goes on after so many moves of a finished game: you take a seat, this bot all others. */
export type Continuation = {
  moves: number;
  seat: number;
  bot: string;
  pace?: number;
};

/** The name and password of an account. */
export type Credentials = {
  name: string;
  password: string;
};

/** The mean loss of a decision in percent of a win, by the reviews of so many games, with its 95 % interval. */
export type DecisionRating = {
  loss: number;
  low: number;
  high: number;
  provisional: boolean;
  decisions: number;
  games: number;
};

/** What came of a test: the answer of the push service, the mail server or the web server. */
export type Delivery = {
  delivered: boolean;
  answer: string;
};

/** The joint shuffle: promises and shares by seat. Once `until` is set, the promises are fixed. */
export type Draw = {
  commitments: (string | null)[];
  shares: (string | null)[];
  awaited?: number[];
  silent?: number[];
  round?: number;
  until?: number;
  links?: (string | null)[];
};

/** One log entry, without what the reader may not know. */
export type EntryInfo = {
  version: number;
  at: number;
  kind: string;
  seat?: number | null;
  name?: string | null;
  undone?: number[];
  events?: GameEvent[];
};

/** The fewest and the most times that pairs met, people held a seat, pairs were compared, and people faced bots. */
export type EveningBalance = {
  meetings: [number, number];
  seats: [number, number];
  comparisons: [number, number];
  bots: [number, number];
};

/** A table of a round. */
export type EveningGame = {
  table: string;
  seats: EveningSeat[];
  over: boolean;
};

/** The secret of an evening's invitation; those who take part already need none. */
export type EveningInvitation = {
  invite?: string | null;
};

/** An evening in a list. */
export type EveningListing = {
  id: string;
  name: string;
  kind: "duplicate" | "round_robin" | "swiss";
  game: string;
  phase: "over" | "paused" | "playing" | "waiting";
  people: number;
  touched: number;
  table: string | null;
};

/** An evening as somebody may see it. */
export type EveningPage = {
  id: string;
  plan: Plan;
  phase: "over" | "paused" | "playing" | "waiting";
  people: EveningPerson[];
  host: number | null;
  hosting: boolean;
  you: number | null;
  invite: string | null;
  rounds: EveningRound[];
  to_come: number;
  between: boolean;
  next_in: number | null;
  table: string | null;
  standings: EveningStanding[];
  balance: EveningBalance | null;
};

/** Somebody who takes part; their number is their place in the list. */
export type EveningPerson = {
  name: string;
  you?: boolean;
  since?: number;
  left?: boolean;
};

/** A new evening: its name, kind, terms of every table, rounds, and the bots on seats that are left. */
export type EveningPlan = {
  name: string;
  kind: "duplicate" | "round_robin" | "swiss";
  terms: Terms;
  rounds?: number;
  bot?: string;
};

/** A round: one deal, played at all its tables. */
export type EveningRound = {
  games: EveningGame[];
  bye: number | null;
  over: boolean;
};

/** A seat of a table of an evening; without a person, a bot holds it. Results come with the game's end. */
export type EveningSeat = {
  person?: number | null;
  place?: number | null;
  score?: number | null;
  gone?: boolean;
  percent?: number | null;
};

/** One line of the table: a place is shared, or null without a rank; docs/evenings.md says what the figures are. */
export type EveningStanding = {
  person: number;
  place: number | null;
  played: number;
  points: number;
  direct: number;
  buchholz: number | null;
  berger: number;
};

/** What the host does. */
export type EveningStep = {
  step: "end" | "next" | "pause" | "resume" | "start";
};

/** A game this server offers. */
export type GameInfo = {
  id: string;
  title: string;
  rules: number;
  fewest: number;
  most: number;
  options: OptionInfo[];
  lesson: LessonPrompt[] | null;
};

/** What may lie, or really lay, hidden from a reader: at the start of a finished game and after every decision. */
export type GameOdds = {
  steps: PlaceOdds[][];
};

/** A group, for its members. */
export type GroupInfo = {
  id: string;
  name: string;
  created: number;
  invite: string;
  owner: boolean;
  members: GroupMember[];
};

/** What an invitation tells somebody who does not belong to the group. */
export type GroupInvitation = {
  name: string;
  members: number;
  owner: string;
};

/** Somebody who belongs to a group; `person` is the id of their profile, which `shown` says the reader may see. */
export type GroupMember = {
  person: string;
  name: string;
  joined: number;
  owner?: boolean;
  you?: boolean;
  shown?: boolean;
};

/** Another name for a group. */
export type GroupName = {
  name: string;
};

/** The health of the server. */
export type Health = {
  status: "degraded" | "ok";
  database: boolean;
  bus: boolean;
};

/** What a bot would do, and why; `where` says where to look without giving the move away. */
export type Hint = {
  t: "hint";
  ref: number;
  version: number;
  move: string;
  where: string[];
  turn: string[];
  sentence: string;
  second: string | null;
};

/** The table at which the reader plays a hunt. */
export type HuntBegun = {
  table: string;
};

/** The hunts of today, and for how many days in a row the reader has played one. */
export type HuntDay = {
  day: string;
  ends: number;
  hunts: HuntInfo[];
  streak: number;
};

/** A hunt of the day in a list; `played` says how far the reader is. */
export type HuntInfo = {
  game: string;
  played: "new" | "over" | "playing";
  table: string | null;
  people: number;
  percent: number | null;
};

/** One hunt; `field` only for those who have played it, and for all once its day is over. */
export type HuntPage = {
  day: string;
  game: string;
  ends: number;
  seat: number;
  bots: (string | null)[];
  drawn: number;
  commitment: string;
  seed: string | null;
  played: "new" | "over" | "playing";
  table: string | null;
  people: number;
  ghosts: number;
  most: number;
  field: HuntPlay[] | null;
  known: HuntPlay[] | null;
};

/** One play in the field of a hunt: by a person, or by a bot of that level. */
export type HuntPlay = {
  percent: number;
  place: number;
  points: number | null;
  bot?: string | null;
  name?: string;
  you?: boolean;
  known?: boolean;
  gone?: boolean;
  table?: string | null;
};

/** How the reader wants to play: bots answer no sooner than after so many milliseconds. */
export type HuntStart = {
  pace?: number;
};

/** What somebody got in the hunts of a week or month: up to 100 points for each. */
export type HuntTotal = {
  points: number;
  mean: number;
  hunts: number;
  days: number;
  bot?: string | null;
  name?: string;
  you?: boolean;
  known?: boolean;
};

/** The standings of a week or month; the hunts of days that are not over do not count yet. */
export type HuntTotals = {
  span: "month" | "week";
  first: string;
  last: string;
  everybody: HuntTotal[];
  known: HuntTotal[];
};

/** Says whether the client shows the table; who does not see it is told of their turn elsewhere. */
export type InSight = {
  t: "in_sight";
  ref?: number;
  visible: boolean;
};

/** The invitation to a private table. */
export type Invitation = {
  invite: string;
};

/** Gives up the seat before the game; during the game, lets a bot play until the player returns. */
export type Leave = {
  t: "leave";
  ref?: number;
  seat?: number | null;
};

/** The reader's legal moves; `at` maps what can be clicked to indices into `moves`. */
export type Legal = {
  moves: Choice[];
  at: Record<string, number[]>;
  outcomes?: Record<string, Outcome>;
};

/** Holds when the learner is at this step, or when such events have happened at least `times` times. */
export type LessonCue = {
  step: string | null;
  event: string | null;
  where: Record<string, string | number>;
  times: number;
};

/** A prompt of a lesson, due when one of its cues holds; its text has the key `lesson.<id>`. */
export type LessonPrompt = {
  id: string;
  at: string;
  rules: string[];
  cues: LessonCue[];
};

/** One chat message. */
export type Line = {
  id: number;
  at: number;
  name: string;
  text: string;
  who: string;
};

/** A chat line to report, and why; the reason may be empty. */
export type LineReport = {
  line: number;
  text?: string;
};

/** A table in a list. */
export type Listing = {
  id: string;
  created: number;
  touched: number;
  terms: Terms;
  status: "over" | "playing" | "waiting";
  seats: SeatInfo[];
  owing: number[];
  mine: number[];
  turn: boolean;
  deadline?: number | null;
};

/** Switches to the point of view of one of the client's seats, or of a spectator. */
export type Look = {
  t: "look";
  ref?: number;
  seat?: number | null;
  since?: number | null;
};

/** The client's identity; every change must send `csrf` in the header X-CSRF-Token. */
export type Me = {
  name: string;
  kind: string;
  csrf: string;
};

/** Makes a move, decided on at that version. */
export type Move = {
  t: "move";
  ref?: number;
  seat?: number | null;
  version: number;
  move: string;
};

/** A move, and who chose it. */
export type MoveChosen = {
  move: string;
  by: Chooser[];
};

/** What a legal move would bring, as far as its seat can know. */
export type MoveOutcome = {
  t: "outcome";
  ref: number;
  version: number;
  move: string;
  outcome: Outcome;
};

/** How chat lines name the reader at a table, and those whose lines they do not want to see there. */
export type MutedPeople = {
  you: string;
  muted: string[];
};

/** A name. */
export type Named = {
  name: string;
};

/** The address of a mailbox, a webhook or a chat service. */
export type NewAddress = {
  address: string;
};

/** A browser's push subscription. */
export type NewBrowser = {
  endpoint: string;
  p256dh: string;
  auth: string;
};

/** A group to found; its seasons are the months where the founder is. */
export type NewGroup = {
  name: string;
  utc_offset?: number;
};

/** The member who is to be the owner. */
export type NewOwner = {
  person: string;
};

/** A new password, and the old one. */
export type NewPassword = {
  old: string;
  new: string;
};

/** A word to the operator. */
export type NewReport = {
  text: string;
};

/** A season to begin: until a time, or month by month from then on. */
export type NewSeason = {
  start: number;
  until?: number | null;
  utc_offset?: number;
  games?: string[];
  points?: "mean" | "sum";
  least?: number;
};

/** A table to open: the terms, and for each seat after the host's a bot or null for an open seat. */
export type NewTable = {
  terms: Terms;
  bots?: (string | null)[];
  local?: string[];
  group?: string | null;
};

/** What the reader is told and where, and which channels this server offers; `push_key` is its public key. */
export type NoticeInfo = {
  offers: ("chat" | "mail" | "push" | "webhook")[];
  push_key: string | null;
  preferences: Preferences;
  channels: ChannelInfo[];
  muted: string[];
};

/** Reminds another player that they owe a decision, at most once a minute. */
export type Nudge = {
  t: "nudge";
  ref?: number;
  seat: number;
};

/** What may lie hidden from a seat, given everything it has seen. */
export type OddsOfSeat = {
  t: "odds";
  ref: number;
  version: number;
  odds: PlaceOdds[];
};

/** The host lets guests without a seat chat, or no longer. */
export type OpenChat = {
  t: "open_chat";
  ref?: number;
  open: boolean;
};

/** Opens the seat's share of the shuffle for that round. */
export type OpenShare = {
  t: "open";
  ref?: number;
  seat?: number | null;
  round: number;
  share: string;
};

/** A newly opened table and its invitation. */
export type Opened = {
  id: string;
  invite: string;
};

/** Whom a person has played most: a bot of the server, or somebody who shows the reader their profile. */
export type Opponent = {
  games: number;
  ahead: number;
  bot?: string | null;
  person?: string | null;
  name?: string;
};

/** An option of a game. */
export type OptionInfo = {
  name: string;
  values: (string | boolean)[];
  default: string | boolean;
};

/** The game that a table's first moves were taken from: its SHA-256, and its table if this server has it. */
export type Origin = {
  record: string;
  moves: number;
  table?: string | null;
};

/** What a legal move would bring its seat; what does not apply is left out. */
export type Outcome = {
  amounts?: Record<string, number>;
  cost?: number;
  gives?: string[];
  offers?: string[];
  pays?: boolean;
  places?: string[];
  points?: number;
  takes?: string[];
  then?: string;
  turns_up?: string[];
  worth?: [number, number];
};

/** A group of the reader's, in their list. */
export type OwnGroup = {
  id: string;
  name: string;
  members: number;
  running: number;
};

/** A person at a table, for its host; `who` names them at this table only. */
export type PersonInfo = {
  who: string;
  name: string;
  kind: string;
  seats: number[];
  here: boolean;
  muted: boolean;
  kept_out: boolean;
};

/** Asks for the server's time. */
export type Ping = {
  t: "ping";
  ref?: number;
};

/** The chances of what lies in some places, the same in each, as `core.odds` describes them. */
export type PlaceOdds = {
  places: string[];
  chances: [string, number][];
};

/** What the host sets up. With everybody against everybody, the people decide how many rounds there are. */
export type Plan = {
  name: string;
  kind: "duplicate" | "round_robin" | "swiss";
  terms: Terms;
  rounds?: number;
  bot?: string;
};

/** One finished game of a person; of private tables only those that the reader may see. */
export type Played = {
  table: string;
  game: string;
  ended: number;
  seat: number;
  place: number;
  players: string[];
  score: number | null;
  left: boolean;
  rated: boolean;
};

/** The server's time in milliseconds since 1970, and that in which timers count. */
export type Pong = {
  t: "pong";
  ref: number;
  now: number;
  counted: number;
};

/** What a person wants to be told, in which language, and when. */
export type Preferences = {
  lang?: string;
  turn?: boolean;
  reminder?: number;
  every?: number;
  quiet?: Quiet | null;
};

/** Who is connected. */
export type Presence = {
  t: "presence";
  seats: number[];
  spectators: number;
  bots_wait?: boolean;
};

/** Why a request was refused. */
export type Problem = {
  code: string;
  sentence: string;
  rule?: string | null;
};

/** A person's profile; `seen_by` says who sees it, to its owner only. */
export type Profile = {
  id: string;
  name: string;
  since: number;
  you: boolean;
  seen_by: "all" | "friends" | "met" | "nobody" | null;
  titles: TitleRecord[];
  opponents: Opponent[];
  played: Played[];
};

/** A program that plays at tables with a token from its owner. */
export type Program = {
  id: string;
  name: string;
  created: number;
};

/** The hours in which nothing is sent, in minutes after midnight in a time zone. */
export type Quiet = {
  begins: number;
  ends: number;
  zone?: string;
};

/** A player in the list of a title: a bot of the server, or somebody who shows it to the reader. */
export type Ranked = {
  rating: RatingInfo;
  bot?: string | null;
  person?: string | null;
  name?: string;
  you?: boolean;
};

/** A rating in points with its 95 % interval, and after how many games. */
export type RatingInfo = {
  value: number;
  low: number;
  high: number;
  provisional: boolean;
  games: number;
};

/** A rating after one game, and how far its 95 % interval goes to either side. */
export type RatingPoint = {
  at: number;
  value: number;
  reach: number;
};

/** The name of an account, one of its recovery codes, and the new password. */
export type Recovery = {
  name: string;
  code: string;
  password: string;
};

/** An account's new recovery codes, which are shown only once. */
export type RecoveryCodes = {
  codes: string[];
};

/** The command was refused: a code for programs, a sentence for people, the rule if one forbids it. */
export type Refusal = {
  t: "refused";
  ref: number;
  code: string;
  sentence: string;
  rule?: string | null;
};

/** Asks for a rematch. */
export type Rematch = {
  t: "rematch";
  ref?: number;
  commitment?: string | null;
};

/** A finished game, decision by decision; the last view of a game played to its end holds the score sheet. */
export type Replay = {
  table: TableInfo;
  start: View;
  scores: number[];
  steps: ReplayStep[];
};

/** One decision of a finished game and the view after it; `scores` as if the game had ended there. */
export type ReplayStep = {
  seat: number;
  move: string;
  events: GameEvent[];
  view: View;
  scores: number[];
};

/** Resigns the game. */
export type Resign = {
  t: "resign";
  ref?: number;
  seat?: number | null;
};

/** What the host forbids a person, or no longer; null changes nothing. */
export type Restriction = {
  muted?: boolean | null;
  kept_out?: boolean | null;
};

/** The result; scores are None when the game ended early by resignation or time. */
export type Result = {
  winners: number[];
  scores: number[] | null;
};

/** Takes the seat back from the bot. */
export type Return = {
  t: "return";
  ref?: number;
  seat?: number | null;
};

/** The review of a game. `shares` and `luck` have an entry for the deal and one for each move. */
export type Review = {
  format: number;
  game: string;
  players: number;
  seed: string;
  seats: ReviewedSeat[];
  shares: number[][];
  luck: number[][];
  luck_win: number[][];
};

/** How far a review is. */
export type ReviewState = {
  status: "done" | "none" | "running";
  done?: number;
  parts?: number;
  review?: Review | null;
};

/** Where a result comes from: `prior` and all that follow add up to it. */
export type ReviewTerms = {
  result: number;
  prior: number;
  deal_luck: number;
  draw_luck: number;
  others: number;
  errors: number;
  remainder: number;
};

/** A decision, judged by what its seat knew; `sentence` says what is wrong, in the language of the request. */
export type ReviewedDecision = {
  ply: number;
  move: string;
  best: string;
  line: string[];
  points: number;
  win: number;
  loss_points: number;
  loss_win: number;
  error: number;
  error_win: number;
  mark: "blunder" | "inaccuracy" | "mistake" | null;
  cause: string | null;
  real: boolean;
  to_others: number[];
  tried: TriedMove[];
  sentence?: string;
};

/** How well a seat decided in a part of the game. */
export type ReviewedPhase = {
  accuracy: number | null;
  real: number;
  loss_points: number;
  loss_win: number;
};

/** A seat's sums in points and, under `win`, in shares of the win; its accuracy and its decisions. */
export type ReviewedSeat = {
  seat: number;
  result: number;
  prior: number;
  deal_luck: number;
  draw_luck: number;
  others: number;
  errors: number;
  remainder: number;
  win: ReviewTerms;
  accuracy: number | null;
  real: number;
  loss_points: number;
  loss_win: number;
  phases: ReviewedPhase[];
  decisions: ReviewedDecision[];
};

/** Sends a chat message. */
export type Say = {
  t: "say";
  ref?: number;
  text: string;
};

/** Somebody's line in the table of a season; without a `place` they have played too few games so far. */
export type SeasonRow = {
  person: string;
  name: string;
  games: number;
  wins: number;
  points: number;
  place?: number | null;
  you?: boolean;
};

/** A season and who stands where; `games`: the titles that count, none for all; `counted`: how many games did. */
export type SeasonTable = {
  start: number;
  until: number;
  monthly: boolean;
  games: string[];
  points: "mean" | "sum";
  least: number;
  counted: number;
  rows: SeasonRow[];
};

/** The public part of a seat. */
export type SeatInfo = {
  kind: "bot" | "human" | "open";
  name?: string;
  bot?: string | null;
  remote?: boolean;
  away?: boolean;
  forfeited?: boolean;
  offered?: boolean;
  mark?: number | null;
};

/** A seat's rating before and after a rated game. */
export type SeatRating = {
  before: number;
  after: number;
  provisional: boolean;
};

/** A browser in which somebody is signed in. */
export type Session = {
  id: string;
  browser: string;
  system: string;
  created: number;
  seen: number;
};

/** A browser in which the reader is signed in; `current`: this one. */
export type SessionInfo = {
  id: string;
  browser: string;
  system: string;
  created: number;
  seen: number;
  current: boolean;
};

/** Takes a seat, by default the first open one; on a shared screen also for another person, by name. */
export type Sit = {
  t: "sit";
  ref?: number;
  seat?: number | null;
  name?: string | null;
  commitment?: string | null;
};

/** The host gives a seat to a bot, or changes its level; during the game, also where no player is connected. */
export type SitBot = {
  t: "bot";
  ref?: number;
  seat: number;
  bot: string;
};

/** The whole table. */
export type Snapshot = {
  t: "snapshot";
  version: number;
  since: number;
  seat: number | null;
  seats: number[];
  table: TableInfo | null;
  entries: EntryInfo[];
  view: View | null;
  legal: Legal | null;
  undo: Takeback | null;
};

/** A part of a person's games: with `of` players, or in the seat `of`; `points` is the mean, if there are any. */
export type Split = {
  of: number;
  games: number;
  wins: number;
  points: number | null;
};

/** The host starts the game once every seat is taken. */
export type Start = {
  t: "start";
  ref?: number;
  share?: string | null;
  commitment?: string | null;
};

/** A table from the reader's point of view, and the entries since the version they had. */
export type State = {
  version: number;
  since: number;
  seat: number | null;
  seats: number[];
  table: TableInfo | null;
  entries: EntryInfo[];
  view: View | null;
  legal: Legal | null;
  undo: Takeback | null;
};

/** The public part of a table. */
export type TableInfo = {
  id: string;
  terms: Terms;
  rules: number;
  status: "over" | "playing" | "waiting";
  seats: SeatInfo[];
  host: number | null;
  commitment: string;
  seed?: string | null;
  draw?: Draw | null;
  timers?: Timer[];
  result?: Result | null;
  undo_request?: UndoRequest | null;
  open_chat?: boolean;
  wishes?: number[];
  aids?: boolean;
  previous?: string | null;
  next?: string | null;
  origin?: Origin | null;
  uploaded?: boolean;
  deal?: string | null;
  concealed?: boolean;
};

/** Whether the reader is told nothing of a table. */
export type TableNotices = {
  muted: boolean;
};

/** A table; players seated there also get the invitation. */
export type TablePage = {
  table: TableInfo;
  seats: number[];
  invite?: string;
};

/** Whether the reader may take back their last decision; if not, the rule and the key of a text that says why. */
export type Takeback = {
  possible: boolean;
  rule?: string | null;
  reason?: string | null;
};

/** What the players agree on before the game. */
export type Terms = {
  game: string;
  players: number;
  options?: Record<string, string | boolean>;
  rated?: boolean;
  private?: boolean;
  hot_seat?: boolean;
  clock?: Clock;
  pace?: number;
  lesson?: boolean;
  aids?: boolean | null;
};

/** One seat's clock: the time left, and since when it has been running, in counted time. */
export type Timer = {
  left: number;
  since?: number | null;
};

/** One person's games of one title; `left` counts those they did not play to the end. */
export type TitleRecord = {
  game: string;
  games: number;
  wins: number;
  left: number;
  best: number | null;
  place: number;
  rating: RatingInfo | null;
  history: RatingPoint[];
  decisions: DecisionRating | null;
  by_players: Split[];
  by_seat: Split[];
  streak: number;
  longest: number;
};

/** A choice that was looked at closely, and what it promised. */
export type TriedMove = {
  move: string;
  points: number;
  win: number;
};

/** Takes back the seat's last decision. */
export type Undo = {
  t: "undo";
  ref?: number;
  seat?: number | null;
  version: number;
};

/** A player's request to take back their last decision, and the seats that have agreed to it. */
export type UndoRequest = {
  seat: number;
  agreed?: number[];
};

/** What has changed since the reader's version. */
export type Update = {
  t: "update";
  version: number;
  since: number;
  seat: number | null;
  seats: number[];
  table: TableInfo | null;
  entries: EntryInfo[];
  view: View | null;
  legal: Legal | null;
  undo: Takeback | null;
};

/** Who may see the reader's profile: nobody, friends, people met at a table, or all. */
export type Visibility = {
  seen_by: "all" | "friends" | "met" | "nobody";
};

export type ClientMessage = AnswerUndo | AskHint | AskOdds | AskOutcome | AskUndo | Clear | InSight | Leave | Look | Move | Nudge | OpenChat | OpenShare | Ping | Rematch | Resign | Return | Say | Sit | SitBot | Start | Undo;

export type ServerMessage = Ack | Chat | Hint | MoveOutcome | OddsOfSeat | Pong | Presence | Refusal | Snapshot | Update;
