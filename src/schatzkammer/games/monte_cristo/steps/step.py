"""What the steps of Monte Cristo have in common: refusals and simple events."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.turn import Refuser
from schatzkammer.games.monte_cristo.state import MonteCristoState

refuse: Final = Refuser("schatzkammer.games.monte_cristo")


def tell(s: MonteCristoState, event: str, seat: i64) -> None:
    """An event that names a seat and nothing else."""
    if s.events is not None:
        s.events.append({"event": event, "seat": int(seat)})
