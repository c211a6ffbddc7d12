"""Studies and reports of the lab, from hand-made and from real results."""

from __future__ import annotations

import pytest

from schatzkammer.arena.plan import Run, make_run
from schatzkammer.arena.runner import run
from schatzkammer.core.loading import checked_setup
from schatzkammer.games import find
from schatzkammer.lab.game import Result, play
from schatzkammer.lab.report import comparison_report, study_report
from schatzkammer.lab.study import compare, study
from tests.arena.test_report import Page


def run_of(components=None, game="ali-baba", players=2):
    rules = find(game)
    return make_run(Run, rules, checked_setup(rules, players, None, components), ("random",) * players, "lab")


def result(number, scores, uses):
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    return Result(number=number, scores=scores, winners=winners, plies=20 + number, uses=uses)


def test_an_item_worth_ten_points():
    results = [result(n, (50 + n + 10, 50 + n), {"spell/green": [1, 0]}) for n in range(10)]
    results += [result(n, (50 + n, 50 + n + 20), {"spell/green": [0, 2]}) for n in range(10, 20)]
    found = study(run_of(), results)
    green = next(item for item in found.items if (item.group, item.id) == ("spell", "green"))
    assert (green.uses.mean, green.users, green.points.mean, green.wins.mean) == (1.5, 0.5, 15, 1)
    assert green.each.mean == pytest.approx(10)
    assert green.each.low == pytest.approx(10)
    assert found.measures["length"].mean == 29.5
    assert found.measures["range"].mean == found.measures["margin"].mean == 15
    assert [seat.mean for seat in found.seats] == [0.5, 0.5]
    never = next(item for item in found.items if item.id == "A41")
    assert (never.uses.mean, never.users, never.points, never.each) == (0, 0, None, None)


def test_two_sets_are_compared_game_by_game():
    first = [result(n, (10 * n, 10 * n + 1), {"rule/A23": [1, 1]}) for n in range(20)]
    second = [result(n, (10 * n + 3, 10 * n + 1), {"rule/A23": [0, n % 2]}) for n in range(20)]
    found = compare([run_of(), run_of()], [first, second])
    by_name = {change.name: change for change in (*found.measures, *found.seats, *found.items)}
    points = by_name["points"]
    assert points.difference.mean == pytest.approx(1.5)
    assert points.difference.high == pytest.approx(1.5)  # although the games differ from each other
    assert (by_name["0"].first, by_name["0"].second, by_name["0"].difference.mean) == (0, 1, 1)
    assert by_name["rule/A23"].difference.mean == -1.5
    assert by_name["rule/A23"].difference.excludes(0)
    assert not by_name["length"].difference.excludes(0)


@pytest.mark.parametrize("game", ["ali-baba", "monte-cristo", "solomon"])
def test_reports_are_self_contained(game):
    one_run = run_of(game=game, players=3)
    results = [play(one_run, number) for number in range(4)]
    pages = [
        study_report(study(one_run, results), results, "de"),
        comparison_report(compare([one_run, one_run], [results, results]), [results, results], "en"),
    ]
    for text in pages:
        page = Page(text)
        assert page.open == []
        assert page.addresses == ["data:,"]
        assert "script" not in page.tags


def test_two_processes_give_the_same_results():
    one_run = run_of()
    alone = list(run(play, one_run, range(6)))
    together = sorted(run(play, one_run, range(6), jobs=2), key=lambda result: result.number)
    assert alone == together
