// Generated from the server's types by `make wire`. Do not edit.

export type Bonus = "joker" | "landing" | "fame" | "reinforcement";

export type Card = "gold-1" | "gold-2" | "gold-3" | "ruby-1" | "ruby-2" | "ruby-3" | "sapphire-1" | "sapphire-2" | "sapphire-3" | "emerald-1" | "emerald-2" | "emerald-3" | "diamond-1" | "diamond-2" | "diamond-3" | "joker";

export type Dungeon = "A" | "B" | "C" | "D" | "E" | "F";

export type Kind = "gold" | "ruby" | "sapphire" | "emerald" | "diamond";

export type Lane = "supply" | "hunters" | "chest" | "order";

export type Piece = "gold-1" | "gold-2" | "gold-3" | "ruby-1" | "ruby-2" | "ruby-3" | "sapphire-1" | "sapphire-2" | "sapphire-3" | "emerald-1" | "emerald-2" | "emerald-3" | "diamond-1" | "diamond-2" | "diamond-3";

export type StepName = "give" | "discard" | "place" | "reinforce" | "lay" | "take" | "pay" | "change" | "marble" | "over";

/** Numbers of the rules and of the component set. */
export type Amounts = {
  cards: number;
  fame: number;
  full: number;
  goal: number;
  landing: number;
  places: number;
  reinforcement: number;
};

/** Ashore */
export type Ashore = {
  1: number;
  2: number;
  3: number;
};

/** Bags by kind; zeros are left out. */
export type Bags = {
  diamond?: number;
  emerald?: number;
  gold?: number;
  ruby?: number;
  sapphire?: number;
};

/** By bonus area, the seats with a hunter there. */
export type BonusAreas = {
  fame: number[];
  joker: number[];
  landing: number[];
  reinforcement: number[];
};

/** A hunter enters a bonus area (M42), or goes home from it (M65). */
export type BonusOfSeat = {
  bonus: Bonus;
  event: "enter" | "home";
  seat: number;
};

/** A card is drawn face up (M30). */
export type CardDrawn = {
  card: Piece;
  event: "draw_card";
};

/** A seat gets a card from the active player (M30). */
export type CardGiven = {
  card: Piece;
  event: "give";
  seat: number;
  to_seat: number;
};

/** A seat keeps a card, discards it or pays with it. */
export type CardOfSeat = {
  card: Piece;
  event: "discard" | "keep" | "pay";
  seat: number;
};

/** Where treasures are collected, by whom, and what the collector owes and has paid (M60 to M63). */
export type Collecting = {
  due: number | null;
  dungeon: Dungeon;
  hunters: number;
  kind: Kind | null;
  order: number[];
  owed: Bags;
  paid: Bags;
  payment: (Piece | "joker")[] | null;
  refused: Record<string, "bags_missing" | "unneeded_before">;
};

/** A dungeon without treasures or without hunters is passed over. */
export type DungeonIdle = {
  dungeon: Dungeon;
  event: "dungeon_idle";
};

/** A seat begins or ends its go in a dungeon (M61). */
export type DungeonOfSeat = {
  dungeon: Dungeon;
  event: "collect" | "pass_take";
  seat: number;
};

/** The treasures of a dungeon can be collected (M60), or are laid aside (M65). */
export type DungeonTreasures = {
  dungeon: Dungeon;
  event: "clear" | "dungeon";
  treasure: Piece[];
};

/** A dungeon: its treasures, and the owners of the hunters, the foremost first. */
export type DungeonView = {
  order: number[];
  queue: number[];
  sales: number[];
  treasures: Piece[];
};

/** All dungeons, clockwise. */
export type Dungeons = {
  A: DungeonView;
  B: DungeonView;
  C: DungeonView;
  D: DungeonView;
  E: DungeonView;
  F: DungeonView;
};

/** A seat scores for fame (M45). */
export type Fame = {
  event: "fame";
  points: number;
  seat: number;
};

/** The most a scoring now would bring a seat, while the others take the dearest treasures they can pay for. */
export type Forecast = {
  gain: number;
  takes: Record<string, Piece[]>;
};

/** A seat pays for a kind with bags left over (M63), or with a joker. */
export type KindOfSeat = {
  event: "left_over" | "pay_joker";
  kind: Kind;
  seat: number;
};

/** Hunters come ashore (M31, M44). */
export type Landed = {
  event: "land";
  number: number;
  seat: number;
};

/** A seat acts in a lane (M21), or puts its marble there. */
export type LaneOfSeat = {
  event: "marble" | "turn";
  lane: Lane;
  seat: number;
};

/** A lane without marbles is skipped (M23). */
export type LaneSkipped = {
  event: "skip";
  lane: Lane;
};

/** A marble moves down (M70). */
export type MarbleLowered = {
  by: number;
  event: "down";
  lane: Lane;
  place: number;
  seat: number;
};

/** A market marker moves up (M70). */
export type MarkerRaised = {
  by: number;
  event: "up";
  kind: Kind;
  price: number;
  seat: number;
};

/** The price of each kind; the kinds come in the order of their markers, from the top (M5). */
export type Market = {
  diamond: number;
  emerald: number;
  gold: number;
  ruby: number;
  sapphire: number;
};

/** A seat gets no card (M33). */
export type NothingGiven = {
  event: "give_nothing";
  seat: number;
  to_seat: number;
};

/** Something that only has a seat. */
export type OfSeat = {
  event: "discard_joker" | "forced" | "goal" | "joker" | "pass_change" | "pass_place" | "pass_reinforce";
  seat: number;
};

/** A hunter joins a queue (M41). */
export type Placed = {
  dungeon: Dungeon;
  event: "place";
  place: number;
  seat: number;
};

/** The seat that places hunters, and how many it still may (M40, M46). */
export type Placing = {
  able: number;
  entered: boolean;
  extra: number;
  left: number;
  seat: number;
};

/** The game has ended, or its last round. */
export type Plain = {
  event: "last_round" | "over";
};

/** The rank of a collector in a dungeon, and its reason (M60). */
export type Ranked = {
  dungeon: Dungeon;
  event: "rank";
  hunters: number;
  place: number;
  rank: number;
  seat: number;
};

/** The deck (M33) or the bag (M51) is filled again. */
export type Renewed = {
  event: "refill" | "shuffle";
  number: number;
};

/** What a seat scores in a scoring, and its points after it (M66). */
export type Scored = {
  event: "score";
  gained: number;
  points: number;
  seat: number;
};

/** Full dungeons trigger a scoring (M52). */
export type ScoringBegins = {
  dungeon: Dungeon[];
  event: "scoring";
  number: number;
  seat: number;
};

/** A player. */
export type SeatView = {
  cards: Piece[];
  collected: Piece[];
  dealt: Piece | null;
  hunters: number;
  jokers: number[];
  marseille: number;
  points: number;
};

/** A line of the score sheet (M80). */
export type SheetLine = {
  hunters: number;
  points: number;
};

/** By lane, the owners of the marbles, the lowest first. */
export type Slide = {
  chest: number[];
  hunters: number[];
  order: number[];
  supply: number[];
};

/** A treasure is sold (M66). */
export type Sold = {
  event: "sell";
  points: number;
  price: number;
  seat: number;
  treasure: Piece;
};

/** A treasure is laid in a dungeon (M50), or taken from it (M61). */
export type TreasureMoved = {
  dungeon: Dungeon;
  event: "lay" | "take";
  seat: number;
  treasure: Piece;
};

/** Treasures are drawn from the bag (M50). */
export type TreasuresDrawn = {
  event: "draw_treasures";
  seat: number;
  treasure: Piece[];
};

/** What a seat sees, which is the same for all seats. */
export type View = {
  active: number | null;
  amounts: Amounts;
  ashore: Ashore;
  aside: Piece[];
  bag: Piece[];
  batches: Record<string, Piece[]>;
  bonus: BonusAreas;
  collecting: Collecting | null;
  deck: number[];
  discards: Piece[];
  drawn: Piece[];
  dungeons: Dungeons;
  forecast?: Forecast[];
  game: string;
  laid: Dungeon[];
  lane: Lane;
  market: Market;
  options: Record<string, string | boolean>;
  over: boolean;
  placing: Placing | null;
  players: number;
  receiver: number | null;
  round: number;
  rules: number;
  scores?: number[];
  seat: number | null;
  seats: SeatView[];
  sheet?: SheetLine[];
  slide: Slide;
  standing: (number | null)[];
  step: StepName;
  to_act: number[];
  winners?: number[];
};

export type GameEvent = BonusOfSeat | CardDrawn | CardGiven | CardOfSeat | DungeonIdle | DungeonOfSeat | DungeonTreasures | Fame | KindOfSeat | Landed | LaneOfSeat | LaneSkipped | MarbleLowered | MarkerRaised | NothingGiven | OfSeat | Placed | Plain | Ranked | Renewed | Scored | ScoringBegins | Sold | TreasureMoved | TreasuresDrawn;
