"""Ratings: the Plackett–Luce model, updated by openskill (Weng and Lin) in the order of the games."""

from __future__ import annotations

from collections.abc import Iterable

from openskill.models import PlackettLuce

from schatzkammer.arena.game import Result
from schatzkammer.arena.statistics import Estimate, Z

MODEL = PlackettLuce(tau=0.0)  # no drift: bots do not learn between games


def ratings(results: Iterable[Result], entrants: int) -> list[Estimate]:
    """The rating of each entrant with the model's 95 % interval; 25 is average."""
    current = [MODEL.rating() for _ in range(entrants)]
    for result in results:
        teams = [[current[entrant]] for entrant in result.seats]
        for entrant, [rating] in zip(result.seats, MODEL.rate(teams, ranks=result.places()), strict=True):
            current[entrant] = rating
    return [Estimate(rating.mu, rating.mu - Z * rating.sigma, rating.mu + Z * rating.sigma) for rating in current]
