/** Builds the board's descriptions from its texts. */
import { capital, type Words } from "../../lib/words";
import { caveOf } from "./cave";
import { isName } from "./desk.svelte";
import { POINTS, setsOf, type Outcome } from "./points";
import { COLOURS, bannedBy, barring, colourOf, type Colour, type Tile, type Treasure, type View } from "./view";

/** A colour's spell, in full. */
export function spellOf(words: Words, colour: Colour): string {
  return words.say(`spell.${colour}`, POINTS);
}

/** A colour's spell, in short. */
export function shortSpell(words: Words, colour: Colour): string {
  return words.say(`board.spell.${colour}`, POINTS);
}

export function nameOf(words: Words, name: "tile" | "ban" | "kind", value: string): string {
  return capital(words.word(name, value));
}

/** The consequences of taking a tile, one sentence each. */
export function consequences(words: Words, view: View, outcome: Outcome, seat: number | null): string[] {
  const told: string[] = [];
  if (outcome.bares) told.push(words.say("board.bares"));
  else if (outcome.turned.length) told.push(words.count("board.turns", outcome.turned.length));
  else if (outcome.slot) told.push(words.say("board.turns.none"));
  if (outcome.quiet) return [...told, words.say("board.quiet")];
  if (outcome.points !== null) return told;
  switch (colourOf(outcome.tile)) {
    case "green":
      if (outcome.slot) told.push(words.say(outcome.also.length ? "board.also.some" : "board.also.none"));
      break;
    case "yellow": {
      const others = view.seats.some((other, of) => of !== (seat ?? view.active) && other.count > 0);
      told.push(words.say(others ? "board.asks.some" : "board.asks.none"));
      break;
    }
    case "white":
      told.push(words.say("board.bans"));
  }
  return told;
}

/** A description: a title and sentences. */
export interface Explanation {
  title: string;
  tile?: Tile;
  colour?: Colour;
  treasure?: Treasure;
  lines: string[];
}

/** Explains a slot, a tile, a spell or a treasure. */
export function explain(
  words: Words,
  view: View,
  key: string,
  outcome: Outcome | null,
  seat: number | null,
): Explanation {
  if (isName(key)) return explainName(words, view, key as Treasure | Colour, seat);
  const tile = key.includes("-") ? (key as Tile) : view.board[key];
  if (!tile) return explainBack(words, view, key);
  const lines = [spellOf(words, colourOf(tile))];
  if (outcome) {
    lines.push(...consequences(words, view, outcome, seat));
    if (outcome.points !== null) lines.push(words.say("board.brings", { points: outcome.points }));
  }
  if (!key.includes("-")) lines.push(...barring(view, tile, seat ?? view.active).map((of) => banOf(words, view, of)));
  return { title: nameOf(words, "tile", tile), tile, lines };
}

function explainName(words: Words, view: View, name: Treasure | Colour, seat: number | null): Explanation {
  const bans = bannedBy(view, name).map((of) => banOf(words, view, of));
  const title = nameOf(words, "ban", name);
  if (isColour(name)) return { title, colour: name, lines: [spellOf(words, name), ...bans] };
  const tiles = seat === null ? null : view.seats[seat]!.tiles;
  const set = tiles && setsOf(view, tiles).find((each) => each.treasure === name);
  const lines = [words.say("board.set.worths", { worths: POINTS.sets.join(", ") })];
  if (set) lines.unshift(words.say("board.set.label", { kind: title, size: set.tiles.length, worth: set.worth }) + ".");
  return { title, treasure: name, lines: [...lines, ...bans] };
}

function explainBack(words: Words, view: View, slot: string): Explanation {
  const cave = caveOf(view.options.variant);
  const covers = cave.above(view.board, slot).length;
  return {
    title: words.say("board.down", { level: cave.at(slot).level }),
    lines: [words.count("board.covers", covers)],
  };
}

export function banOf(words: Words, view: View, of: number): string {
  return words.sentence("board.banned", { seat: of, ban: view.seats[of]!.ban });
}

/** General notices when nothing is hovered: turns left, bans, treasures left out. */
export function notices(words: Words, view: View): string[] {
  const told: string[] = [];
  if (view.last_turn !== null && !view.over) told.push(words.count("board.left", view.last_turn - view.turn));
  view.seats.forEach((seat, of) => {
    if (seat.ban) told.push(banOf(words, view, of));
  });
  if (view.removed.length) told.push(words.say("board.out", { kind: view.removed }));
  return told;
}

function isColour(name: string): name is Colour {
  return (COLOURS as readonly string[]).includes(name);
}

/** Tiles sorted by treasure. */
export function sorted(view: View, tiles: Tile[]): Tile[] {
  return setsOf(view, tiles).flatMap((set) => set.tiles);
}
