"""Seasons: when they run, and that their tables follow from places alone, by the rule that is stated."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta, timezone

import pytest

from schatzkammer.table.model import HOUR, MINUTE
from schatzkammer.table.seasons import Entry, Plan, Season, month_after, month_of, seasons, standings

pytestmark = pytest.mark.quick


def at(*when: int, offset: int = 0) -> int:
    zone = timezone(timedelta(minutes=offset))
    return int(datetime(*when, tzinfo=zone).timestamp()) * 1000  # type: ignore[misc]


def entry(table: str, player: str, place: int, *, game: str = "ali-baba", ended: int = 10) -> Entry:
    return Entry(table, game, ended, player, place)


def season(**fields: object) -> Season:
    return Season(0, 100, Plan(**{"start": 0, "until": 100, "least": 1, **fields}))


@pytest.mark.parametrize("offset", [-11 * 60, 0, 60, 5 * 60 + 45])
def test_months_begin_at_midnight_where_the_group_is(offset: int) -> None:
    for year, month in ((2025, 12), (2026, 1), (2026, 2), (2028, 2)):
        start = at(year, month, 1, offset=offset)
        following = at(year + month // 12, month % 12 + 1, 1, offset=offset)
        for time in (start, start + HOUR, following - 1):
            assert month_of(time, offset) == start
            assert month_after(time, offset) == following
        assert month_of(following, offset) == following


def test_each_month_is_a_season_until_another_plan_begins() -> None:
    monthly = Plan(at(2026, 1, 1))
    now = at(2026, 4, 15)
    found = seasons([monthly], now)
    assert [(one.start, one.until) for one in found] == [
        (at(2026, month, 1), at(2026, month + 1, 1)) for month in (1, 2, 3, 4)
    ]
    summer = Plan(at(2026, 3, 10), at(2026, 6, 1), points="sum")
    found = seasons([summer, monthly], now)
    assert [(one.start, one.until) for one in found][2:] == [
        (at(2026, 3, 1), at(2026, 3, 10)),
        (at(2026, 3, 10), at(2026, 6, 1)),
    ]
    assert [one.plan.points for one in found] == ["mean", "mean", "mean", "sum"]
    assert seasons([summer], at(2027, 1, 1))[0].until == summer.until  # nothing follows by itself
    planned = Plan(at(2026, 9, 1))
    assert [one.start for one in seasons([planned], now)] == [planned.start]


def test_the_mean_does_not_grow_with_the_number_of_games() -> None:
    games = [entry(f"t{number}", "ada", 1 + number % 2) for number in range(8)]
    games += [entry(f"t{number}", "bea", 2 - number % 2) for number in range(8)]
    games += [entry("x", "cleo", 1), entry("x", "bea", 2)]
    rows, counted = standings(season(), games)
    assert counted == 9
    assert [(row.player, row.place, row.games, row.wins, row.points) for row in rows] == [
        ("cleo", 1, 1, 1, 100),
        ("ada", 2, 8, 4, 50),
        ("bea", 3, 9, 4, 44.44),
    ]
    rows, _ = standings(season(points="sum"), games)
    assert [(row.player, row.points) for row in rows] == [("ada", 4), ("bea", 4), ("cleo", 1)]
    assert [row.place for row in rows] == [1, 1, 3]


def test_who_has_played_too_little_has_no_place_yet() -> None:
    games = [entry(f"t{number}", player, place) for number in range(3) for player, place in (("ada", 1), ("bea", 2))]
    games += [entry("x", "cleo", 1), entry("x", "bea", 2)]
    rows, _ = standings(season(least=2), games)
    assert [(row.player, row.place) for row in rows] == [("ada", 1), ("bea", 2), ("cleo", None)]


def test_only_people_are_compared_and_one_alone_is_not_enough() -> None:
    """Bots are no entries: their places leave gaps, which mean nothing."""
    rows, counted = standings(season(), [entry("a", "ada", 3), entry("b", "ada", 2), entry("b", "bea", 4)])
    assert counted == 1
    assert [(row.player, row.wins, row.points) for row in rows] == [("ada", 1, 100), ("bea", 0, 0)]


def test_times_and_titles() -> None:
    both = (("ada", 1), ("bea", 2))
    games = [entry(f"t{ended}", player, place, ended=ended) for ended in (-1, 0, 99, 100) for player, place in both]
    assert standings(season(), games)[1] == 2
    other = [entry("s", player, place, game="solomon") for player, place in both]
    assert standings(season(), games + other)[1] == 3
    assert standings(season(games=["ali-baba"]), games + other)[1] == 2


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_results_does_not_matter_and_points_add_up(seed: int) -> None:
    rng = random.Random(seed)
    entries: list[Entry] = []
    pairs = 0
    for number in range(30):
        people = rng.sample("abcdefg", rng.randint(1, 5))
        pairs += len(people) * (len(people) - 1) // 2
        entries += [entry(f"t{number}", one, rng.randint(1, 5)) for one in people]
    rows, counted = standings(season(points="sum"), entries)
    assert sum(row.points for row in rows) == pairs
    assert counted == len([number for number in range(30) if sum(one.table == f"t{number}" for one in entries) > 1])
    rng.shuffle(entries)
    assert standings(season(points="sum"), entries) == (rows, counted)
    assert standings(season(), entries)[1] == counted


def test_a_month_is_as_long_as_its_days() -> None:
    assert month_after(at(2026, 2, 3), 0) - month_of(at(2026, 2, 3), 0) == 28 * 24 * 60 * MINUTE
    assert datetime.fromtimestamp(month_of(at(2026, 2, 3), 0) / 1000, UTC).day == 1
