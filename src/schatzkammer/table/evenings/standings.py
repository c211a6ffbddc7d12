"""The table of an evening: points, and what decides between equal ones, stated in docs/evenings.md.

A duplicate evening is ranked by the mean percentage of matchpoints, a cup by points: at each table one for everybody
who ends behind, and half a one for everybody who ends level.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from schatzkammer.table.evenings.model import Evening, Game, Round
from schatzkammer.table.matchpoints import Ended, compared

TIMES = 1000  # percentages are compared in thousandths, so that equal ones are equal


class Meeting(NamedTuple):
    """One seat against another at one table; None is a bot."""

    one: int
    other: int | None
    points: float  # 1 where the other ended behind, 0.5 where level


class Standing(NamedTuple):
    """One line of the table."""

    number: int
    place: int | None  # None without a rank: too few deals, or left a duplicate evening
    played: int  # rounds, with byes
    points: float  # of a cup; in a duplicate evening the mean percentage
    direct: float  # against those with equal points: won minus lost
    buchholz: float | None  # Swiss: the sum of the opponents' points
    berger: float  # a cup: the points of those beaten, and half of those level; an evening: how often nobody was better


def ranking(evening: Evening) -> list[Standing]:
    """The table after the rounds that are over, the best first."""
    lines = _evening_lines(evening) if evening.plan.kind == "duplicate" else _cup_lines(evening)
    keys = {line.number: _key(line) for line in lines}
    ranked = sorted(lines, key=lambda line: (keys[line.number], line.number))
    return [
        line
        if line.place is None
        else line._replace(place=1 + sum(keys[other.number] < keys[line.number] for other in lines))
        for line in ranked
    ]


def _key(line: Standing) -> tuple[bool, int, float, float, float]:
    """What lines are sorted by; equal keys share a place."""
    return line.place is None, -round(TIMES * line.points), -(line.buchholz or 0), -line.direct, -line.berger


# Duplicate ----------------------------------------------------------------------------------------------
def percentages(one: Round) -> list[list[float]]:
    """By table and seat, the percentage of matchpoints among all who held that seat, bots too."""
    columns = [
        [play.percent for play in compared(column)]
        for column in zip(*(game.ended for game in one.games if game.ended is not None), strict=True)
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def _evening_lines(evening: Evening) -> list[Standing]:
    over = [one for one in evening.rounds if one.over]
    people = range(len(evening.people))
    shares: list[list[float]] = [[] for _ in people]
    tops = [0] * len(people)
    for one in over:
        rows = percentages(one)
        best = [max(column) for column in zip(*rows, strict=True)]
        for game, row in zip(one.games, rows, strict=True):
            for seat, number in enumerate(game.seats):
                if number is not None:
                    shares[number].append(row[seat])
                    tops[number] += row[seat] == best[seat]
    means = [sum(found) / len(found) if found else 0.0 for found in shares]
    direct = _direct(evening, means)
    due = len(over) if evening.phase == "over" else 0  # while it runs, nobody is out yet
    return [
        Standing(
            number,
            _rank(evening, number, len(shares[number]), due),
            len(shares[number]),
            means[number],
            direct[number],
            None,
            float(tops[number]),
        )
        for number in people
    ]


def _rank(evening: Evening, number: int, played: int, due: int) -> int | None:
    """Whoever stays to the end and plays at least half of the deals has a place."""
    return None if evening.people[number].left is not None or 2 * played < due else 1


# Cups -----------------------------------------------------------------------------------------------------
def meetings(evening: Evening) -> list[Meeting]:
    """Everybody against everybody else at their table, in all games that are over."""
    found = []
    for one in evening.rounds:
        for game in one.games:
            found += _met(game)
    return found


def _met(game: Game) -> list[Meeting]:
    if game.ended is None:
        return []
    seats = list(zip(game.seats, game.ended, strict=True))
    return [
        Meeting(one, other, _beaten(its, others))
        for (one, its), (other, others) in permutations(seats, 2)
        if one is not None
    ]


def _beaten(one: Ended, other: Ended) -> float:
    return 0.5 if one.place == other.place else float(one.place < other.place)


def cup_points(evening: Evening) -> list[float]:
    """The points of everybody: from meetings, byes, and games that nobody can play since somebody left."""
    points = [0.0] * len(evening.people)
    met: set[tuple[int, int | None]] = set()
    for meeting in meetings(evening):
        points[meeting.one] += meeting.points
        met.add((meeting.one, meeting.other))
    for one in evening.rounds:
        if one.bye is not None:
            points[one.bye] += 1
    for number in evening.present if evening.plan.kind == "round_robin" else ():
        points[number] += sum((number, gone) not in met for gone in _gone(evening))
    return points


def _gone(evening: Evening) -> list[int]:
    """Those who have left, after the game they left in."""
    playing = () if evening.between else evening.rounds[-1].games
    busy = {number for game in playing if game.ended is None for number in game.seats}
    return [number for number, one in enumerate(evening.people) if one.left is not None and number not in busy]


def _cup_lines(evening: Evening) -> list[Standing]:
    points = cup_points(evening)
    buchholz = [0.0] * len(points)
    berger = [0.0] * len(points)
    played = [0] * len(points)
    for one, other, won in meetings(evening):
        against = points[one] if other is None else points[other]
        buchholz[one] += against
        berger[one] += won * against
    for each in evening.rounds:
        if each.bye is not None:
            played[each.bye] += 1
            buchholz[each.bye] += points[each.bye]
            berger[each.bye] += points[each.bye]
        for game in each.games:
            for number in game.seats:
                if number is not None and game.ended is not None:
                    played[number] += 1
    direct = _direct(evening, points)
    swiss = evening.plan.kind == "swiss"
    return [
        Standing(
            number,
            1,
            played[number],
            points[number],
            direct[number],
            buchholz[number] if swiss else None,
            berger[number],
        )
        for number in range(len(points))
    ]


def _direct(evening: Evening, points: Sequence[float]) -> list[float]:
    """Against those with the same points: how many more ended behind than in front."""
    level = [round(TIMES * one) for one in points]
    found = [0.0] * len(points)
    for one, other, won in meetings(evening):
        if other is not None and level[one] == level[other]:
            found[one] += 2 * won - 1
    return found
