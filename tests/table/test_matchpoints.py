"""Matchpoints: every play is compared with every other one; ties are shared."""

from __future__ import annotations

import random

from schatzkammer.table.matchpoints import Ended, compared


def test_every_other_play_that_was_beaten_counts_once_and_an_equal_one_half() -> None:
    plays = [Ended(1, 40), Ended(2, 55), Ended(1, 40), Ended(3, 10), Ended(1, 52)]
    assert [one.points for one in compared(plays)] == [2.5, 1.0, 2.5, 0.0, 4.0]
    assert [one.percent for one in compared(plays)] == [62.5, 25.0, 62.5, 0.0, 100.0]


def test_whoever_is_gone_comes_after_all_who_played_to_the_end() -> None:
    plays = [Ended(1, 99, gone=True), Ended(5, 0), Ended(1, None, gone=True)]
    assert [one.percent for one in compared(plays)] == [25.0, 100.0, 25.0]


def test_alone_a_play_is_neither_good_nor_bad() -> None:
    assert compared([Ended(4, 0)]) == [(0.0, 50.0)]
    assert compared([]) == []


def test_points_add_up_to_those_there_are() -> None:
    rng = random.Random(5)
    plays = [Ended(rng.randrange(1, 4), rng.randrange(8), rng.random() < 0.1) for _ in range(200)]
    found = compared(plays)
    assert sum(one.points for one in found) == 200 * 199 / 2
    for one, other in zip(plays, found, strict=True):
        worse = sum(_before(one, rival) + _before_or_same(one, rival) for rival in plays) - 1
        assert other.points == worse / 2


def _before(one: Ended, other: Ended) -> bool:
    if one.gone or other.gone:
        return other.gone and not one.gone
    return (one.place, -(one.points or 0)) < (other.place, -(other.points or 0))


def _before_or_same(one: Ended, other: Ended) -> bool:
    return not _before(other, one)
