"""The fields of a position and its copy. No rules here."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.game import Game, Setup, State
from schatzkammer.games.ali_baba.components import Amounts, Cave

# The steps of a turn, as flow.py lists them.
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
    """A position. Lists marked *shared* are never changed in place: copies hold the same list."""

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
    removed: list[int]  # shared: treasures that are not in this game (A42, A43)
    tiles: list[int]  # shared: the tile laid out on each slot at set-up, NONE where this cave has no slot
    left_over: list[int]  # shared: tiles that left the game unseen (A4, A43)
    beside: i64  # tiles that lie beside the board (A40)
    board: i64  # slots whose tile is still there
    up: i64  # those of them that lie face up
    hands: list[int]  # the tiles behind each screen
    points: list[int]  # from spells
    bans: list[int]  # shared: what each seat has banned (A25), NONE or a number of BAN_NAMES
    banned: i64  # tiles that the bans of others forbid the player whose turn it is
    turn: i64  # turns completed; turn % players is whose turn it is
    last_turn: i64  # the game ends when so many turns are completed (A30); NONE while not yet known
    slot: i64  # in the middle of a turn: the place the taken tile left
    spell: i64  # the tile whose spell is to be used
    turned: i64  # how many tiles the taking turned up
    shown: list[int]  # shared: A24, the tile each seat has chosen to show, NONE if it has not

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
    """A state with every field at its beginning and no tile anywhere."""
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
