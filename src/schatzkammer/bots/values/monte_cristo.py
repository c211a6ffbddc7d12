"""Monte Cristo's features: points and what a scoring now would bring, hunters, bags at today's prices, the slide.

Everything is public except the order of deck and bag and the faces of jokers, which are not read. Positions are quiet
when somebody places a hunter, changes the order or chooses a lane: no cards, treasures or payments are half dealt out.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.policies.monte_cristo import scoring
from schatzkammer.bots.values.features import Features, clip
from schatzkammer.core.game import State
from schatzkammer.games.monte_cristo.state import (
    CHANGE_STEP,
    MARBLE_STEP,
    PLACE_STEP,
    MonteCristoState,
    number_at,
    of_four,
    of_six,
    total,
)
from schatzkammer.games.monte_cristo.steps.collect import collecting_order
from schatzkammer.games.monte_cristo.steps.order import prices
from schatzkammer.games.monte_cristo.steps.payment import bags_in
from schatzkammer.games.monte_cristo.steps.supply import cards_of

SEATS: Final[i64] = 4
POINTS: Final[i64] = 60
INCOME: Final[i64] = 30
LEAD: Final[i64] = 30
STEPS: Final = {int(PLACE_STEP): 0, int(CHANGE_STEP): 1, int(MARBLE_STEP): 2}


class MonteCristoFeatures(Features):
    """By seat, dungeon and lane."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = int(SEATS)
        self.lanes = 48
        self.games = 100
        self.deals = 120
        self.batch = 2048
        self._bias = self.block(1)
        self._players = self.block(3)
        self._step = self.block(3 * 4)  # step, who decides
        self._marker = self.block(4 * 4)  # the lane of the action, whose marble acts
        self._hunters_left = self.block(4)  # to place in this action
        self._points = self.block(4 * (int(POINTS) + 1))
        self._income = self.block(4 * (int(INCOME) + 1))
        self._promise = self.block(4 * (int(POINTS) + 1))  # points with the income of a scoring now
        self._lead = self.block(3 * (2 * int(LEAD) + 1))  # the same, over each other seat
        self._ashore = self.block(4 * 10)
        self._marseille = self.block(4 * 10)
        self._cards = self.block(4 * 9)
        self._jokers = self.block(4 * 9)
        self._bags = self.block(4 * 4 * 10)  # of each kind: whose, its price, bags
        self._queue = self.block(4 * 6 * 5)  # of each dungeon: whose, hunters, treasures
        self._rank = self.block(4 * 4 * 5)  # of each dungeon: whose, how many collect earlier, treasures
        self._fill = self.block(5 * 7)  # dungeons by treasures, how many
        self._value = self.block(31)  # of all treasures in dungeons, in steps of two points
        self._lane = self.block(4 * 4 * 8)  # the lane, counted from the marker; whose; place of the lowest marble
        self._marbles = self.block(4 * 4 * 7)  # the same, number of marbles
        self._bonus = self.block(4 * 4)  # area, whose

    def quiet(self, state: State) -> bool:
        step = state.step
        return step in (PLACE_STEP, CHANGE_STEP, MARBLE_STEP)

    def write(self, state: State, seat: i64) -> None:
        s = cast(MonteCristoState, state)
        players = s.players
        self.count = 0
        self.put(self._bias)
        self.put(self._players + players - 2)
        self.put(self._step + STEPS[int(s.step)] * 4 + _relative(s.seat, seat, players))
        self.put(self._marker + s.lane * 4 + _relative(s.active, seat, players))
        if s.step == PLACE_STEP:
            self.put(self._hunters_left + clip(s.left, 3))
        self._put_seats(s, seat)
        self._put_dungeons(s, seat)
        self._put_slide(s, seat)

    def _put_seats(self, s: MonteCristoState, seat: i64) -> None:
        players = s.players
        incomes = scoring(s)
        price = prices(s)
        points: list[float] = []
        own: i64 = 0
        place: i64 = 0
        while place < players:
            other = (seat + place) % players
            has = of_four(s.points, other)
            income: i64 = incomes[other]
            points.append(float(has))
            self.put(self._points + place * (POINTS + 1) + clip(has, POINTS))
            self.put(self._income + place * (INCOME + 1) + clip(income, INCOME))
            self.put(self._promise + place * (POINTS + 1) + clip(has + income, POINTS))
            if place == 0:
                own = has + income
            else:
                self.put(self._lead + (place - 1) * (2 * LEAD + 1) + clip(own - has - income + LEAD, 2 * LEAD))
            self.put(self._ashore + place * 10 + clip(number_at(s.hunters, other), 9))
            self.put(self._marseille + place * 10 + clip(number_at(s.marseille, other), 9))
            self.put(self._cards + place * 9 + clip(cards_of(s, other), 8))
            self.put(self._jokers + place * 9 + clip(len(s.jokers[other]), 8))
            kind: i64 = 0
            while kind < 5:
                bags = clip(bags_in(of_four(s.hands, other), kind), 9)
                self.put(self._bags + (place * 4 + clip(price[kind], 3)) * 10 + bags)
                kind += 1
            area: i64 = 0
            while area < 4:
                if (s.bonus >> (4 * area + other)) & 1:
                    self.put(self._bonus + area * 4 + place)
                area += 1
            place += 1
        self.points = points

    def _put_dungeons(self, s: MonteCristoState, seat: i64) -> None:
        players = s.players
        value: i64 = 0
        filled: i64 = 0  # how many dungeons have 0, 1 … treasures, packed
        dungeon: i64 = 0
        while dungeon < 6:
            treasures = clip(total(of_six(s.treasures, dungeon)), 4)
            filled += i64(1) << (4 * treasures)
            value += treasures
            queue = s.queues[dungeon]
            if queue:
                place: i64 = 0
                while place < players:
                    hunters: i64 = queue.count(int((seat + place) % players))
                    self.put(self._queue + (place * 6 + clip(hunters, 5)) * 5 + treasures)
                    place += 1
                for earlier, other in enumerate(collecting_order(queue)):
                    self.put(self._rank + (_relative(other, seat, players) * 4 + earlier) * 5 + treasures)
            dungeon += 1
        number: i64 = 0
        while number < 5:
            self.put(self._fill + number * 7 + ((filled >> (4 * number)) & 15))
            number += 1
        self.put(self._value + clip(value, 30))

    def _put_slide(self, s: MonteCristoState, seat: i64) -> None:
        players = s.players
        step: i64 = 0
        while step < 4:
            row = of_four(s.lanes, (s.lane + step) & 3)
            lowest: i64 = 0  # three bits by place: 1 + the place of the lowest marble
            numbers: i64 = 0
            at: i64 = 0
            while row:
                place = _relative((row & 7) - 1, seat, players)
                if not (lowest >> (4 * place)) & 15:
                    lowest |= (at + 1) << (4 * place)
                numbers += i64(1) << (4 * place)
                row >>= 3
                at += 1
            other: i64 = 0
            while other < players:
                self.put(self._lane + (step * 4 + other) * 8 + ((lowest >> (4 * other)) & 15))
                self.put(self._marbles + (step * 4 + other) * 7 + clip((numbers >> (4 * other)) & 15, 6))
                other += 1
            step += 1


def _relative(other: i64, seat: i64, players: i64) -> i64:
    """The places from the observer to another seat."""
    return other - seat if other >= seat else other - seat + players
