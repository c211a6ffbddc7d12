"""The change order lane, and the move of the acting marble (M21, M22, M70, M71)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Json
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import PASS, PASS_BIT, Step
from schatzkammer.games.monte_cristo.components import KINDS, LANES, MOST_IN_LANE, MOST_OF_COLOUR
from schatzkammer.games.monte_cristo.state import (
    MARBLE_STEP,
    NEXT_LANE,
    OCTAL,
    MonteCristoState,
    marbles,
    marbles_of,
    of_four,
    with_four,
)
from schatzkammer.games.monte_cristo.steps.step import refuse, report, then

# Choices: 12 for each lane, two for each place from the second up; then two for each kind of treasure.
A_LANE: Final[i64] = 12
FIRST_UP: Final[i64] = 48


class Change(Step[MonteCristoState]):
    """M70: the player moves a marble of theirs 1 or 2 places down, or a market marker 1 or 2 up, or nothing.

    M71: the marble may be in any lane, including the acting one.
    """

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        choices: i64 = PASS_BIT
        for lane in range(4):
            rest = of_four(s.lanes, lane) >> 3
            first: i64 = lane * A_LANE
            down = first
            while rest:
                if rest & 7 == seat + 1:
                    choices |= bit(down)
                    if down > first:  # the second marble can go down only one place
                        choices |= bit(down + 1)
                rest >>= 3
                down += 2
        rank: i64 = 1
        while rank < 5:
            up: i64 = FIRST_UP + 2 * s.market[rank]
            choices |= bit(up)
            if rank > 1:
                choices |= bit(up + 1)
            rank += 1
        return choices

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        if choice == PASS:
            report(s, "pass_change", seat)
        elif choice >= FIRST_UP:
            kind, up = marker_move(choice)
            raise_marker(s, seat, kind, up)
        else:
            lane, place, down = marble_move(choice)
            lower_marble(s, seat, lane, place, down)
        return MARBLE_STEP

    def outcome(self, s: MonteCristoState, seat: i64, choice: i64) -> Outcome:
        outcome: Outcome = {}
        if FIRST_UP <= choice < PASS:
            kind, up = marker_move(choice)
            outcome["amounts"] = raised_prices(s, kind, up)
        elif choice != PASS:
            lane, place, down = marble_move(choice)
            outcome["places"] = [LANES[lane]]
            outcome["amounts"] = {"place": int(place + 1 - down)}
        return then(self, s, seat, choice, outcome)

    def refusal(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        if choice >= FIRST_UP:
            kind, by = marker_move(choice)
            return refuse("M70", "market_top", {"kind": KINDS[kind], "by": int(by)})
        lane, place, _ = marble_move(choice)
        details: dict[str, object] = {"lane": LANES[lane], "place": int(place + 1)}
        marble = (of_four(s.lanes, lane) >> (3 * place)) & 7
        if marble == 0:
            return refuse("M70", "no_marble", details)
        if marble != seat + 1:
            return refuse("M70", "not_your_marble", details)
        return refuse("M71", "no_room", details)


def marble_move(choice: i64) -> tuple[i64, i64, i64]:
    """The lane of a marble, the number of marbles below it, and how many places it goes down."""
    return choice // A_LANE, choice % A_LANE // 2 + 1, choice % 2 + 1


def marker_move(choice: i64) -> tuple[i64, i64]:
    """The kind of a market marker, and how many places it goes up."""
    return (choice - FIRST_UP) // 2, (choice - FIRST_UP) % 2 + 1


class Marble(Step[MonteCristoState]):
    """M21: the acting marble joins the upper end of another lane, within its limits (M22)."""

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        choices: i64 = 0
        for lane in range(4):
            held = of_four(s.lanes, lane)
            if lane != s.lane and marbles(held) < MOST_IN_LANE and marbles_of(held, seat) < MOST_OF_COLOUR:
                choices |= bit(lane)
        return choices

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        # M71: only a marble of the same player can have passed the acting one, so the lowest is as good.
        s.lanes = with_four(s.lanes, s.lane, of_four(s.lanes, s.lane) >> 3)
        held = of_four(s.lanes, choice)
        s.lanes = with_four(s.lanes, choice, held + (seat + 1) * OCTAL[marbles(held)])
        if s.events is not None:
            s.events.append({"event": "marble", "seat": int(seat), "lane": LANES[choice]})
        return NEXT_LANE

    def outcome(self, s: MonteCristoState, seat: i64, choice: i64) -> Outcome:
        place = marbles(of_four(s.lanes, choice)) + 1
        return {"places": [LANES[choice]], "amounts": {"place": int(place)}}

    def refusal(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS:
            return refuse("M21", "must_place")
        details: dict[str, object] = {"lane": LANES[choice]}
        if choice == s.lane:
            return refuse("M21", "own_lane", details)
        if marbles(of_four(s.lanes, choice)) >= MOST_IN_LANE:
            return refuse("M22", "lane_full", details)
        return refuse("M22", "lane_colour", details)


def lower_marble(s: MonteCristoState, seat: i64, lane: i64, place: i64, by: i64) -> None:
    """M70: moves down the marble that has `place` marbles below it; the marbles it passes move up."""
    held = of_four(s.lanes, lane)
    target = place - by
    below = held % OCTAL[target]
    passed = held // OCTAL[target] % OCTAL[by]
    above = held // OCTAL[place + 1] * OCTAL[place + 1]
    changed = below + (seat + 1) * OCTAL[target] + passed * OCTAL[target + 1] + above
    s.lanes = with_four(s.lanes, lane, changed)
    if s.events is not None:
        event: Json = {"event": "down", "seat": int(seat), "lane": LANES[lane], "place": int(place + 1), "by": int(by)}
        s.events.append(event)


def raised(market: list[int], kind: i64, by: i64) -> list[int]:
    """M70: the market after a marker has moved up; the markers it passes move down."""
    rank = market.index(int(kind))
    changed = market[:]
    changed.pop(rank)
    changed.insert(rank - int(by), int(kind))
    return changed


def raised_prices(s: MonteCristoState, kind: i64, by: i64) -> dict[str, int]:
    """M70: the price of a kind before and after its marker moves up, and by name every other price that changes."""
    twin = s.copy()
    twin.market = raised(s.market, kind, by)
    before, after = prices(s), prices(twin)
    amounts = {"price": after[kind], "before": before[kind]}
    for other, name in enumerate(KINDS):
        if other != kind and after[other] != before[other]:
            amounts[name] = after[other]
    return amounts


def raise_marker(s: MonteCristoState, seat: i64, kind: i64, by: i64) -> None:
    """M70: moves up a market marker."""
    s.market = raised(s.market, kind, by)
    if s.events is not None:
        price = prices(s)[kind]
        s.events.append({"event": "up", "seat": int(seat), "kind": KINDS[kind], "by": int(by), "price": price})


def prices(s: MonteCristoState) -> list[int]:
    """M5: by kind, the price at its marker's rank in the market."""
    by_kind = [0] * 5
    for rank, kind in enumerate(s.market):
        by_kind[kind] = s.parts.prices[rank]
    return by_kind
