"""Levels: each plays every title in the way that makes it as strong as it should be there."""

from __future__ import annotations

import pytest

import schatzkammer as sk
from schatzkammer.bots import LEVELS, find
from schatzkammer.bots.explanation import Explanation
from schatzkammer.bots.protocol import glimpse
from schatzkammer.core.stream import seeded


def decision(name: str, game: str) -> Explanation:
    match = sk.new(game, players=2, seed="levels")
    while len(match.legal(match.to_act[0])) < 2:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    return find(name).explain(glimpse(match, match.to_act[0]), seeded("levels", "test"))


def iterations(explanation: Explanation) -> int:
    return sum(candidate.visits or 0 for candidate in explanation.candidates)


@pytest.mark.parametrize("level", [level for level in LEVELS if level.own], ids=lambda level: str(level.id))
def test_a_level_plays_some_titles_in_its_own_way(level) -> None:
    for game in sk.games():
        way = level.own.get(game, level.usual)
        found = decision(level.id, game)
        assert found.reason == ("glance" if way.budget is None else "search")
        if way.budget is not None and way.budget.iterations is not None:
            assert 0 < iterations(found) <= way.budget.iterations


def test_a_budget_holds_wherever_a_level_searches() -> None:
    assert iterations(decision("casual@7", "ali-baba")) <= 7
    assert iterations(decision("casual@7", "monte-cristo")) <= 7
    assert decision("casual@7", "solomon").reason == decision("casual", "solomon").reason


def test_the_best_level_counts_points_where_plans_are_raced() -> None:
    found = [decision(f"{name}@20", "solomon").candidates for name in ("expert", "master")]
    assert found[0] == found[1]
    other = [decision(f"{name}@20", "monte-cristo").candidates for name in ("expert", "master")]
    assert other[0] != other[1]
