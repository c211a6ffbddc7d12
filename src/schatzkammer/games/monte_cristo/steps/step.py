"""Refusals, simple events and the decision that follows, shared by all steps."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import Refuser, Step, TurnGame
from schatzkammer.games.monte_cristo.state import MonteCristoState

refuse: Final = Refuser("schatzkammer.games.monte_cristo")


def report(s: MonteCristoState, event: str, seat: i64) -> None:
    """Reports an event that has only a seat."""
    if s.events is not None:
        s.events.append({"event": event, "seat": int(seat)})


def then(step: Step[MonteCristoState], s: MonteCristoState, seat: i64, choice: i64, outcome: Outcome) -> Outcome:
    """Adds the step in which the seat decides next if the action of the lane goes on with it.

    Plays the choice to find out. Nothing hidden decides which step follows within an action.
    """
    game = cast(TurnGame, s.game)
    twin = s.copy()
    game.apply(twin, seat, step.numbers[choice])
    if twin.seat == seat and twin.lane == s.lane and twin.rounds == s.rounds:
        outcome["then"] = game.steps[twin.step].name
    return outcome
