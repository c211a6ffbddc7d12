"""The fields of a state and `copy`. No rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.game import Game, Setup, State
from schatzkammer.games.ali_baba.components import Amounts, Cave

# The steps of a turn: indices into flow.STEPS.
TAKE_STEP: Final[i64] = 0
LAMP_STEP: Final[i64] = 1
GREEN_STEP: Final[i64] = 2
YELLOW_STEP: Final[i64] = 3
SHOW_STEP: Final[i64] = 4
PICK_STEP: Final[i64] = 5
WHITE_STEP: Final[i64] = 6
END_TURN: Final[i64] = 7
OVER: Final[i64] = 8

NONE: Final[i64] = -1


class AliBabaState(State):
    """A state. Lists marked *shared* are never changed in place, so copies share them."""

    __slots__ = (
        "amounts",
        "banned",
        "bans",
        "beside",
        "board",
        "cave",
        "hands",
        "last_turn",
        "left_over",
        "points",
        "removed",
        "shown",
        "slot",
        "spell",
        "tiles",
        "turn",
        "turned",
        "up",
    )

    cave: Cave
    amounts: Amounts
    removed: list[int]  # shared: treasures left out of this game (A42, A43)
    tiles: list[int]  # shared: the tile laid on each slot at set-up; NONE where this cave has no slot
    left_over: list[int]  # shared: tiles that left the game unseen (A4, A43)
    beside: i64  # tiles beside the board (A40)
    board: i64  # slots that still have their tile
    up: i64  # slots with a face-up tile
    hands: list[int]  # the tiles behind each screen
    points: list[int]  # from spells
    bans: list[int]  # shared: each seat's ban (A25), NONE or an index into BAN_NAMES
    banned: i64  # tiles that other players' bans forbid the player whose turn it is
    turn: i64  # turns completed; it is the turn of seat turn % players
    last_turn: i64  # the game ends after this many turns (A30); NONE while unknown
    slot: i64  # during a turn: the slot of the taken tile
    spell: i64  # during a turn: the tile whose spell acts
    turned: i64  # during a turn: the number of tiles turned up
    shown: list[int]  # shared: the tile that each seat has chosen to show (A24), or NONE

    def copy(self) -> AliBabaState:
        twin = AliBabaState()
        self.copy_to(twin)
        twin.cave = self.cave
        twin.amounts = self.amounts
        twin.removed = self.removed
        twin.tiles = self.tiles
        twin.left_over = self.left_over
        twin.beside = self.beside
        twin.board = self.board
        twin.up = self.up
        twin.hands = self.hands[:]
        twin.points = self.points[:]
        twin.bans = self.bans
        twin.banned = self.banned
        twin.turn = self.turn
        twin.last_turn = self.last_turn
        twin.slot = self.slot
        twin.spell = self.spell
        twin.turned = self.turned
        twin.shown = self.shown
        return twin


def blank_state(game: Game, setup: Setup, cave: Cave, amounts: Amounts) -> AliBabaState:
    """A state with initial fields and without tiles."""
    s = AliBabaState()
    s.begin(game, setup)
    s.cave = cave
    s.amounts = amounts
    players = setup.players
    s.removed = []
    s.tiles = []
    s.left_over = []
    s.beside = 0
    s.board = cave.slots
    s.up = 0
    s.hands = [0] * players
    s.points = [0] * players
    s.bans = [-1] * players
    s.banned = 0
    s.turn = 0
    s.last_turn = NONE
    s.slot = NONE
    s.spell = NONE
    s.turned = 0
    s.shown = s.bans
    return s
