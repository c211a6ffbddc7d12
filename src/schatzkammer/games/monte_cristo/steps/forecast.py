"""What a scoring now would bring each seat at most, while the others take the dearest they can pay for (M60 to M66)."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.core.bits import lowest
from schatzkammer.core.turn import PASS, PASS_BIT
from schatzkammer.games.monte_cristo import flow
from schatzkammer.games.monte_cristo.components import DUNGEONS, TYPE_NAMES
from schatzkammer.games.monte_cristo.state import (
    COLLECTED,
    COLLECTOR,
    NONE,
    TAKE_STEP,
    MonteCristoState,
    of_four,
    of_six,
)
from schatzkammer.games.monte_cristo.steps.collect import proceeds, sale
from schatzkammer.games.monte_cristo.steps.payment import payment_due
from schatzkammer.games.monte_cristo.steps.supply import JOKER_CHOICE
from schatzkammer.games.monte_cristo.types import Dungeon, Forecast, Piece


def forecast(s: MonteCristoState) -> list[Forecast]:
    """By seat, the most a scoring now would bring; during a scoring, with the treasures taken in it."""
    twin = s.copy()
    twin.events = None
    step: i64 = s.step
    if s.dungeon == NONE:
        twin.order = []
        step = COLLECTOR
    return [_of_seat(twin, step, seat) for seat in range(int(s.players))]


def _of_seat(s: MonteCristoState, step: i64, seat: int) -> Forecast:
    plan = Plan(seat).best(s.copy(), step)
    takes: dict[Dungeon, list[Piece]] = {}
    for dungeon, treasure in plan.takes:
        takes.setdefault(cast(Dungeon, DUNGEONS[dungeon]), []).append(cast(Piece, TYPE_NAMES[treasure]))
    return {"gain": proceeds(s, of_four(s.collected, seat)) + plan.points, "takes": takes}


class Best:
    """The most points to be had from a position on, and the treasures that bring them: dungeon and type of each."""

    def __init__(self, points: int, takes: list[tuple[int, int]]) -> None:
        self.points: Final = points
        self.takes: Final = takes


class Plan:
    """Searches all ways in which one seat can collect and pay; each position is searched once."""

    def __init__(self, seat: int) -> None:
        self._seat: Final = seat
        self._known: dict[tuple[object, ...], Best] = {}

    def best(self, s: MonteCristoState, step: i64) -> Best:
        """The best from a step of a scoring on; changes the state."""
        while step == COLLECTOR or (step != COLLECTED and s.order[0] != self._seat):
            step = flow.STEPS[COLLECTOR].open(s) if step == COLLECTOR else _dearest_first(s, step)
        if step == COLLECTED:
            return Best(0, [])
        key = (
            *(int(s.dungeon), len(s.order), int(step), tuple(s.queues[s.dungeon]), int(of_six(s.treasures, s.dungeon))),
            *(tuple(s.hands), tuple([len(jokers) for jokers in s.jokers])),
            *(int(s.owed), int(s.paid), int(s.least), int(s.largest)),
        )
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._searched(s, step)
        return known

    def _searched(self, s: MonteCristoState, step: i64) -> Best:
        best = Best(-1, [])
        offered = flow.STEPS[step].offer(s, self._seat)
        rest: i64 = offered & ~PASS_BIT
        while rest:
            choice = lowest(rest)
            rest &= rest - 1
            twin = s.copy()
            after = self.best(twin, flow.STEPS[step].choose(twin, self._seat, choice))
            if step == TAKE_STEP:
                takes = [(int(s.dungeon), int(choice)), *after.takes]
                after = Best(int(sale(s, choice)) + after.points, takes)
            if after.points > best.points:
                best = after
        if offered & PASS_BIT:
            after = self.best(s, flow.STEPS[step].choose(s, self._seat, PASS))
            if after.points > best.points:
                best = after
        return best


def _dearest_first(s: MonteCristoState, step: i64) -> i64:
    """Lets the collector take or pay, without looking ahead; returns the step that follows."""
    seat = s.order[0]
    choice = _dearest(s, flow.STEPS[TAKE_STEP].offer(s, seat)) if step == TAKE_STEP else _first_card(s)
    return flow.STEPS[step].choose(s, seat, choice)


def _dearest(s: MonteCristoState, offered: i64) -> i64:
    """The treasure on offer that sells for the most, of equal ones the first; PASS if none is on offer."""
    best: i64 = PASS
    most: i64 = 0
    rest: i64 = offered & ~PASS_BIT
    while rest:
        treasure = lowest(rest)
        rest &= rest - 1
        points = sale(s, treasure)
        if points > most:
            best = treasure
            most = points
    return best


def _first_card(s: MonteCristoState) -> i64:
    """M63: the first card of the cheapest payment for what is due."""
    bags: i64 = payment_due(s, s.order[0], s.kind)[0]
    return s.kind * 3 + bags - 1 if bags else JOKER_CHOICE
