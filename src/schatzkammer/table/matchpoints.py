"""Matchpoints: how well a deal was played, compared with all others who played it in the same seat.

Every other play is worth one point if it was beaten, and half a point if it was as good; shared places share. The
percentage is that of the points there were.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple


class Ended(NamedTuple):
    """How a game ended for one seat."""

    place: int  # 1 is the best
    points: int | None  # None where the game was not played to its end
    gone: bool = False  # resigned, or not there at the end: worse than any game that was played


class Matchpoints(NamedTuple):
    """What one play got."""

    points: float
    percent: float  # 50 where nobody else has played


def compared(plays: Sequence[Ended]) -> list[Matchpoints]:
    """What each of these plays of one deal in the same seat got, in their order."""
    values = [_value(play) for play in plays]
    ordered = sorted(values)
    others = len(plays) - 1
    found = []
    for value in values:
        below, upto = bisect_left(ordered, value), bisect_right(ordered, value)
        points = below + (upto - below - 1) / 2
        found.append(Matchpoints(points, 100 * points / others if others else 50.0))
    return found


def _value(play: Ended) -> tuple[bool, int, int]:
    """What plays are compared by: the place first, and among equal places the points."""
    if play.gone:
        return False, 0, 0
    return True, -play.place, play.points or 0
