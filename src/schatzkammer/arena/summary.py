"""The summary of a run: how strong each bot is, and how certain that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from schatzkammer.arena.game import Pace, Result
from schatzkammer.arena.plan import Plan
from schatzkammer.arena.ratings import ratings
from schatzkammer.arena.statistics import Estimate, estimate, share
from schatzkammer.bots import budget_of


@dataclass(frozen=True)
class Thinking:
    """Milliseconds per decision; forced decisions are not counted."""

    decisions: int
    mean: float
    p99: float
    longest: float
    budget: float | None  # allowed time, if the bot has one
    beyond: int | None  # decisions over budget by more than a fifth and more than 50 ms


@dataclass(frozen=True)
class Standing:
    """The results of one entrant. Intervals are over deals, because the games of a deal are not independent."""

    label: str
    games: int
    rating: Estimate
    wins: Estimate  # share of games won; a shared win counts in part
    points: Estimate
    place: Estimate
    thinking: Thinking


@dataclass(frozen=True)
class Pair:
    """Two entrants, in the games that both played."""

    first: str
    second: str
    ahead: Estimate  # share of games in which the first was placed better; ties count half
    points: Estimate  # points of the first minus points of the second


@dataclass(frozen=True)
class Summary:
    """A run as a whole."""

    plan: Plan
    games: int
    deals: int
    standings: list[Standing]  # best rating first
    pairs: list[Pair]
    seats: list[Estimate]  # share of wins by seat; entrants took all seats equally often
    length: Estimate  # decisions in a game


def summarise(plan: Plan, results: Sequence[Result]) -> Summary:
    """Summarises complete deals, given in the order of their numbers."""
    labels = plan.labels
    standings = [
        _standing(plan, results, entrant, rating) for entrant, rating in enumerate(ratings(results, len(labels)))
    ]
    pairs = [_pair(plan, results, *two) for two in combinations(range(len(labels)), 2)]
    return Summary(
        plan,
        len(results),
        len(results) // plan.games_per_deal,
        sorted(standings, key=lambda standing: -standing.rating.mean),
        pairs,
        [share(_by_deal(plan, ((result, result.win(seat)) for result in results))) for seat in range(plan.players)],
        estimate(_by_deal(plan, ((result, float(result.plies)) for result in results))),
    )


def _by_deal(plan: Plan, values: Iterable[tuple[Result, float]]) -> list[float]:
    """The mean value of each deal, from one value per game."""
    deals: dict[int, list[float]] = {}
    for result, value in values:
        deals.setdefault(result.number // plan.games_per_deal, []).append(value)
    return [fmean(deal) for deal in deals.values()]


def _standing(plan: Plan, results: Sequence[Result], entrant: int, rating: Estimate) -> Standing:
    played = [(result, result.seats.index(entrant)) for result in results if entrant in result.seats]
    return Standing(
        plan.labels[entrant],
        len(played),
        rating,
        share(_by_deal(plan, ((result, result.win(seat)) for result, seat in played))),
        estimate(_by_deal(plan, ((result, float(result.scores[seat])) for result, seat in played))),
        estimate(_by_deal(plan, ((result, result.places()[seat]) for result, seat in played))),
        _thinking(plan.bots[entrant], [result.pace[seat] for result, seat in played]),
    )


def _thinking(bot: str, paces: Sequence[Pace]) -> Thinking:
    pace = Pace()
    for game in paces:
        pace.merge(game)
    limit = budget_of(bot)
    budget = None if limit is None or limit.milliseconds is None else float(limit.milliseconds)
    return Thinking(
        pace.decisions,
        pace.total / pace.decisions if pace.decisions else 0.0,
        pace.quantile(0.99),
        pace.longest,
        budget,
        None if budget is None else pace.slower_than(max(1.2 * budget, budget + 50)),
    )


def _pair(plan: Plan, results: Sequence[Result], first: int, second: int) -> Pair:
    ahead: list[tuple[Result, float]] = []
    points: list[tuple[Result, float]] = []
    for result in results:
        if first in result.seats and second in result.seats:
            one, other = result.seats.index(first), result.seats.index(second)
            places = result.places()
            ahead.append((result, 0.5 * (1 + (places[one] < places[other]) - (places[one] > places[other]))))
            points.append((result, float(result.scores[one] - result.scores[other])))
    return Pair(plan.labels[first], plan.labels[second], share(_by_deal(plan, ahead)), estimate(_by_deal(plan, points)))
