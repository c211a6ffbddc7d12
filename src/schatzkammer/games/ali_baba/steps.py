"""The steps of a turn: for each one what it offers, what a choice does, and why another is refused.

A choice is a bit of the offer: the action's number counted from the step's first one, or PASS_CHOICE.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, place
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.text import Words
from schatzkammer.games.ali_baba.components import (
    BAN_NAMES,
    BAN_TILES,
    BLUE,
    BROWN,
    COLOUR_OF,
    COLOURS,
    LAMPS,
    PINK,
    SLOT_NAMES,
    TILE_NAMES,
    TREASURE_OF,
)
from schatzkammer.games.ali_baba.moves import ASK, FIRST_ALSO, FIRST_BAN, FIRST_PICK, FIRST_SHOW, FIRST_SWAP, FIRST_TAKE
from schatzkammer.games.ali_baba.state import END, GREEN, LAMP, NONE, PICK, SHOW, WHITE, YELLOW, AliBabaState

WORDS: Final = Words("schatzkammer.games.ali_baba")

PASS_CHOICE: Final[i64] = 62
PASS_BIT: Final[i64] = 4611686018427387904
KEEP_CHOICE: Final[i64] = 60
KEEP_BIT: Final[i64] = 1152921504606846976

# Green, yellow and white ask before they act (A27); the other colours act at once.
STEP_OF_SPELL: Final = [int(END), int(END), int(END), int(GREEN), int(YELLOW), int(WHITE)]


class Step:
    """One step of the turn."""

    name: str
    rule: str
    first: i64  # the action number of choice 0
    choices: i64  # how many actions are of this step's kind, PASS apart

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        """The choices of the seat; none: nobody is asked."""
        raise NotImplementedError

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        """The effect of a choice, and the step that follows."""
        raise NotImplementedError

    def why_not(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        """Why a choice of this step's kind is not in the offer."""
        return wrong_step(self)


class Take(Step):
    """A10: the player takes a face-up tile; A11: what it uncovers is turned up."""

    def __init__(self) -> None:
        self.name = "take"
        self.rule = "A10"
        self.first = FIRST_TAKE
        self.choices = 54

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        if not s.banned:
            return s.up
        allowed = _not_banned(s, s.up)
        return allowed if allowed else s.up  # A26

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        tile: i64 = s.tiles[choice]
        s.slot = choice
        s.spell = tile
        s.turned = take_off(s, seat, choice, "take")
        if s.beside and bit(tile) & LAMPS:
            return LAMP
        return cast_spell(s, seat)

    def why_not(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS_CHOICE:
            return refuse("A10", "must_take")
        return _not_takable(s, choice)


class Lamp(Step):
    """A41: a lamp taken as the turn's tile is kept, or swapped for a tile beside the board."""

    def __init__(self) -> None:
        self.name = "lamp"
        self.rule = "A41"
        self.first = FIRST_SWAP
        self.choices = 61

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        return s.beside | KEEP_BIT

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        lamp = s.spell
        if choice == KEEP_CHOICE:
            if s.log is not None:
                s.log.append({"event": "keep", "seat": int(seat), "tile": TILE_NAMES[lamp]})
            return cast_spell(s, seat)
        s.beside = (s.beside ^ bit(choice)) | bit(lamp)
        s.hands[seat] = (s.hands[seat] ^ bit(lamp)) | bit(choice)
        s.spell = choice
        if s.log is not None:
            s.log.append({"event": "swap", "seat": int(seat), "tile": TILE_NAMES[choice], "lamp": TILE_NAMES[lamp]})
        return cast_spell(s, seat)

    def why_not(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS_CHOICE:
            return refuse("A41", "keep_or_swap")
        return refuse("A41", "not_beside", {"tile": TILE_NAMES[choice]})


class Green(Step):
    """A23: one more face-up tile, side by side with the place the taken one left; its spell does not act."""

    def __init__(self) -> None:
        self.name = "green"
        self.rule = "A23"
        self.first = FIRST_ALSO
        self.choices = 54

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        near: i64 = s.cave.touching[s.slot] & s.up
        if s.banned:
            near = _not_banned(s, near)  # A26: no exception for the extra tile
        return near | PASS_BIT if near else 0

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        if choice == PASS_CHOICE:
            tell_pass(s, seat, "green")
        else:
            take_off(s, seat, choice, "also")
        return END

    def why_not(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        if s.cave.touching[s.slot] & bit(choice):
            return _not_takable(s, choice)
        return refuse("A23", "not_touching", {"slot": SLOT_NAMES[choice], "place": SLOT_NAMES[s.slot]})


class Yellow(Step):
    """A24: the player lets the opponents show a tile each, or declines before anything is shown."""

    def __init__(self) -> None:
        self.name = "yellow"
        self.rule = "A24"
        self.first = ASK
        self.choices = 1

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        return PASS_BIT | 1 if _opponents_with_tiles(s, seat) else 0

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        if choice == PASS_CHOICE:
            tell_pass(s, seat, "yellow")
            return END
        s.pending = _opponents_with_tiles(s, seat)
        s.seat = place(s.pending & -s.pending)
        if s.log is not None:
            s.log.append({"event": "ask", "seat": int(seat)})
        return SHOW


class Show(Step):
    """A24: every opponent who has tiles chooses one in secret; then all are shown to everybody."""

    def __init__(self) -> None:
        self.name = "show"
        self.rule = "A24"
        self.first = FIRST_SHOW
        self.choices = 60

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        return s.hands[seat]

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        shown = s.shown[:]
        shown[seat] = choice
        s.shown = shown
        s.pending ^= bit(seat)
        if s.log is not None:
            s.log.append({"event": "chosen", "seat": int(seat)})
        if s.pending:
            s.seat = place(s.pending & -s.pending)
            return SHOW
        s.news += 1
        s.seat = s.turn % s.players
        if s.log is not None:
            for owner, tile in enumerate(shown):
                if tile >= 0:
                    s.log.append({"event": "shown", "seat": owner, "tile": TILE_NAMES[tile]})
        return PICK

    def why_not(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS_CHOICE:
            return refuse("A24", "must_show")
        return refuse("A24", "not_yours", {"tile": TILE_NAMES[choice]})


class Pick(Step):
    """A24: the player takes one of the tiles shown, or none; the others go back."""

    def __init__(self) -> None:
        self.name = "pick"
        self.rule = "A24"
        self.first = FIRST_PICK
        self.choices = 60

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        tiles: i64 = PASS_BIT
        for tile in s.shown:
            if tile >= 0:
                tiles |= bit(tile)
        return tiles

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        shown = s.shown
        s.shown = [-1] * int(s.players)
        if choice == PASS_CHOICE:
            tell_pass(s, seat, "pick")
            return END
        owner = shown.index(int(choice))
        s.hands[owner] ^= bit(choice)
        s.hands[seat] |= bit(choice)
        if s.log is not None:
            s.log.append({"event": "pick", "seat": int(seat), "tile": TILE_NAMES[choice], "owner_seat": owner})
        return END

    def why_not(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        return refuse("A24", "not_shown", {"tile": TILE_NAMES[choice]})


class White(Step):
    """A25: the player names a treasure or a colour that opponents may not take until his next turn."""

    def __init__(self) -> None:
        self.name = "white"
        self.rule = "A25"
        self.first = FIRST_BAN
        self.choices = 16

    def offer(self, s: AliBabaState, seat: i64) -> i64:
        choices: i64 = PASS_BIT | 65535
        for treasure in s.removed:
            choices ^= bit(treasure)
        return choices

    def choose(self, s: AliBabaState, seat: i64, choice: i64) -> i64:
        if choice == PASS_CHOICE:
            tell_pass(s, seat, "white")
            return END
        bans = s.bans[:]
        bans[seat] = choice
        s.bans = bans
        if s.log is not None:
            s.log.append({"event": "ban", "seat": int(seat), "ban": BAN_NAMES[choice]})
        return END

    def why_not(self, s: AliBabaState, seat: i64, choice: i64) -> IllegalMove:
        return refuse("A25", "removed", {"ban": BAN_NAMES[choice]})


STEPS: Final[list[Step]] = [Take(), Lamp(), Green(), Yellow(), Show(), Pick(), White()]


def take_off(s: AliBabaState, seat: i64, slot: i64, event: str) -> i64:
    """Moves a tile from the board behind a screen (A10, A23) and turns up what it uncovers (A11): how many."""
    tile: i64 = s.tiles[slot]
    left = bit(slot)
    s.board ^= left
    s.up ^= left
    s.hands[seat] |= bit(tile)
    if s.log is not None:
        s.log.append({"event": event, "seat": int(seat), "slot": SLOT_NAMES[slot], "tile": TILE_NAMES[tile]})
    turned: i64 = 0
    board = s.board
    above = s.cave.above
    for under in s.cave.below[slot]:
        if not above[under] & board:
            s.up |= bit(under)
            turned += 1
            if s.log is not None:
                s.log.append({"event": "turn_up", "slot": SLOT_NAMES[under], "tile": TILE_NAMES[s.tiles[under]]})
    if turned:
        s.news += 1
        if s.up == board:
            # A30: the last face-down tile; this round is played to its end, then one more.
            s.last_turn = (s.turn // s.players + 2) * s.players
            if s.log is not None:
                s.log.append({"event": "all_up"})
    return turned


def cast_spell(s: AliBabaState, seat: i64) -> i64:
    """A12: the spell of the tile. Pink, blue and brown act at once (A27); the step that asks for the others."""
    colour: i64 = COLOUR_OF[s.spell]
    points: i64 = 0
    if colour == PINK:  # A20
        points = s.amounts.pink
    elif colour == BLUE:  # A21, A44
        bared: i64 = 1 if bit(s.slot) & s.cave.floor else 0
        points = s.amounts.blue * (s.turned + bared)
    elif colour == BROWN:  # A22
        points = s.amounts.brown * count(s.hands[seat] & BAN_TILES[TREASURE_OF[s.spell]])
    else:
        return STEP_OF_SPELL[colour]
    s.points[seat] += points
    if s.log is not None:
        s.log.append({"event": "points", "seat": int(seat), "points": int(points), "colour": COLOURS[colour]})
    return END


def refuse(rule: str, reason: str, details: dict[str, object] | None = None) -> IllegalMove:
    """A refusal with the id of its rule."""
    return IllegalMove(WORDS, rule, reason, details)


def wrong_step(step: Step) -> IllegalMove:
    """The move belongs to another step than the one that is due."""
    return refuse(step.rule, f"step_{step.name}")


def tell_pass(s: AliBabaState, seat: i64, step: str) -> None:
    """A27: a spell, or a tile shown, is declined."""
    if s.log is not None:
        s.log.append({"event": f"pass_{step}", "seat": int(seat)})


def _not_banned(s: AliBabaState, slots: i64) -> i64:
    """A25: those of the slots whose tile no opponent's ban reaches."""
    allowed: i64 = 0
    while slots:
        low = slots & -slots
        if not bit(s.tiles[place(low)]) & s.banned:
            allowed |= low
        slots ^= low
    return allowed


def _not_takable(s: AliBabaState, slot: i64) -> IllegalMove:
    where: dict[str, object] = {"slot": SLOT_NAMES[slot]}
    if not s.board & bit(slot):
        return refuse("A10", "empty", where)
    if not s.up & bit(slot):
        return refuse("A10", "face_down", where)
    tile: i64 = s.tiles[slot]
    for owner, ban in enumerate(s.bans):
        if ban != NONE and owner != s.turn % s.players and BAN_TILES[ban] & bit(tile):
            return refuse("A25", "banned", {"tile": TILE_NAMES[tile], "seat": owner, "ban": BAN_NAMES[ban]})
    raise AssertionError("a tile that may be taken")


def _opponents_with_tiles(s: AliBabaState, seat: i64) -> i64:
    found: i64 = 0
    for other, hand in enumerate(s.hands):
        if other != seat and hand:
            found |= bit(other)
    return found
