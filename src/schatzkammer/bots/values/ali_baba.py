"""Ali Baba's features: sets and who may still complete them, the tiles on offer, leads, and how much is left.

With perfect recall a seat knows all hands (A10). Positions are quiet when a player has to take a tile.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.values.features import Features, clip
from schatzkammer.core.bits import bit, count, lowest
from schatzkammer.core.game import State
from schatzkammer.games.ali_baba.components import COLOUR_OF, TREASURE_OF
from schatzkammer.games.ali_baba.state import NONE, TAKE_STEP, AliBabaState
from schatzkammer.games.ali_baba.steps import slots_to_take, turned_up

SEATS: Final[i64] = 4
VARIANTS: Final = {"classic": 0, "lamp": 1, "equal": 2, "small": 3}
LEAD: Final[i64] = 40  # leads beyond this many points count as this many
TURNS: Final[i64] = 9


class AliBabaFeatures(Features):
    """Sets are described by size only: treasures are all alike."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = int(SEATS)
        self.lanes = 64
        self.games = 400
        self.deals = 120
        self.batch = 2048
        self._bias = self.block(1)
        self._setup = self.block(3 * 4)  # players, variant
        self._active = self.block(4)
        self._left = self.block(int(TURNS) * 4)  # turns to the end (A30), the active seat
        self._board = self.block(55)
        self._dark = self.block(51)
        self._lead = self.block(3 * (2 * int(LEAD) + 1))  # over each other seat
        self._own = self.block(7 * 7 * 4)  # of each treasure: own tiles, tiles to come, face up
        self._rival = self.block(3 * 7 * 7 * 4)  # of each treasure: other seat, own tiles, theirs, tiles to come
        self._offer = self.block(4 * 6 * 6)  # of each tile on offer: who takes, its colour, their set
        self._uncovers = self.block(4 * 5)  # of each: who takes, how many tiles it turns up
        self._barred = self.block(4)  # of each tile that the taker may not take: who takes
        self._ban = self.block(4 * 2)  # whose, of a treasure or of a colour

    def quiet(self, state: State) -> bool:
        return state.step == TAKE_STEP

    def write(self, state: State, seat: i64) -> None:
        s = cast(AliBabaState, state)
        players = s.players
        taker = s.turn % players
        relative = taker - seat if taker >= seat else taker - seat + players
        self.count = 0
        self.put(self._bias)
        self.put(self._setup + (players - 2) * 4 + VARIANTS[cast(str, s.setup.options["variant"])])
        self.put(self._active + relative)
        left: i64 = 0 if s.last_turn == NONE else clip(s.last_turn - s.turn, TURNS - 1)
        self.put(self._left + left * 4 + relative)
        self.put(self._board + count(s.board))
        self.put(self._dark + clip(count(s.board & ~s.up), 50))
        self._put_leads(s, seat)
        self._put_sets(s, seat)
        self._put_offers(s, taker, relative)
        other: i64 = 0
        while other < players:
            ban: i64 = s.bans[(seat + other) % players]
            if ban != NONE:
                self.put(self._ban + other * 2 + (1 if ban >= 10 else 0))
            other += 1

    def _put_leads(self, s: AliBabaState, seat: i64) -> None:
        points: list[float] = []
        place: i64 = 0
        own: i64 = 0
        while place < s.players:
            other = (seat + place) % s.players
            has = s.points[other] + s.amounts.of_sets(s.hands[other])
            points.append(float(has))
            if place == 0:
                own = has
            else:
                self.put(self._lead + (place - 1) * (2 * LEAD + 1) + clip(own - has + LEAD, 2 * LEAD))
            place += 1
        self.points = points

    def _put_sets(self, s: AliBabaState, seat: i64) -> None:
        players = s.players
        second: i64 = s.hands[(seat + 1) % players]
        third: i64 = s.hands[(seat + 2) % players] if players > 2 else 0
        fourth: i64 = s.hands[(seat + 3) % players] if players > 3 else 0
        own: i64 = s.hands[seat]
        gone = own | second | third | fourth | s.beside
        up: i64 = 0
        rest = s.up
        while rest:
            up |= bit(s.tiles[lowest(rest)])
            rest &= rest - 1
        removed = s.removed
        treasure: i64 = 0
        while treasure < 10:
            if not removed or int(treasure) not in removed:
                mine = count(own & 63)
                left = 6 - count(gone & 63)
                shown = clip(count(up & 63), 3)
                self.put(self._own + (mine * 7 + left) * 4 + shown)
                few = clip(left, 3)
                self.put(self._rival + (mine * 7 + count(second & 63)) * 4 + few)
                if players > 2:
                    self.put(self._rival + 196 + (mine * 7 + count(third & 63)) * 4 + few)
                if players > 3:
                    self.put(self._rival + 392 + (mine * 7 + count(fourth & 63)) * 4 + few)
            own >>= 6
            second >>= 6
            third >>= 6
            fourth >>= 6
            gone >>= 6
            up >>= 6
            treasure += 1

    def _put_offers(self, s: AliBabaState, taker: i64, relative: i64) -> None:
        hand: i64 = s.hands[taker]
        allowed = slots_to_take(s, s.banned)
        rest = s.up
        while rest:
            slot = lowest(rest)
            rest &= rest - 1
            tile: i64 = s.tiles[slot]
            if not allowed & bit(slot):
                self.put(self._barred + relative)
                continue
            size = count((hand >> (6 * TREASURE_OF[tile])) & 63)
            self.put(self._offer + (relative * 6 + COLOUR_OF[tile]) * 6 + clip(size, 5))
            uncovers = turned_up(s, slot, s.board & ~bit(slot))[1]
            self.put(self._uncovers + relative * 5 + clip(uncovers, 4))
