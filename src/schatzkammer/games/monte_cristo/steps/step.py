"""Refusals and simple events, shared by all steps."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.turn import Refuser
from schatzkammer.games.monte_cristo.state import MonteCristoState

refuse: Final = Refuser("schatzkammer.games.monte_cristo")


def report(s: MonteCristoState, event: str, seat: i64) -> None:
    """Reports an event that has only a seat."""
    if s.events is not None:
        s.events.append({"event": event, "seat": int(seat)})
