"""Summaries of hand-made results."""

from __future__ import annotations

import pytest

from schatzkammer.arena.game import Pace, Result
from schatzkammer.arena.summary import summarise
from schatzkammer.bots import Budget, budget_of
from tests.arena.conftest import plan_of


def result(plan, number, scores, winners, times=(1.0,)):
    paces = tuple(Pace() for _ in scores)
    for pace in paces:
        for time in times:
            pace.add(time)
    return Result(
        number=number,
        seats=plan.fixture(number).seats,
        scores=scores,
        winners=winners,
        plies=10,
        digest="",
        pace=paces,
    )


def test_ties_share_places_and_the_winner_of_a_tie_break_is_first():
    plan = plan_of(*["random"] * 4, players=4)
    assert result(plan, 0, (30, 40, 40, 10), (1,)).places() == [3, 1, 2, 4]
    assert result(plan, 0, (30, 40, 40, 30), (1, 2)).places() == [3.5, 1.5, 1.5, 3.5]
    assert result(plan, 0, (30, 40, 40, 30), (1, 2)).win(2) == 0.5


def test_the_better_bot_is_rated_higher():
    plan = plan_of("random", "ismcts")
    results = []
    for number in range(40):
        strong = plan.fixture(number).seats.index(1)
        scores = (50, 60) if strong == 1 else (60, 50)
        results.append(result(plan, number, scores, (strong,)))
    summary = summarise(plan, results)
    best, worst = summary.standings
    assert (best.label, worst.label) == ("ismcts", "random")
    assert best.rating.low > worst.rating.high
    assert (best.wins.mean, best.wins.high, worst.wins.low) == (1, 1, 0)
    assert 0.8 < best.wins.low < 1
    assert (best.points.mean, best.place.mean, worst.place.mean) == (60, 1, 2)
    assert (summary.games, summary.deals) == (40, 20)
    assert [seat.mean for seat in summary.seats] == [0.5, 0.5]
    [pair] = summary.pairs
    assert (pair.first, pair.second, pair.ahead.mean, pair.points.mean) == ("random", "ismcts", 0, -10)


def test_one_deal_has_no_interval():
    plan = plan_of("random", "random")
    summary = summarise(plan, [result(plan, number, (50, 40), (0,)) for number in range(2)])
    assert summary.standings[0].wins.low is None
    assert summary.length.high is None


def test_quantiles_of_times_are_exact_to_two_percent():
    pace = Pace()
    for time in range(1, 1001):
        pace.add(float(time))
    assert pace.quantile(0.99) == pytest.approx(990, rel=0.02)
    assert pace.quantile(0.5) == pytest.approx(500, rel=0.02)
    assert (pace.longest, pace.total / pace.decisions) == (1000, 500.5)
    twice = Pace()
    twice.merge(pace)
    twice.merge(pace)
    assert (twice.decisions, twice.quantile(0.99)) == (2000, pace.quantile(0.99))
    assert Pace().quantile(0.99) == 0
    assert (pace.slower_than(2000), pace.slower_than(0)) == (0, 1000)
    assert pace.slower_than(500) == pytest.approx(500, abs=10)


def test_a_budget_comes_from_the_name_or_the_level():
    named = [budget_of(name) for name in ("expert@200ms", "expert@1.5s", "ismcts@2000", "expert", "random")]
    assert named == [Budget(None, 200), Budget(None, 1500), Budget(2000), Budget(None, 1000), None]
