"""King Solomon's features: what every seat has and can expect of it, one's own cards, and the cave in figures.

Positions are quiet at the beginning of a round, before anybody has chosen a card. Of tiles that others were dealt face
down (S64, S65) only the number counts, of their cards only what is left of all cards. Leads lie between two knots, so
that half a point more is worth something, too.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon.tile_values import MOST_ROUNDS, promise
from schatzkammer.bots.policies.solomon.turn_plans import CARDS_TRIED, IN_HAND, OF_NEXT, best_card
from schatzkammer.bots.values.features import Features, clip
from schatzkammer.core.bits import bit, count, lowest, members
from schatzkammer.core.game import State
from schatzkammer.games.solomon.belief import evidence
from schatzkammer.games.solomon.components import ALPHA, MIRROR, NOT_BOTTOM, NOT_RIGHT, SIDE
from schatzkammer.games.solomon.state import CHOOSE_STEP, SolomonState, cells_of_height
from schatzkammer.games.solomon.steps.pay import certain_points, curse_sum, object_count, parchment_sets

SEATS: Final[i64] = 5
ROUNDS: Final[i64] = MOST_ROUNDS
MONEY: Final[i64] = 30  # in steps of two
CURSES: Final[i64] = 24
OBJECTS: Final[i64] = 8
CURSE_LEAD: Final[i64] = 10
OBJECT_LEAD: Final[i64] = 4
WANTED: Final[i64] = 6  # in steps of two
GAIN: Final[i64] = 11
KNOT: Final[i64] = 8  # half points from one knot to the next
KNOTS: Final[i64] = 28
LATE: Final[list[int]] = [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3]  # stages of the game, by rounds to come
STAGE: Final[list[int]] = [0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6]  # finer ones
STAGES: Final[i64] = 7


class SolomonFeatures(Features):
    """By seat, and the cave in figures."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = int(SEATS)
        self.lanes = 40
        self.games = 200
        self.deals = 0
        self.batch = 256
        self.rate = 1e-3  # results of single games say little: faster or longer, it would learn them by heart
        self.first_passes = 4
        self.exam = 2.4  # few quiet positions, and they share their results
        self._bias = self.block(1)
        self._setup = self.block(4 * 2 * 2 * 2)  # players, edition, declare, uphill
        self._rounds = self.block(4 * (int(ROUNDS) + 1))  # players, rounds to come
        self._money = self.block(5 * (int(MONEY) + 1))
        self._sets = self.block(5 * 5 * 4)  # whose, full sets, parchments for the next one
        self._missing = self.block(5 * 5 * 4)  # whose, full sets, parchments for the one after it
        self._curses = self.block(5 * (int(CURSES) + 1))
        self._objects = self.block(5 * (int(OBJECTS) + 1))
        self._object = self.block(5 * 4)  # whose, which
        self._received = self.block(5 * 7)
        self._lead = self.block(4 * int(STAGES) * int(KNOTS))  # over each other seat, in points expected; stage
        self._curse_lead = self.block(4 * 4 * (2 * int(CURSE_LEAD) + 1))  # the same; stage
        self._object_lead = self.block(4 * 4 * (2 * int(OBJECT_LEAD) + 1))
        self._wanted = self.block(5 * 4 * (int(WANTED) + 1))  # whose, symbols missing, such parchments on top
        self._gain = self.block(4 * (int(GAIN) + 1))  # stage, of the best own card beyond the usual
        self._hand = self.block(4 * 8)  # size of cards, how many
        self._heights = self.block(5 * 13)  # height, cells in threes
        self._tops = self.block(16 * 7)  # kind, how many on top
        self._dark = self.block(19)  # tiles never seen, in sixes
        self._steps = self.block(13)  # neighbours of one height, in fives

    def quiet(self, state: State) -> bool:
        return state.step == CHOOSE_STEP and state.pending == bit(state.players) - 1

    def write(self, state: State, seat: i64) -> None:
        s = cast(SolomonState, state)
        players = s.players
        self.count = 0
        self.put(self._bias)
        options = (1 if s.designer else 0) + (2 if s.declare_before else 0) + (4 if s.uphill else 0)
        self.put(self._setup + (players - 2) * 8 + options)
        left = clip(s.rounds - s.round, ROUNDS)
        self.put(self._rounds + (players - 2) * (ROUNDS + 1) + left)
        tops = [0] * 16
        for stack in s.stacks:
            if stack > 1:
                tops[stack & 15] += 1
        gain = best_card(s, seat, members(s.hands[seat], 0)[-CARDS_TRIED:])
        self.put(self._gain + LATE[left] * (GAIN + 1) + clip(int(gain + 7.5), GAIN))
        self._put_seats(s, seat, left, tops, OF_NEXT[left] * gain)
        self._put_hand(s, seat)
        self._put_cave(s, tops)

    def _put_seats(self, s: SolomonState, seat: i64, left: i64, tops: list[int], gain: float) -> None:
        players = s.players
        hoards: list[list[int]] = []
        place: i64 = 0
        while place < players:
            other = (seat + place) % players
            hoards.append(_known(s, other) if place > 0 and s.ledger.deals else s.hoards[other])
            place += 1
        points: list[float] = []
        own_curses: i64 = 0
        own_objects: i64 = 0
        place = 0
        while place < players:
            other = (seat + place) % players
            hoard = hoards[place]
            curses: i64 = curse_sum(hoard)
            objects: i64 = object_count(hoard)
            sets: i64 = parchment_sets(hoard)
            wealth: i64 = certain_points(s.coins[other], hoard) - 10 * sets
            in_hand = _in_hand(s, seat, left) + gain if place == 0 else _in_other_hands(s, seat, left)
            points.append(promise(wealth, hoards, place, left) + in_hand)
            self.put(self._money + place * (MONEY + 1) + clip(wealth >> 1, MONEY))
            first: i64 = 0
            second: i64 = 0
            wanted: i64 = 0
            for symbol in range(4):
                tiles: i64 = hoard[ALPHA + symbol]
                if tiles > sets:
                    first += 1
                else:
                    wanted += tops[ALPHA + symbol]
                if tiles > sets + 1:
                    second += 1
            self.put(self._sets + (place * 5 + clip(sets, 4)) * 4 + clip(first, 3))
            self.put(self._missing + (place * 5 + clip(sets, 4)) * 4 + clip(second, 3))
            self.put(self._wanted + (place * 4 + clip(first, 3)) * (WANTED + 1) + clip((wanted + 1) >> 1, WANTED))
            self.put(self._curses + place * (CURSES + 1) + clip(curses, CURSES))
            self.put(self._objects + place * (OBJECTS + 1) + clip(objects, OBJECTS))
            for which in range(4):
                if hoard[MIRROR + which]:
                    self.put(self._object + place * 4 + which)
            if s.ledger.deals:
                received: i64 = 0
                for tiles_received in s.received[other]:
                    received += tiles_received
                self.put(self._received + place * 7 + clip(received, 6))
            if place == 0:
                own_curses = curses
                own_objects = objects
            else:
                rival = place - 1
                stage = LATE[left]
                self._put_between(self._lead + (rival * STAGES + STAGE[left]) * KNOTS, points[0] - points[place])
                ahead = clip(own_curses - curses + CURSE_LEAD, 2 * CURSE_LEAD)
                self.put(self._curse_lead + (rival * 4 + stage) * (2 * CURSE_LEAD + 1) + ahead)
                ahead = clip(own_objects - objects + OBJECT_LEAD, 2 * OBJECT_LEAD)
                self.put(self._object_lead + (rival * 4 + stage) * (2 * OBJECT_LEAD + 1) + ahead)
            place += 1
        self.points = points

    def _put_between(self, first: i64, lead: float) -> None:
        """Shares a lead between the knots below and above it: the closer one gets more of the KNOT rows."""
        middle = float((KNOTS - 1) * KNOT) / 2.0
        steps = clip(int(2.0 * lead + middle + 0.5), (KNOTS - 1) * KNOT - 1)
        below = first + steps // KNOT
        above: i64 = steps % KNOT
        number: i64 = 0
        while number < KNOT:
            self.put(below + 1 if number < above else below)
            number += 1

    def _put_hand(self, s: SolomonState, seat: i64) -> None:
        sizes: i64 = 0  # how many cards of 3, 4, 5 and 6 cells, packed
        hand: i64 = s.hands[seat]
        while hand:
            sizes += i64(1) << (4 * (s.box.cards[lowest(hand)].size - 3))
            hand &= hand - 1
        size: i64 = 0
        while size < 4:
            self.put(self._hand + size * 8 + clip((sizes >> (4 * size)) & 15, 7))
            size += 1

    def _put_cave(self, s: SolomonState, tops: list[int]) -> None:
        level: i64 = 0
        same: i64 = 0
        while level < 5:
            cells = cells_of_height(s, level)
            self.put(self._heights + level * 13 + count(cells) // 3)
            if level > 0:
                same += count(cells & NOT_RIGHT & (cells >> 1)) + count(cells & NOT_BOTTOM & (cells >> SIDE))
            level += 1
        kind: i64 = 0
        while kind < 16:
            self.put(self._tops + kind * 7 + clip(tops[kind], 6))
            kind += 1
        self.put(self._dark + (count(s.dark1) + count(s.dark2) + count(s.dark3)) // 6)
        self.put(self._steps + clip(same // 5, 12))


def _known(s: SolomonState, seat: i64) -> list[int]:
    """By kind, at least what everybody knows a seat to have."""
    return [tiles if tiles > 0 else 0 for tiles in evidence.certain(s, seat)]


def _in_hand(s: SolomonState, seat: i64, left: i64) -> float:
    """What the cards of a seat are expected to add to its final score."""
    points = 0.0
    for card in members(s.hands[seat], 0):
        points += IN_HAND[left][s.box.cards[card].size]
    return points


def _in_other_hands(s: SolomonState, seat: i64, left: i64) -> float:
    """The same for another seat, whose cards are among those that this seat has not seen."""
    hidden: i64 = s.unused
    for other in range(int(s.players)):
        if other != seat:
            hidden |= s.hands[other]
    points = 0.0
    for card in members(hidden, 0):
        points += IN_HAND[left][s.box.cards[card].size]
    return float(left) * points / float(count(hidden))
