"""Movements of duplicate evenings: everybody plays every deal, and everything is as equal as is stated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schatzkammer.table.evenings.movement import movement, next_round, tables_for
from schatzkammer.table.evenings.seating import Counts, balance

people = st.integers(2, 20)
seats = st.integers(2, 5)
deals = st.integers(1, 6)


def check_round(tables: list[list[int | None]], present: list[int], seats: int) -> None:
    assert len(tables) == tables_for(len(present), seats) >= 2
    assert all(len(table) == seats for table in tables)
    assert sorted(person for table in tables for person in table if person is not None) == present
    crowds = [sum(person is not None for person in table) for table in tables]
    assert max(crowds) - min(crowds) <= 1, "bots are spread over all tables"


@settings(max_examples=15)
@given(people, seats, deals)
def test_everybody_plays_every_deal_once(people: int, seats: int, deals: int) -> None:
    rounds, counts = movement(people, seats, deals)
    for tables in rounds:
        check_round(tables, list(range(people)), seats)
    assert counts.rounds == [deals] * people
    assert movement(people, seats, deals)[0] == rounds, "the same people always get the same movement"


@settings(max_examples=20)
@given(st.data(), st.integers(3, 12), seats)
def test_people_come_late_and_leave(data: st.DataObject, people: int, seats: int) -> None:
    counts = Counts(people, seats)
    for _ in range(5):
        present = sorted(data.draw(st.sets(st.integers(0, people - 1), min_size=2)))
        tables = next_round(counts, present, seats)
        check_round(tables, present, seats)
        counts.add(tables)


# By seats and people, most minus fewest over 12 deals, as docs/evenings.md states it: meetings of pairs, seats held,
# comparisons of pairs, bots faced.
PAGE = (Path(__file__).parents[2] / "docs/evenings.md").read_text(encoding="utf-8")
ROWS = [[int(one) for one in row.strip("| ").split("|")] for row in re.findall(r"^\| \d.*\|$", PAGE, re.MULTILINE)]
STATED = {(seats, people): tuple(figures) for seats, people, *figures in ROWS}


@pytest.mark.parametrize(("seats", "people"), STATED)
def test_balance_is_as_stated(seats: int, people: int) -> None:
    _, counts = movement(people, seats, 12)
    spreads = tuple(most - fewest for fewest, most in balance(counts, range(people)))
    assert spreads == STATED[seats, people]


def test_late_joiners_catch_up_on_what_they_missed() -> None:
    counts = Counts(5, 2)
    for _ in range(4):
        counts.add(next_round(counts, [0, 1, 2, 3], 2))
    for _ in range(4):
        counts.add(next_round(counts, [0, 1, 2, 3, 4], 2))
    assert counts.rounds == [8, 8, 8, 8, 4]
    assert sum(counts.meetings[4]) + counts.bots[4] == 4
    assert max(counts.meetings[4][:4]) == 1
    assert max(counts.seats[4]) - min(counts.seats[4]) == 0


def test_two_people_are_compared_on_every_deal() -> None:
    for seats in (2, 3, 4, 5):
        _, counts = movement(2, seats, 6)
        assert counts.comparisons[0][1] == 6
        assert counts.meetings[0][1] == 0
