"""The fields of a position and its copy. No rules here."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.game import Game, Setup, State
from schatzkammer.games.ali_baba.components import Amounts, Cave

# The steps of a turn; END is no step but the point after the last one.
TAKE: Final[i64] = 0
LAMP: Final[i64] = 1
GREEN: Final[i64] = 2
YELLOW: Final[i64] = 3
SHOW: Final[i64] = 4
PICK: Final[i64] = 5
WHITE: Final[i64] = 6
END: Final[i64] = 7

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
        "offer",
        "pending",
        "players",
        "points",
        "removed",
        "shown",
        "slot",
        "spell",
        "step",
        "tiles",
        "turn",
        "turned",
        "up",
    )

    cave: Cave
    amounts: Amounts
    players: i64
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
    step: i64
    offer: i64  # the choices of the step, found once when it is reached (SHOW: found for each seat)
    slot: i64  # in the middle of a turn: the place the taken tile left
    spell: i64  # the tile whose spell is to be used
    turned: i64  # how many tiles the taking turned up
    shown: list[int]  # shared: A24, the tile each seat has chosen to show, NONE if it has not
    pending: i64  # A24: seats that still have to choose

    def copy(self) -> AliBabaState:
        """An independent state, equal in everything but the log."""
        twin = AliBabaState()
        twin.game = self.game
        twin.setup = self.setup
        twin.seat = self.seat
        twin.news = self.news
        twin.log = None
        twin.cave = self.cave
        twin.amounts = self.amounts
        twin.players = self.players
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
        twin.step = self.step
        twin.offer = self.offer
        twin.slot = self.slot
        twin.spell = self.spell
        twin.turned = self.turned
        twin.shown = self.shown
        twin.pending = self.pending
        return twin


def blank_state(game: Game, setup: Setup, cave: Cave, amounts: Amounts) -> AliBabaState:
    """A state with every field at its beginning and no tile anywhere."""
    s = AliBabaState()
    s.game = game
    s.setup = setup
    s.seat = 0
    s.news = 0
    s.log = None
    s.cave = cave
    s.amounts = amounts
    players = setup.players
    s.players = players
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
    s.step = TAKE
    s.offer = 0
    s.slot = NONE
    s.spell = NONE
    s.turned = 0
    s.shown = s.bans
    s.pending = 0
    return s
