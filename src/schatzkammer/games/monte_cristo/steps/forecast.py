"""What a scoring now would bring, if everybody took the dearest treasures they can pay for (M60 to M66)."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from schatzkammer.core.bits import lowest
from schatzkammer.core.turn import PASS, PASS_BIT
from schatzkammer.games.monte_cristo import flow
from schatzkammer.games.monte_cristo.components import DUNGEONS, TYPE_NAMES
from schatzkammer.games.monte_cristo.state import (
    COLLECTED,
    COLLECTOR,
    NONE,
    PAY_STEP,
    TAKE_STEP,
    MonteCristoState,
    of_four,
)
from schatzkammer.games.monte_cristo.steps.collect import proceeds, sale
from schatzkammer.games.monte_cristo.steps.payment import payment_due
from schatzkammer.games.monte_cristo.steps.supply import JOKER_CHOICE
from schatzkammer.games.monte_cristo.types import Dungeon, Forecast, Piece


def forecast(s: MonteCristoState) -> list[Forecast]:
    """By seat, what a scoring now would bring; during a scoring, what the rest of it and the treasures taken bring."""
    twin = s.copy()
    twin.events = None
    takes: list[dict[Dungeon, list[Piece]]] = [{} for _ in range(int(s.players))]
    step: i64 = s.step
    if s.dungeon == NONE:
        twin.order = []
        step = COLLECTOR
    while step != COLLECTED:
        if step == TAKE_STEP:
            seat = twin.order[0]
            choice = dearest(twin, flow.STEPS[TAKE_STEP].offer(twin, seat))
            if choice != PASS:
                dungeon = cast(Dungeon, DUNGEONS[twin.dungeon])
                takes[seat].setdefault(dungeon, []).append(cast(Piece, TYPE_NAMES[choice]))
            step = flow.STEPS[TAKE_STEP].choose(twin, seat, choice)
        elif step == PAY_STEP:
            step = flow.STEPS[PAY_STEP].choose(twin, twin.order[0], first_card(twin))
        else:
            step = flow.STEPS[COLLECTOR].open(twin)
    return [
        {"gain": proceeds(twin, of_four(twin.collected, seat)), "takes": takes[seat]} for seat in range(int(s.players))
    ]


def dearest(s: MonteCristoState, offered: i64) -> i64:
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


def first_card(s: MonteCristoState) -> i64:
    """M63: the first card of the cheapest payment for what is due."""
    bags: i64 = payment_due(s, s.order[0], s.kind)[0]
    return s.kind * 3 + bags - 1 if bags else JOKER_CHOICE
