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
    """Milliseconds per decision, forced ones not counted."""

    decisions: int
    mean: float
    p99: float
    longest: float
    budget: float | None  # allowed time, if the bot has one
    beyond: int | None  # decisions that exceeded the budget by more than a fifth and 50 ms


@dataclass(frozen=True)
class Standing:
    """The results of one entrant; intervals are over deals, as the games of a deal are not independent."""

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
    seats = range(plan.players)
    return Summary(
        plan,
        len(results),
        len(results) // plan.games_per_deal,
        sorted(standings, key=lambda standing: -standing.rating.mean),
        pairs,
        [share(by_deal((plan.fixture(r.number).deal, r.win(seat)) for r in results)) for seat in seats],
        estimate(by_deal((plan.fixture(r.number).deal, float(r.plies)) for r in results)),
    )


def by_deal(values: Iterable[tuple[int, float]]) -> list[float]:
    """The mean of each deal's values."""
    deals: dict[int, list[float]] = {}
    for deal, value in values:
        deals.setdefault(deal, []).append(value)
    return [fmean(found) for found in deals.values()]


def _standing(plan: Plan, results: Sequence[Result], entrant: int, rating: Estimate) -> Standing:
    played = [(plan.fixture(r.number).deal, r, r.seats.index(entrant)) for r in results if entrant in r.seats]
    pace = Pace()
    for _, result, seat in played:
        pace.merge(result.pace[seat])
    given = budget_of(plan.bots[entrant])
    budget = None if given is None or given.milliseconds is None else float(given.milliseconds)
    mean = pace.total / pace.decisions if pace.decisions else 0.0
    return Standing(
        plan.labels[entrant],
        len(played),
        rating,
        share(by_deal((deal, result.win(seat)) for deal, result, seat in played)),
        estimate(by_deal((deal, float(result.scores[seat])) for deal, result, seat in played)),
        estimate(by_deal((deal, result.places()[seat]) for deal, result, seat in played)),
        Thinking(
            pace.decisions,
            mean,
            pace.quantile(0.99),
            pace.longest,
            budget,
            None if budget is None else pace.slower_than(max(1.2 * budget, budget + 50)),
        ),
    )


def _pair(plan: Plan, results: Sequence[Result], first: int, second: int) -> Pair:
    ahead: list[tuple[int, float]] = []
    points: list[tuple[int, float]] = []
    for result in results:
        if first in result.seats and second in result.seats:
            one, other = result.seats.index(first), result.seats.index(second)
            places = result.places()
            deal = plan.fixture(result.number).deal
            ahead.append((deal, 0.5 * (1 + (places[one] < places[other]) - (places[one] > places[other]))))
            points.append((deal, float(result.scores[one] - result.scores[other])))
    return Pair(plan.labels[first], plan.labels[second], share(by_deal(ahead)), estimate(by_deal(points)))
