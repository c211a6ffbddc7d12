"""The steps of a turn: what each one offers, what a choice does, and why a choice is refused."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, bit, count, lowest, members
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Json
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import PASS, PASS_BIT, Refuser, Step
from schatzkammer.games.ali_baba.components import (
    BAN_NAMES,
    BAN_TILES,
    BLUE,
    BROWN,
    COLOUR_OF,
    COLOURS,
    GREEN,
    LAMPS,
    PINK,
    SLOT_NAMES,
    TILE_NAMES,
    TREASURE_OF,
    YELLOW,
)
from schatzkammer.games.ali_baba.state import (
    END_TURN,
    GREEN_STEP,
    LAMP_STEP,
    NONE,
    PICK_STEP,
    SHOW_STEP,
    WHITE_STEP,
    YELLOW_STEP,
    AliBabaState,
)

refuse: Final = Refuser("schatzkammer.games.ali_baba")

KEEP: Final[i64] = 60  # the choice to keep the lamp, after the sixty tiles
KEEP_BIT: Final[i64] = 1152921504606846976

# By colour: green, yellow and white ask the player (A27); the other colours act at once.
STEP_OF_SPELL: Final = [int(END_TURN)] * 3 + [int(GREEN_STEP), int(YELLOW_STEP), int(WHITE_STEP)]


class Take(Step[AliBabaState]):
    """A10: the player takes a face-up tile; A11: tiles it uncovers are turned up."""

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        return slots_to_take(s, s.banned)

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        tile: i64 = s.tiles[choice]
        s.slot = choice
        s.spell = tile
        s.turned = take_off(s, seat, choice, "take")
        if s.beside and bit(tile) & LAMPS:
            return LAMP_STEP
        return cast_spell(s, seat)

    def outcome(self, s: AliBabaState, seat: i64, choice: i64) -> Outcome:
        tile: i64 = s.tiles[choice]
        uncovered, turned = turned_up(s, choice, s.board ^ bit(choice))
        outcome = with_tile(s, s.hands[seat], tile)
        outcome["places"] = [SLOT_NAMES[choice]]
        outcome["turns_up"] = slot_names(uncovered)
        if s.beside and bit(tile) & LAMPS:
            outcome["then"] = "lamp"
            outcome["offers"] = tile_names(s.beside)
        else:
            foretell_spell(outcome, s, seat, tile, choice, turned, s.hands[seat] | bit(tile))
        return outcome

    def refusal(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS:
            return refuse("A10", "must_take")
        return _not_takable(s, choice)


class Lamp(Step[AliBabaState]):
    """A41: the player keeps a lamp just taken, or swaps it for a tile beside the board."""

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        return s.beside | KEEP_BIT

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        lamp = s.spell
        if choice == KEEP:
            if s.events is not None:
                s.events.append({"event": "keep", "seat": int(seat), "tile": TILE_NAMES[lamp]})
            return cast_spell(s, seat)
        s.beside = (s.beside ^ bit(choice)) | bit(lamp)
        s.hands[seat] = (s.hands[seat] ^ bit(lamp)) | bit(choice)
        s.spell = choice
        if s.events is not None:
            s.events.append({"event": "swap", "seat": int(seat), "tile": TILE_NAMES[choice], "lamp": TILE_NAMES[lamp]})
        return cast_spell(s, seat)

    def outcome(self, s: AliBabaState, seat: i64, choice: i64) -> Outcome:
        hand: i64 = s.hands[seat]
        outcome: Outcome = {}
        tile = s.spell
        if choice != KEEP:
            tile = choice
            outcome = with_tile(s, hand ^ bit(s.spell), tile)
            outcome["gives"] = [TILE_NAMES[s.spell]]
            outcome["worth"] = int(s.amounts.of_sets(hand)), outcome["worth"][1]
            hand = (hand ^ bit(s.spell)) | bit(tile)
        foretell_spell(outcome, s, seat, tile, s.slot, s.turned, hand)
        return outcome

    def refusal(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS:
            return refuse("A41", "keep_or_swap")
        return refuse("A41", "not_beside", {"tile": TILE_NAMES[choice]})


class Green(Step[AliBabaState]):
    """A23: a second face-up tile, adjacent to the slot of the first; its spell does not act."""

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        near = takable_beside(s, s.slot)
        return near | PASS_BIT if near else 0

    def skip(self, s: AliBabaState) -> i64:
        return END_TURN

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        if choice == PASS:
            report_pass(s, seat, "green")
        else:
            take_off(s, seat, choice, "also")
        return END_TURN

    def outcome(self, s: AliBabaState, seat: i64, choice: i64) -> Outcome:
        if choice == PASS:
            return {}
        outcome = with_tile(s, s.hands[seat], s.tiles[choice])
        outcome["places"] = [SLOT_NAMES[choice]]
        outcome["turns_up"] = slot_names(turned_up(s, choice, s.board ^ bit(choice))[0])
        return outcome

    def refusal(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        if s.cave.touching[s.slot] & bit(choice):
            return _not_takable(s, choice)
        return refuse("A23", "not_touching", {"slot": SLOT_NAMES[choice], "place": SLOT_NAMES[s.slot]})


class Yellow(Step[AliBabaState]):
    """A24: the player asks every opponent to show a tile, or declines."""

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        return PASS_BIT | 1 if _opponents_with_tiles(s, seat) else 0

    def skip(self, s: AliBabaState) -> i64:
        return END_TURN

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        if choice == PASS:
            report_pass(s, seat, "yellow")
            return END_TURN
        if s.events is not None:
            s.events.append({"event": "ask", "seat": int(seat)})
        return SHOW_STEP

    def outcome(self, s: AliBabaState, seat: i64, choice: i64) -> Outcome:
        return {} if choice == PASS else {"then": "pick"}


class Show(Step[AliBabaState]):
    """A24: each opponent who has tiles chooses one in secret; then all are shown to everyone."""

    def open(self, s: AliBabaState) -> i64:
        s.pending = _opponents_with_tiles(s, s.seat)
        s.seat = lowest(s.pending)
        return SHOW_STEP

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        return s.hands[seat]

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        shown = s.shown[:]
        shown[seat] = choice
        s.shown = shown
        if s.events is not None:
            s.events.append({"event": "chosen", "seat": int(seat)})
        return SHOW_STEP

    def outcome(self, s: AliBabaState, seat: i64, choice: i64) -> Outcome:
        """What the seat's sets are worth if the tile is taken away."""
        hand: i64 = s.hands[seat]
        return {"worth": (int(s.amounts.of_sets(hand)), int(s.amounts.of_sets(hand ^ bit(choice))))}

    def reveal(self, s: AliBabaState) -> i64:
        s.news += 1
        s.seat = s.turn % s.players
        if s.events is not None:
            for owner, tile in enumerate(s.shown):
                if tile >= 0:
                    s.events.append({"event": "shown", "seat": owner, "tile": TILE_NAMES[tile]})
        return PICK_STEP

    def refusal(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS:
            return refuse("A24", "must_show")
        return refuse("A24", "not_yours", {"tile": TILE_NAMES[choice]})


class Pick(Step[AliBabaState]):
    """A24: the player takes one of the tiles shown, or none; the others return to their owners."""

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        tiles: i64 = PASS_BIT
        for tile in s.shown:
            if tile >= 0:
                tiles |= bit(tile)
        return tiles

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        shown = s.shown
        s.shown = [-1] * int(s.players)
        if choice == PASS:
            report_pass(s, seat, "pick")
            return END_TURN
        owner = shown.index(int(choice))
        before: i64 = s.amounts.of_sets(s.hands[owner])
        s.hands[owner] ^= bit(choice)
        s.hands[seat] |= bit(choice)
        if s.events is not None:
            s.events.append({"event": "pick", "seat": int(seat), "tile": TILE_NAMES[choice], "owner_seat": owner})
            report_loss(s, owner, choice, before - s.amounts.of_sets(s.hands[owner]))
        return END_TURN

    def outcome(self, s: AliBabaState, seat: i64, choice: i64) -> Outcome:
        return {} if choice == PASS else with_tile(s, s.hands[seat], choice)

    def refusal(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        return refuse("A24", "not_shown", {"tile": TILE_NAMES[choice]})


class White(Step[AliBabaState]):
    """A25: the player bans a treasure or a colour for the opponents until the player's next turn."""

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        return PASS_BIT | possible_bans(s)

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        if choice == PASS:
            report_pass(s, seat, "white")
            return END_TURN
        bans = s.bans[:]
        bans[seat] = choice
        s.bans = bans
        if s.events is not None:
            s.events.append({"event": "ban", "seat": int(seat), "ban": BAN_NAMES[choice]})
        return END_TURN

    def outcome(self, s: AliBabaState, seat: i64, choice: i64) -> Outcome:
        """The face-up tiles that opponents could not take."""
        return {} if choice == PASS else {"places": slot_names(s.up & ~not_banned(s, s.up, BAN_TILES[choice]))}

    def refusal(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        return refuse("A25", "removed", {"ban": BAN_NAMES[choice]})


def take_off(s: AliBabaState, seat: i64, slot: i64, event: str) -> i64:
    """Moves a tile from the board to a seat (A10, A23); returns how many tiles that turns up (A11)."""
    tile: i64 = s.tiles[slot]
    left: i64 = BIT[slot]
    board = s.board ^ left
    s.board = board
    uncovered, turned = turned_up(s, slot, board)
    s.up ^= left | uncovered
    s.hands[seat] |= bit(tile)
    if s.events is not None:
        s.events.append({"event": event, "seat": int(seat), "slot": SLOT_NAMES[slot], "tile": TILE_NAMES[tile]})
        for under in members(uncovered, 0):
            s.events.append({"event": "turn_up", "slot": SLOT_NAMES[under], "tile": TILE_NAMES[s.tiles[under]]})
    if turned:
        s.news += 1
        if s.up == board:
            # A30: no tile is face down any more: this round is completed, and one more is played.
            s.last_turn = (s.turn // s.players + 2) * s.players
            if s.events is not None:
                s.events.append({"event": "all_up"})
    return turned


def turned_up(s: AliBabaState, slot: i64, board: i64) -> tuple[i64, i64]:
    """A11: the slots that an empty slot leaves uncovered on this board, as bits, and their number."""
    cave = s.cave
    above = cave.above
    uncovered: i64 = 0
    number: i64 = 0
    for under in cave.below[slot]:
        if not above[under] & board:
            uncovered |= bit(under)
            number += 1
    return uncovered, number


def cast_spell(s: AliBabaState, seat: i64) -> i64:
    """A12: the tile's spell. Pink, blue and brown act at once (A27); for the others, returns the step that asks."""
    colour: i64 = COLOUR_OF[s.spell]
    if colour > BROWN:
        return STEP_OF_SPELL[colour]
    points = spell_points(s, colour, s.slot, s.turned, count(s.hands[seat] & BAN_TILES[TREASURE_OF[s.spell]]))
    s.points[seat] += points
    if s.events is not None:
        s.events.append({"event": "points", "seat": int(seat), "points": int(points), "colour": COLOURS[colour]})
    return END_TURN


def spell_points(s: AliBabaState, colour: i64, slot: i64, turned: i64, owned: i64) -> i64:
    """A20, A21, A22: the points for a pink, blue or brown tile from a slot.

    `turned` tiles were turned up, and the seat has `owned` tiles of its treasure.
    """
    if colour == PINK:
        return s.amounts.pink
    if colour == BLUE:  # A44
        return s.amounts.blue * (turned + 1 if bit(slot) & s.cave.floor else turned)
    return s.amounts.brown * owned


def slots_to_take(s: AliBabaState, banned: i64) -> i64:
    """A10, A25: the slots with a face-up tile that is not banned; all of them if bans leave none (A26)."""
    if not banned:
        return s.up
    allowed = not_banned(s, s.up, banned)
    return allowed if allowed else s.up


def takable_beside(s: AliBabaState, slot: i64) -> i64:
    """A23: the slots beside a slot with a face-up tile that is not banned; A26 does not apply."""
    near: i64 = s.cave.touching[slot] & s.up
    return not_banned(s, near, s.banned) if s.banned else near


def not_banned(s: AliBabaState, slots: i64, banned: i64) -> i64:
    """A25: the slots whose tile is not banned."""
    allowed: i64 = 0
    while slots:
        low = slots & -slots
        if not bit(s.tiles[lowest(low)]) & banned:
            allowed |= low
        slots ^= low
    return allowed


def possible_bans(s: AliBabaState) -> i64:
    """A25: the colours, and the treasures that are in the game."""
    bans: i64 = 65535
    for treasure in s.removed:
        bans ^= bit(treasure)
    return bans


def with_tile(s: AliBabaState, hand: i64, tile: i64) -> Outcome:
    """A32: what a tile adds to the sets of a hand."""
    worth: i64 = s.amounts.of_sets(hand)
    size: i64 = count(hand & BAN_TILES[TREASURE_OF[tile]]) + 1
    adds: i64 = s.amounts.sets[size] - s.amounts.sets[size - 1]
    return {
        "takes": [TILE_NAMES[tile]],
        "worth": (int(worth), int(worth + adds)),
        "amounts": {"size": int(size), "set": int(adds)},
    }


def foretell_spell(outcome: Outcome, s: AliBabaState, seat: i64, tile: i64, slot: i64, turned: i64, hand: i64) -> None:
    """A12: adds what a tile's spell would bring: points, or the step that asks the player and what it offers."""
    colour: i64 = COLOUR_OF[tile]
    if colour <= BROWN:
        owned = count(hand & BAN_TILES[TREASURE_OF[tile]])
        outcome["points"] = int(spell_points(s, colour, slot, turned, owned))
    elif colour == GREEN:
        near = takable_beside(s, slot)
        if near:
            outcome["then"] = "green"
            outcome["offers"] = slot_names(near)
    elif colour == YELLOW:
        if _opponents_with_tiles(s, seat):
            outcome["then"] = "yellow"
    else:
        outcome["then"] = "white"
        outcome["offers"] = [BAN_NAMES[ban] for ban in members(possible_bans(s), 0)]


def slot_names(slots: i64) -> list[str]:
    """The names of a set of slots, from the floor up."""
    return [SLOT_NAMES[slot] for slot in members(slots, 0)]


def tile_names(tiles: i64) -> list[str]:
    """The names of a set of tiles, in the order of treasures and colours."""
    return [TILE_NAMES[tile] for tile in members(tiles, 0)]


def report_pass(s: AliBabaState, seat: i64, step: str) -> None:
    """A27: reports that the player declines."""
    if s.events is not None:
        s.events.append({"event": f"pass_{step}", "seat": int(seat)})


def report_loss(s: AliBabaState, owner: int, tile: i64, points: i64) -> None:
    """A24, A32: reports what a tile taken away costs its owner's sets, to whoever sees the owner's tiles."""
    if s.events is not None:
        event: Json = {"event": "lost", "seat": owner, "tile": TILE_NAMES[tile], "points": int(points)}
        if s.setup.options["memory"] != "open":
            event["only"] = owner
        s.events.append(event)


def _not_takable(s: AliBabaState, slot: i64) -> IllegalMove:
    details: dict[str, object] = {"slot": SLOT_NAMES[slot]}
    if not s.board & bit(slot):
        return refuse("A10", "empty", details)
    if not s.up & bit(slot):
        return refuse("A10", "face_down", details)
    tile: i64 = s.tiles[slot]
    for owner, ban in enumerate(s.bans):
        if ban != NONE and owner != s.turn % s.players and BAN_TILES[ban] & bit(tile):
            return refuse("A25", "banned", {"tile": TILE_NAMES[tile], "seat": owner, "ban": BAN_NAMES[ban]})
    raise AssertionError("this tile may be taken")


def _opponents_with_tiles(s: AliBabaState, seat: i64) -> i64:
    seats: i64 = 0
    for other, hand in enumerate(s.hands):
        if other != seat and hand:
            seats |= bit(other)
    return seats
