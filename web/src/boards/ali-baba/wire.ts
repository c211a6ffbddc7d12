// Generated from the server's types by `make wire`. Do not edit.

export type Ban = "diamond" | "carpet" | "sword" | "ring" | "chest" | "statue" | "crown" | "ruby" | "lamp" | "necklace" | "pink" | "blue" | "brown" | "green" | "yellow" | "white";

export type Colour = "pink" | "blue" | "brown" | "green" | "yellow" | "white";

export type StepName = "take" | "lamp" | "green" | "yellow" | "show" | "pick" | "white" | "over";

export type Treasure = "diamond" | "carpet" | "sword" | "ring" | "chest" | "statue" | "crown" | "ruby" | "lamp" | "necklace";

/** A seat bans a treasure or a colour (A25). */
export type Banned = {
  ban: Treasure | Colour;
  event: "ban";
  seat: number;
};

/** A seat takes a tile from the board (A10, A23). */
export type FromBoard = {
  event: "also" | "take";
  seat: number;
  slot: string;
  tile: string;
};

/** What a tile that was taken away costs the sets of its owner (A24, A32); only for those who see their tiles. */
export type Lost = {
  event: "lost";
  only?: number;
  points: number;
  seat: number;
  tile: string;
};

/** The last tile is turned up (A30), or the game is over. */
export type OfGame = {
  event: "all_up" | "over";
};

/** A turn begins, a ban ends, bans leave a seat no tile (A26), it asks, has chosen a tile to show, or declines. */
export type OfSeat = {
  event: "ask" | "ban_ends" | "bans_lifted" | "chosen" | "pass_green" | "pass_pick" | "pass_white" | "pass_yellow" | "turn";
  seat: number;
};

/** A seat keeps a lamp (A41), or shows a tile (A24). */
export type OfTile = {
  event: "keep" | "shown";
  seat: number;
  tile: string;
};

/** A seat takes a tile shown by its owner (A24). */
export type Pick = {
  event: "pick";
  owner_seat: number;
  seat: number;
  tile: string;
};

/** The points of the component set: of spells (A20 to A22), and of sets of one to six tiles (A32). */
export type PointAmounts = {
  blue: number;
  brown: number;
  pink: number;
  sets: number[];
};

/** A seat scores with a spell (A20 to A22). */
export type Points = {
  colour: Colour;
  event: "points";
  points: number;
  seat: number;
};

/** One player as the reader sees them. */
export type SeatView = {
  ban: Treasure | Colour | null;
  chosen: boolean;
  count: number;
  points: number;
  score: SheetLine | null;
  shown: string | null;
  tiles: string[] | null;
  worth: number | null;
};

/** A32: the size and points of each set of a seat, its points from spells, and the total. */
export type SheetLine = {
  sets: Record<string, [number, number]>;
  spells: number;
  total: number;
};

/** A seat swaps a lamp for a tile beside the board (A41). */
export type Swap = {
  event: "swap";
  lamp: string;
  seat: number;
  tile: string;
};

/** During a turn: the slot of the taken tile, the tile whose spell acts, and how many tiles were turned up. */
export type Taken = {
  slot: string;
  spell: string;
  turned: number;
};

/** A tile is turned up (A11). */
export type TurnUp = {
  event: "turn_up";
  slot: string;
  tile: string;
};

/** Ali Baba as a reader sees it. */
export type View = {
  active: number | null;
  amounts: PointAmounts;
  banned: string[];
  beside: string[];
  board: Record<string, string | null>;
  game: string;
  last_turn: number | null;
  options: Record<string, string | boolean>;
  over: boolean;
  players: number;
  removed: Treasure[];
  rules: number;
  scores?: number[];
  seat: number | null;
  seats: SeatView[];
  sheet?: SheetLine[];
  standing: (number | null)[];
  step: StepName;
  taken: Taken | null;
  to_act: number[];
  turn: number;
  turns_left: number[] | null;
  unseen?: string[];
  winners?: number[];
};

export type GameEvent = Banned | FromBoard | Lost | OfGame | OfSeat | OfTile | Pick | Points | Swap | TurnUp;
