"""The value of tiles to a seat of King Solomon, in expected points at the end of the game.

Treasures count their value. Parchments, curses and objects count what they add to the expected score: sets are
weighted by how many parchments are likely to follow, prizes by the chance to come first or second. With two players,
the other player's loss counts as a gain.

Only what the seat can know is read: its own tiles, the others' as everybody has seen them, with tiles dealt
face down at their mean, and the number of unseen tiles of each kind.
"""

from __future__ import annotations

from math import erf, exp, sqrt
from typing import Final

from mypy_extensions import i64

from schatzkammer.games.solomon.belief import evidence
from schatzkammer.games.solomon.components import (
    ALPHA,
    CURSE,
    CURSE_PRIZES,
    MAGIC_PRIZES,
    MASK,
    MIRROR,
    SET_POINTS,
    VALUE,
)
from schatzkammer.games.solomon.state import SolomonState, unseen_tiles
from schatzkammer.games.solomon.steps import pay
from schatzkammer.games.solomon.steps.pay import curse_sum, object_count

UNSEEN: Final[i64] = 16  # the kind of a tile that nobody has seen

MOST_ROUNDS: Final = 12
PER_DIG: Final = 0.25  # mean parchments of one symbol in a dig
CURSES_PER_DIG: Final = 1.9  # by value
MAGIC_PER_DIG: Final = 0.5
GRID: Final = 16  # steps per standard deviation in the table of the normal distribution
FAR: Final = 4  # standard deviations beyond which nothing is expected
MOST_CURSES: Final = 18  # six mummies
ONE_OF: Final = [1, 4, 16, 64]  # one parchment of a symbol, as `TileValues.sets` counts them
KEPT: Final = [0.0, 0.0, 0.0, 4.0, 5.0, 6.0, 7.0]  # what a card is expected to bring later, by its cells
HANDY: Final = [0.7, 1.0, 1.5, 0.8]  # the use of Mirror, Axe, Seal and Amulet, their prize apart


def larger(one: float, other: float) -> float:
    """Like `max`, which is many times slower when compiled."""
    return one if one > other else other


def _missing(level: i64, there: i64) -> i64:
    """How many tiles are missing to reach a level."""
    return level - there if level > there else 0


def _tails(mean: float) -> list[float]:
    """Poisson: the chances of at least 0, 1, 2 … events."""
    tails: list[float] = []
    chance = exp(-mean)
    left = 1.0
    for number in range(20):
        tails.append(max(left, 0.0))
        left -= chance
        chance *= mean / (number + 1)
    return tails


# By the number of rounds still to come after this one.
TAILS: Final = [_tails(PER_DIG * rounds) for rounds in range(MOST_ROUNDS + 1)]
ROOTS: Final = [sqrt(rounds + 0.1) for rounds in range(MOST_ROUNDS + 1)]
NORMAL: Final = [0.5 + 0.5 * erf(step / GRID / sqrt(2.0)) for step in range(-FAR * GRID, FAR * GRID + 1)]


class PrizeOdds:
    """The race for a prize: how far leads spread, what each seat is still expected to find, and the amounts (S72)."""

    def __init__(self, spread: float, ahead: float, amounts: list[int]) -> None:
        self.spread = spread
        self.ahead = ahead
        self.first = float(amounts[0])
        self.second = float(amounts[1])


CURSE_ODDS: Final = [
    PrizeOdds(0.7 + 2.6 * ROOTS[rounds], CURSES_PER_DIG * rounds, CURSE_PRIZES) for rounds in range(MOST_ROUNDS + 1)
]
MAGIC_ODDS: Final = [
    PrizeOdds(0.3 + 0.9 * ROOTS[rounds], MAGIC_PER_DIG * rounds, MAGIC_PRIZES) for rounds in range(MOST_ROUNDS + 1)
]


def chance_above(distance: float) -> float:
    """The normal distribution function, in standard deviations."""
    if distance >= FAR:
        return 1.0
    if distance <= -FAR:
        return 0.0
    return NORMAL[int((distance + FAR) * GRID + 0.5)]


def mean_above(mean: float, deviation: float, floor: float) -> float:
    """The mean of a normal quantity cut off below at the floor."""
    distance = (mean - floor) / deviation
    if distance >= FAR:
        return mean
    return floor + (mean - floor) * chance_above(distance) + deviation * exp(-0.5 * distance * distance) * 0.39894228


class TileValues:
    """Tables for one seat in one position."""

    def __init__(self, s: SolomonState, seat: i64) -> None:
        self.later: i64 = max(0, s.rounds - s.round - 1)  # rounds after this one
        self.owned = s.hoards[seat]
        self.purse: i64 = pay.wealth(s, seat)  # S61
        self._tail = TAILS[self.later]
        self._sets = [-1.0] * 256
        self._climbs: list[float] = []  # filled on first use
        self._expected = _sets_to_come(self.owned, 0, self._tail)
        self._sets[0] = 0.0
        others = _others(s, seat)
        self.curses = self._curse_gains(others)
        self.magic = self._magic_gains(others)
        self.handy = [_usable(self.later) * use for use in HANDY]
        self.single = self._singles()
        self._average_unseen(s)

    # Parchments -----------------------------------------------------------------------------------
    def sets(self, found: i64) -> float:
        """What parchments add, counted in two bits per symbol, at most three of each."""
        gain = self._sets[found]
        if gain < 0.0:
            gain = _sets_to_come(self.owned, found, self._tail) - self._expected
            self._sets[found] = gain
        return gain

    def climb(self, found: i64, more: i64) -> float:
        """The most that up to three further parchments can add to those found."""
        if not self._climbs:
            self._climbs = [-1.0] * 1024
        at = found * 4 + more
        most = self._climbs[at]
        if most < 0.0:
            most = 0.0
            for symbol in range(4):
                place: i64 = 2 * symbol
                if more > 0 and (found >> place) & 3 < 3:
                    grown: i64 = found + ONE_OF[symbol]
                    most = larger(most, self.sets(grown) - self.sets(found) + self.climb(grown, more - 1))
            self._climbs[at] = most
        return most

    # Prizes ---------------------------------------------------------------------------------------
    def _curse_gains(self, others: list[list[float]]) -> list[float]:
        """S72: what further curses add to the expected prize, by the sum of their values; without their cost."""
        mine = float(curse_sum(self.owned))
        rivals = [other[0] for other in others]
        odds = CURSE_ODDS[self.later]
        base = _prize(mine, rivals, odds)
        return [_prize(mine + more, rivals, odds) - base for more in range(MOST_CURSES + 1)]

    def _magic_gains(self, others: list[list[float]]) -> list[float]:
        """S72: the same for objects, by their number; the first three entries are for three, two and one fewer."""
        mine = float(object_count(self.owned))
        rivals = [other[1] for other in others]
        odds = MAGIC_ODDS[self.later]
        base = _prize(mine, rivals, odds)
        return [_prize(larger(0.0, mine + more), rivals, odds) - base for more in range(-3, 7)]

    # Single tiles ---------------------------------------------------------------------------------
    def _singles(self) -> list[float]:
        """What one tile of each kind adds, less its cost; the last entry is for an unseen one."""
        values = [float(VALUE[kind]) for kind in range(int(MASK))]
        for kind in range(int(MASK), int(ALPHA)):
            values.append(self.curses[CURSE[kind]] - CURSE[kind])
        for symbol in range(4):
            values.append(self.sets(ONE_OF[symbol]))
        for use in self.handy:
            values.append(self.magic[4] + use)
        values.append(0.0)
        return values

    def _average_unseen(self, s: SolomonState) -> None:
        """The mean value of unseen tiles and its standard deviation."""
        total = 0.0
        squares = 0.0
        number = 0
        kinds = unseen_tiles(s)
        kinds.sort()  # sums are rounded in the same way wherever the tiles lie
        for kind in kinds:
            value = self.single[kind]
            total += value
            squares += value * value
            number += 1
        mean = total / number if number else 0.0
        self.single[UNSEEN] = mean
        self.unseen = mean
        self.spread = sqrt(max(0.01, squares / number - mean * mean)) if number else 0.1

    def lost(self, kind: i64) -> float:
        """What the seat loses with a tile that it gives away (S64)."""
        if kind < MASK:
            return float(VALUE[kind])
        if kind < ALPHA:
            return 0.5 * CURSE[kind]
        if kind >= MIRROR:
            return self.handy[kind - MIRROR] - self.magic[2]
        return 0.0 if self.owned[kind] > min(self.owned[ALPHA:MIRROR]) + 1 else self.single[kind] + 1.0


def _usable(rounds: i64) -> float:
    """The chance to use an object in so many rounds."""
    return float(min(rounds, 4)) / 4.0


def _others(s: SolomonState, seat: i64) -> list[list[float]]:
    """For each other seat its curses by value and its objects by number, as far as this seat can tell."""
    found: list[list[float]] = []
    for other in range(int(s.players)):
        if other == seat:
            continue
        known = evidence.certain(s, other) if s.ledger.deals else s.hoards[other]
        curses = float(curse_sum(known))
        objects = float(object_count(known))
        for deal in s.ledger.deals:
            if deal.seat != other:
                for kind in deal.lot:
                    share = 1.0 / (int(s.players) - 1)
                    curses += share * CURSE[kind]
                    objects += share if kind >= MIRROR else 0.0
        found.append([curses, objects])
    return found


def _prize(mine: float, others: list[float], odds: PrizeOdds) -> float:
    """S72 to S74: the expected prize of a collection, less the rival's if there is only one."""
    own = _own_prize(mine, others, odds)
    if len(others) > 1:
        return own
    best = others[0]
    ahead = odds.ahead
    leading = chance_above((mine - best) / odds.spread)
    rival = chance_above((best + ahead - 0.5 * (mine + ahead)) / odds.spread) if best + ahead > 0.0 else 0.0
    return own - odds.first * (1.0 - leading) - odds.second * leading * rival


def _own_prize(mine: float, others: list[float], odds: PrizeOdds) -> float:
    """S72 to S74: the expected prize of a collection among others."""
    best = 0.0
    second = -1.0
    for size in others:
        if size > best:
            second = best
            best = size
        elif size > second:
            second = size
    ahead = odds.ahead
    spread = odds.spread
    leading = chance_above((mine - best) / spread)
    half = chance_above((mine + ahead - 0.5 * (best + ahead)) / spread)
    if mine + ahead <= 0.0:
        half = 0.0
    behind = odds.second * (1.0 - leading) * half
    if len(others) > 1:
        behind *= chance_above((mine - second) / spread)
    return odds.first * leading + behind


def _sets_to_come(owned: list[int], found: i64, tail: list[float]) -> float:
    """S71: the points of the sets expected; the n-th is complete when all four symbols reach n."""
    a: i64 = owned[ALPHA] + (found & 3)
    b: i64 = owned[ALPHA + 1] + ((found >> 2) & 3)
    c: i64 = owned[ALPHA + 2] + ((found >> 4) & 3)
    d: i64 = owned[ALPHA + 3] + (found >> 6)
    total = 0.0
    level: i64 = 1
    while True:
        chance = (
            tail[_missing(level, a)] * tail[_missing(level, b)] * tail[_missing(level, c)] * tail[_missing(level, d)]
        )
        if chance < 0.002:
            return float(SET_POINTS) * total
        total += chance
        level += 1


def expected_score(s: SolomonState, seat: i64, rounds: i64) -> float:
    """The expected final points of what a seat has, with so many rounds to come.

    For sampled states only: it looks at all hoards.
    """
    return promise(pay.wealth(s, seat), s.hoards, seat, rounds)


def promise(wealth: i64, hoards: list[list[int]], owner: i64, rounds: i64) -> float:
    """The same for the owner of one of these hoards, with coins and treasures worth so much."""
    hoard = hoards[owner]
    curses: list[float] = []
    objects: list[float] = []
    other: i64 = 0
    while other < len(hoards):
        if other != owner:
            curses.append(float(curse_sum(hoards[other])))
            objects.append(float(object_count(hoards[other])))
        other += 1
    points = float(wealth) + _sets_to_come(hoard, 0, TAILS[rounds])
    points += _own_prize(float(curse_sum(hoard)), curses, CURSE_ODDS[rounds])
    points += _own_prize(float(object_count(hoard)), objects, MAGIC_ODDS[rounds])
    for which in range(4):
        if hoard[MIRROR + which]:
            points += HANDY[which] * _usable(rounds)
    return points
