"""Seats people at tables: a search for the arrangement that costs least, and what a movement's balance is.

A duplicate evening asks that everybody meets everybody, holds every seat, is compared with everybody and faces bots
equally often; a cup asks that people of equal points meet, and nobody twice. Both are costs of one arrangement.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

Table = list[int | None]  # by seat a person, or None for a bot
EFFORT = 120  # searches, each from another start, times people; the best one counts
CROWD = 1000  # bots of one table: spread over all tables before anything else


class Costs(NamedTuple):
    """What an arrangement costs; people are numbers from 0."""

    meeting: list[list[int]]  # two people at one table
    seat: list[list[int]]  # a person on a seat
    rivals: list[list[int]]  # two people on the same seat of different tables
    bots: list[int]  # a person, for each bot at their table
    unlike: int = 0  # a person and a bot on the same seat: people are to be compared with people


class Counts:
    """How often people have met, held each seat, been compared and faced bots."""

    def __init__(self, people: int, seats: int) -> None:
        self.meetings = [[0] * people for _ in range(people)]
        self.seats = [[0] * seats for _ in range(people)]
        self.comparisons = [[0] * people for _ in range(people)]
        self.bots = [0] * people
        self.rounds = [0] * people

    def add(self, tables: Sequence[Sequence[int | None]]) -> None:
        """Counts one round."""
        for table in tables:
            present = [person for person in table if person is not None]
            for one, other in combinations(present, 2):
                self.meetings[one][other] += 1
                self.meetings[other][one] += 1
            for seat, person in enumerate(table):
                if person is not None:
                    self.seats[person][seat] += 1
                    self.bots[person] += len(table) - len(present)
                    self.rounds[person] += 1
        for column in zip(*tables, strict=True):
            for one, other in combinations([person for person in column if person is not None], 2):
                self.comparisons[one][other] += 1
                self.comparisons[other][one] += 1


class Balance(NamedTuple):
    """How equal a movement is: the fewest and the most times, over all people or pairs."""

    meetings: tuple[int, int]
    seats: tuple[int, int]
    comparisons: tuple[int, int]
    bots: tuple[int, int]


def balance(counts: Counts, people: Sequence[int]) -> Balance:
    """The balance among some people."""
    pairs = list(combinations(people, 2))
    return Balance(
        _span(counts.meetings[one][other] for one, other in pairs),
        _span(times for person in people for times in counts.seats[person]),
        _span(counts.comparisons[one][other] for one, other in pairs),
        _span(counts.bots[person] for person in people),
    )


def _span(numbers: Iterable[int]) -> tuple[int, int]:
    found = list(numbers)
    return (min(found), max(found)) if found else (0, 0)


def arranged(costs: Costs, people: Sequence[int], tables: int, seats: int) -> list[Table]:
    """The cheapest arrangement that a search finds: people who swap places until no swap helps. It is repeatable."""
    if not people:
        return []
    rng = random.Random(len(people))  # noqa: S311  chance that is the same everywhere
    best: list[Table] = []
    least: int | None = None
    for start in range(max(4, EFFORT // len(people))):
        order: list[int | None] = list(people)
        if start:
            rng.shuffle(order)
        places = _dealt(order, tables, seats)
        cost = _improved(places, costs, tables, seats)
        if least is None or cost < least:
            best, least = [places[table * seats : (table + 1) * seats] for table in range(tables)], cost
    return best


def _dealt(order: Sequence[int | None], tables: int, seats: int) -> list[int | None]:
    """People in order, to tables as equal in number as possible; bots hold the last seats."""
    places: list[int | None] = []
    at = 0
    for table in range(tables):
        number = len(order) // tables + (table < len(order) % tables)
        places += [*order[at : at + number], *[None] * (seats - number)]
        at += number
    return places


def _improved(places: list[int | None], costs: Costs, tables: int, seats: int) -> int:
    """Swaps two places, or two seats of all tables, as long as that helps; returns the cost."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(tables * seats), 2):
            if places[one] is places[other]:
                continue  # two bots
            before = _around(places, costs, seats, one, other)
            places[one], places[other] = places[other], places[one]
            if _around(places, costs, seats, one, other) < before:
                better = True
            else:
                places[one], places[other] = places[other], places[one]
        for one, other in combinations(range(seats), 2):
            before = _of_seat(places, costs, seats, one) + _of_seat(places, costs, seats, other)
            _swap_seats(places, seats, one, other)
            if _of_seat(places, costs, seats, one) + _of_seat(places, costs, seats, other) < before:
                better = True
            else:
                _swap_seats(places, seats, one, other)
    total = sum(_of_table(places, costs, seats, table) for table in range(tables))
    return total + sum(_of_seat(places, costs, seats, seat) for seat in range(seats))


def _swap_seats(places: list[int | None], seats: int, one: int, other: int) -> None:
    places[one::seats], places[other::seats] = places[other::seats], places[one::seats]


def _around(places: list[int | None], costs: Costs, seats: int, one: int, other: int) -> int:
    """The cost of the tables and seats that a swap touches."""
    total = sum(_of_table(places, costs, seats, table) for table in {one // seats, other // seats})
    return total + sum(_of_seat(places, costs, seats, seat) for seat in {one % seats, other % seats})


def _of_table(places: list[int | None], costs: Costs, seats: int, table: int) -> int:
    """What the company at a table costs."""
    held = places[table * seats : (table + 1) * seats]
    present = [person for person in held if person is not None]
    bots = seats - len(present)
    total = CROWD * bots * bots + sum(costs.bots[person] for person in present) * bots
    return total + sum(costs.meeting[one][other] for one, other in combinations(present, 2))


def _of_seat(places: list[int | None], costs: Costs, seats: int, seat: int) -> int:
    """What the people on a seat of all tables cost."""
    present = [person for person in places[seat::seats] if person is not None]
    total = costs.unlike * len(present) * (len(places) // seats - len(present))
    total += sum(costs.seat[person][seat] for person in present)
    return total + sum(costs.rivals[one][other] for one, other in combinations(present, 2))
