"""Ratings: per title, people, programs and bots on one scale, by openskill's Thurstone–Mosteller model (Weng and Lin).

A game is a ranking of its players, and counts as the comparisons of all pairs do, shared out among them: taken whole,
the pairs of a table of five would say more than the table did. Simulated seasons chose the model: docs/ratings.md.

Ratings are a function of the rated games in the order of their ends, so that they can be computed again from the log.
In points, a player's form varies by 200 from game to game, as in Elo's system, and everybody starts with 1500.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from openskill.models import ThurstoneMostellerFull

START = 1500
POINTS = 48  # of one unit of the model, whose form varies by 25/6
DRIFT = 25 / 300  # how much a person changes from game to game; bots do not learn
PACE = 0.7  # how fast intervals shrink; at 1 they promise too much where players differ a lot
MEANINGFUL = 250  # points to either side: the widest interval of a rating that is not provisional
Z = 1.96  # of the 95 % interval
BOT = "bot:"  # before a level, where others are identities


class Rating(NamedTuple):
    """A player's strength as the model knows it."""

    mu: float
    sigma: float

    @property
    def value(self) -> int:
        """The rating in points."""
        return round(START + (self.mu - 25) * POINTS)

    @property
    def reach(self) -> float:
        """How far the 95 % interval goes to either side, in points."""
        return Z * self.sigma * POINTS

    @property
    def provisional(self) -> bool:
        """Whether the interval is too wide to mean much."""
        return self.reach > MEANINGFUL


UNRATED = Rating(25.0, 25 / 3)


def is_bot(player: str) -> bool:
    """Whether a player is one of the server's bots."""
    return player.startswith(BOT)


def rated(players: Sequence[str], places: Sequence[int], before: dict[str, Rating]) -> dict[str, Rating]:
    """The ratings of the players after a game, given those before it; equal places are ties."""
    entered = {player: _drifted(player, before.get(player, UNRATED)) for player in players}
    after = dict(entered)
    for (one, place), (other, its_place) in combinations(zip(players, places, strict=True), 2):
        if one != other:  # two seats of the same bot say nothing of it
            pair = _compared(entered[one], entered[other], place, its_place)
            for player, found in zip((one, other), pair, strict=True):
                after[player] = _changed(after[player], entered[player], found, 2 / len(players))
    return after


def _compared(one: Rating, other: Rating, place: int, its_place: int) -> list[Rating]:
    """The ratings of two players after a game between them."""
    model = _model()
    teams = [[model.rating(*one)], [model.rating(*other)]]
    return [Rating(new.mu, new.sigma) for [new] in model.rate(teams, ranks=[float(place), float(its_place)])]


def _drifted(player: str, rating: Rating) -> Rating:
    return rating if is_bot(player) else Rating(rating.mu, min(UNRATED.sigma, hypot(rating.sigma, DRIFT)))


def _changed(now: Rating, before: Rating, after: Rating, share: float) -> Rating:
    """Adds a share of what a comparison has changed and of what it says about the player."""
    known = now.sigma**-2 + share * (after.sigma**-2 - before.sigma**-2)
    return Rating(now.mu + share * (after.mu - before.mu), known**-0.5)


@cache
def _model() -> ThurstoneMostellerFull:
    from openskill.models import ThurstoneMostellerFull  # a quarter of a second, which most commands need not wait

    return ThurstoneMostellerFull(tau=0.0, gamma=_pace)


def _pace(*_: object, **__: object) -> float:
    return PACE
