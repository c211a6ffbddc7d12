"""What a position promises each seat, and what a seat plays for."""

from __future__ import annotations

from math import exp
from typing import Final

from schatzkammer.core.game import State

WIN_WEIGHT: Final = 0.5  # of the win in a reward; the rest is the lead in points, a guide where wins are rare


class Estimate:
    """By seat: the expected share of the win and the expected final points."""

    __slots__ = ("points", "wins")

    def __init__(self, wins: list[float], points: list[float]) -> None:
        self.wins = wins
        self.points = points


def result(state: State) -> Estimate:
    """The estimate of a finished game: what happened."""
    game = state.game
    wins = [0.0] * int(state.players)
    winners = game.winners(state)
    for seat in winners:
        wins[seat] = 1.0 / float(len(winners))
    return Estimate(wins, [float(score) for score in game.scores(state)])


def from_points(points: list[float], margin: float) -> Estimate:
    """The estimate if these points are expected, and leads of `margin` points are usual."""
    return Estimate([win_chance(lead_of(points, seat) / margin) for seat in range(len(points))], points)


def win_chance(lead: float) -> float:
    """The probability that a lead, in units of the typical margin, is held to the end."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, lead))))


def lead_of(points: list[float], seat: int) -> float:
    """The points by which a seat leads the best other seat."""
    best = -1.0e9
    for other, score in enumerate(points):
        if other != seat and score > best:
            best = score
    return points[seat] - best


def reward(estimate: Estimate, seat: int, margin: float) -> float:
    """What a seat plays for: its share of the win, and its lead in units of the typical margin."""
    lead = lead_of(estimate.points, seat)
    return WIN_WEIGHT * estimate.wins[seat] + (1.0 - WIN_WEIGHT) * (0.5 + 0.5 * lead / (abs(lead) + margin))
