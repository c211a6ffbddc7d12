"""The decision rating: what a person's decisions cost on the average, by the reviews of their games.

The loss of a decision is in shares of the win, 0 to 1. A review judges by what the seat knew, so that luck plays no
part: some hundred decisions say more than as many games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import msgspec
from msgspec import Struct

Z = 1.96  # of the 95 % interval
MEANINGFUL = 5  # games: with fewer, the rating is provisional


class Losses(NamedTuple):
    """The real decisions of a seat in one game."""

    number: int
    loss: float  # the sum of their losses, in shares of the win
    squares: float  # the sum of the squares of these


class DecisionRating(NamedTuple):
    """The mean loss of a decision in shares of the win, and how far its 95 % interval goes to either side."""

    loss: float
    reach: float
    decisions: int
    games: int

    @property
    def provisional(self) -> bool:
        """Whether there are too few games to mean much."""
        return self.games < MEANINGFUL


class _Decision(Struct):
    real: bool
    loss_win: float


class _Seat(Struct):
    seat: int
    decisions: list[_Decision]


class _Review(Struct):
    seats: list[_Seat]


_DECODE = msgspec.json.Decoder(_Review).decode


def losses_of(review: bytes) -> list[tuple[int, Losses]]:
    """By seat, the real decisions of a review."""
    found = []
    for seat in _DECODE(review).seats:
        losses = [made.loss_win for made in seat.decisions if made.real]
        found.append((seat.seat, Losses(len(losses), sum(losses), sum(loss * loss for loss in losses))))
    return found


def rating_of(games: Sequence[Losses]) -> DecisionRating | None:
    """The rating after some games; None without a real decision.

    Decisions of one game have much in common. So the spread between games counts, by Student's distribution, as soon
    as it promises less than that between single decisions.
    """
    played = [game for game in games if game.number]
    number = sum(game.number for game in played)
    if not number:
        return None
    mean = sum(game.loss for game in played) / number
    single = max(0.0, sum(game.squares for game in played) / number - mean * mean)
    reach = Z * sqrt(single / max(1, number - 1))
    if len(played) > 1:
        freedom = len(played) - 1
        between = sum((game.loss - mean * game.number) ** 2 for game in played)
        reach = max(reach, _student(freedom) * sqrt(between * len(played) / freedom) / number)
    return DecisionRating(mean, reach, number, len(played))


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, by Cornish and Fisher's expansion, and never too small."""
    if freedom <= 2:
        return (12.71, 4.31)[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
