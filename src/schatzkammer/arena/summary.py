"""The summary of a run: how strong each bot is, and how certain that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from schatzkammer.arena.game import Pace, Result
from schatzkammer.arena.plan import Plan
from schatzkammer.arena.ratings import ratings
from schatzkammer.arena.statistics import Estimate, estimate, fewer, share, without_luck
from schatzkammer.arena.verdict import Verdict
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
class WithoutLuck:
    """Figures less the luck that the frozen value finds, and how many times fewer games they need."""

    wins: Estimate
    points: Estimate
    fewer_wins: float | None  # None: nothing varies
    fewer_points: float | None


@dataclass(frozen=True)
class Standing:
    """The results of one entrant. Intervals are over deals, because the games of a deal are not independent."""

    label: str
    games: int
    rating: Estimate
    wins: Estimate  # share of games won; a shared win counts in part
    points: Estimate
    place: Estimate
    without_luck: WithoutLuck | None  # None: not measured
    thinking: Thinking


@dataclass(frozen=True)
class Pair:
    """Two entrants, in the games that both played."""

    first: str
    second: str
    ahead: Estimate  # share of games in which the first was placed better; ties count half
    points: Estimate  # points of the first minus points of the second
    points_without_luck: Estimate | None


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
    verdict: Verdict | None = None  # of a run that ends as soon as it is clear


def summarise(plan: Plan, results: Sequence[Result], verdict: Verdict | None = None) -> Summary:
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
        verdict,
    )


def _by_deal(plan: Plan, values: Iterable[tuple[Result, float]]) -> list[float]:
    """The mean value of each deal, from one value per game."""
    deals: dict[int, list[float]] = {}
    for result, value in values:
        deals.setdefault(result.number // plan.games_per_deal, []).append(value)
    return [fmean(deal) for deal in deals.values()]


def _standing(plan: Plan, results: Sequence[Result], entrant: int, rating: Estimate) -> Standing:
    played = [(result, result.seats.index(entrant)) for result in results if entrant in result.seats]
    wins = _by_deal(plan, ((result, result.win(seat)) for result, seat in played))
    points = _by_deal(plan, ((result, float(result.scores[seat])) for result, seat in played))
    return Standing(
        plan.labels[entrant],
        len(played),
        rating,
        share(wins),
        estimate(points),
        estimate(_by_deal(plan, ((result, result.places()[seat]) for result, seat in played))),
        _without_luck(plan, played, wins, points),
        _thinking(plan.bots[entrant], [result.pace[seat] for result, seat in played]),
    )


def _without_luck(
    plan: Plan, played: Sequence[tuple[Result, int]], wins: Sequence[float], points: Sequence[float]
) -> WithoutLuck | None:
    lucky = [(result, seat, result.luck) for result, seat in played if result.luck is not None]
    if len(lucky) < len(played):
        return None
    less_wins = without_luck(wins, _by_deal(plan, ((result, luck.wins[seat]) for result, seat, luck in lucky)))
    less_points = without_luck(points, _by_deal(plan, ((result, luck.points[seat]) for result, seat, luck in lucky)))
    return WithoutLuck(estimate(less_wins), estimate(less_points), fewer(wins, less_wins), fewer(points, less_points))


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
    luck: list[tuple[Result, float]] = []
    for result in results:
        if first in result.seats and second in result.seats:
            one, other = result.seats.index(first), result.seats.index(second)
            places = result.places()
            ahead.append((result, 0.5 * (1 + (places[one] < places[other]) - (places[one] > places[other]))))
            points.append((result, float(result.scores[one] - result.scores[other])))
            if result.luck is not None:
                luck.append((result, result.luck.points[one] - result.luck.points[other]))
    leads = _by_deal(plan, points)
    measured = len(luck) == len(points)
    return Pair(
        plan.labels[first],
        plan.labels[second],
        share(_by_deal(plan, ahead)),
        estimate(leads),
        estimate(without_luck(leads, _by_deal(plan, luck))) if measured else None,
    )
