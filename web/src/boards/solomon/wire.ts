// Generated from the server's types by `make wire`. Do not edit.

export type Arrow = "down" | "left" | "up" | "right";

export type Family = "treasure" | "curse" | "parchment" | "magic";

export type MagicObject = "mirror" | "axe" | "seal" | "amulet";

export type StepName = "choose" | "act" | "name" | "dig" | "pick" | "give" | "over";

export type Tile = "treasure-1" | "treasure-2" | "treasure-3" | "treasure-4" | "treasure-5" | "mask" | "scorpion" | "mummy" | "alpha" | "beta" | "gamma" | "delta" | "mirror" | "axe" | "carpet" | "seal" | "amulet";

/** A card is revealed (S21), or its player's turn begins (S22). */
export type CardEvent = {
  card: string;
  event: "reveal" | "turn";
  seat: number;
};

/** A cell is picked with the Seal (S54). */
export type CellEvent = {
  cell: string;
  event: "cell";
  seat: number;
};

/** A cost is paid in coins (S62), is forgiven (S63), or cannot be paid, so that the finds are lost (S64). */
export type CostEvent = {
  cost: number;
  event: "fail" | "forgiven" | "pay";
  seat: number;
};

/** Lost finds are dealt to a seat face down, or leave the game unseen (S64). */
export type CountEvent = {
  count: number;
  event: "dealt" | "discard";
  seat: number;
};

/** Finds dealt face down (S64): who lost them, and all their tiles. */
export type DealView = {
  seat: number;
  tiles: Tile[];
};

/** An area is dug (S44): its cells, and the tile taken from each. */
export type DigEvent = {
  cells: string[];
  event: "dig";
  seat: number;
  tiles: Tile[];
};

/** Everybody has one card left, which plays itself (S21). */
export type LastCardsEvent = {
  event: "last_cards";
};

/** By collection, the seats that would win its first prize now, as far as the reader knows (S72, S73). */
export type Leaders = {
  curses: number[];
  magic: number[];
};

/** An area is named (S36). */
export type NamedEvent = {
  cells: string[];
  event: "named";
  seat: number;
};

/** The tile of each magic object in this edition (S53). */
export type ObjectTiles = {
  amulet: Tile;
  axe: Tile;
  mirror: Tile;
  seal: Tile;
};

/** The game is over (S70). */
export type OverEvent = {
  event: "over";
};

/** A cost is paid with coins and treasures; change comes back in coins (S62). */
export type PayTreasuresEvent = {
  change: number;
  coins: number;
  cost: number;
  event: "pay_treasures";
  seat: number;
  tiles: Tile[];
};

/** The first and the second prize for each collection (S72). */
export type Prizes = {
  curses: [number, number];
  magic: [number, number];
};

/** A seat receives lost finds, seen by everybody or by this seat only (S65). */
export type ReceivedEvent = {
  event: "received";
  only?: number;
  seat: number;
  tiles: Tile[];
};

/** A round begins (S20). */
export type RoundEvent = {
  event: "round";
  round: number;
};

/** What the coins and tiles of a seat that the reader knows are worth (S71), without the prizes (S72). */
export type ScoreView = {
  coins: number;
  curses: number;
  magic: number;
  sets: [number, number];
  total: number;
  treasures: number;
};

/** A seat has chosen a card in secret (S21), or ends its turn without a dig (S40). */
export type SeatEvent = {
  event: "chosen" | "stop";
  seat: number;
};

/** A player as the reader sees them. */
export type SeatView = {
  card: string | null;
  cards: number;
  chosen: boolean;
  coins: number | null;
  count: number;
  finds: Tile[];
  hand: string[] | null;
  score: ScoreView | null;
  tiles: Record<string, number> | null;
  unknown: number;
};

/** A seat's line of the score sheet (S71); pairs are an amount and its points. */
export type SheetLine = {
  coins: number;
  curses: [number, number];
  magic: [number, number];
  sets: [number, number];
  total: number;
  treasures: number;
};

/** A tile moves from one cell onto another (S30). */
export type ShiftEvent = {
  cell: string;
  event: "shift";
  onto: string;
  seat: number;
  tile: Tile;
};

/** An object is used (S50), or a tile is added to lost finds (S64). */
export type TileEvent = {
  event: "give" | "use";
  seat: number;
  tile: Tile;
};

/** The turn of the active player. */
export type TurnView = {
  area: string[];
  arrow: Arrow;
  card: string;
  cost: number;
  limit: number | null;
  lost: Tile[];
  money: number | null;
  named: boolean;
  objects: MagicObject[];
  pays: boolean | null;
  shape: string[];
  shifts: number;
  size: number;
};

/** The card is turned with the Mirror (S52). */
export type TurnedEvent = {
  arrow: Arrow;
  event: "turned";
  seat: number;
};

/** A tile of the cave is seen for the first time (S32). */
export type UncoverEvent = {
  cell: string;
  event: "uncover";
  tile: Tile;
};

/** King Solomon as a reader sees it. */
export type View = {
  active: number | null;
  beside: Record<string, number>;
  cave: Record<string, (Tile | null)[]>;
  deals?: DealView[];
  discarded: number;
  families: Record<string, Family>;
  game: string;
  leaders: Leaders | null;
  objects: ObjectTiles;
  options: Record<string, string | boolean>;
  order: number[];
  over: boolean;
  played: string[];
  players: number;
  prizes: Prizes;
  round: number;
  rounds: number;
  rules: number;
  scores?: number[];
  seat: number | null;
  seats: SeatView[];
  set: number;
  shapes: Record<string, string[]>;
  sheet?: SheetLine[];
  standing: (number | null)[];
  step: StepName;
  supply: number;
  to_act: number[];
  turn: TurnView | null;
  unseen?: Record<string, number>;
  values: Record<string, number>;
  waiting: number[];
  winners?: number[];
};

export type GameEvent = CardEvent | CellEvent | CostEvent | CountEvent | DigEvent | LastCardsEvent | NamedEvent | OverEvent | PayTreasuresEvent | ReceivedEvent | RoundEvent | SeatEvent | ShiftEvent | TileEvent | TurnedEvent | UncoverEvent;
