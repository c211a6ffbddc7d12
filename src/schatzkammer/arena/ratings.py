"""Ratings: Plackett and Luce's model as openskill updates it (Weng and Lin), game by game in the order of numbers."""

from __future__ import annotations

from collections.abc import Iterable

from openskill.models import PlackettLuce

from schatzkammer.arena.play import Result
from schatzkammer.arena.statistics import Estimate, Z

# Bots do not learn from game to game, so nothing has to keep their ratings moving: no tau.
MODEL = PlackettLuce(tau=0.0)


def rated(results: Iterable[Result], entrants: int) -> list[Estimate]:
    """The rating of each entrant, 25 for the average one, with the interval of what the model believes."""
    ratings = [MODEL.rating() for _ in range(entrants)]
    for result in results:
        teams = [[ratings[entrant]] for entrant in result.seats]
        for entrant, [rating] in zip(result.seats, MODEL.rate(teams, ranks=result.places()), strict=True):
            ratings[entrant] = rating
    return [Estimate(rating.mu, rating.mu - Z * rating.sigma, rating.mu + Z * rating.sigma) for rating in ratings]
