"""Seasons of a group: when they run, and who stands where, from the results of finished games alone.

A game counts if at least two people of the group played it; programs that were invited are people, too. Each person
is compared with every other one: a point for each whom they came before, half a point for a shared place. Bots are
left out. `mean` counts the points of a game as a share of those to be had, from 0 to 100, and takes the mean;
`sum` adds the points up, so that whoever plays more can have more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from msgspec import Struct

from schatzkammer.table.model import MINUTE, SECOND

Points = Literal["mean", "sum"]
LEAST = 3  # games for a place, unless a group says otherwise


class Plan(Struct, frozen=True):
    """A group's seasons from a time on: a single one, or each month until the next plan begins."""

    start: int
    until: int | None = None  # None: every month is a season
    utc_offset: int = 0  # minutes: where its months begin
    games: list[str] = []  # the titles that count; none named: all
    points: Points = "mean"
    least: int = LEAST  # games that one must have played to be placed


class Season(NamedTuple):
    """One season."""

    start: int
    until: int
    plan: Plan

    def counts(self, game: str) -> bool:
        """Whether games of a title count."""
        return not self.plan.games or game in self.plan.games


class Entry(NamedTuple):
    """How a finished game ended for one person of the group."""

    table: str
    game: str
    ended: int
    player: str
    place: int


class Row(NamedTuple):
    """Somebody's line in the table of a season; `place` is None with fewer games than the season asks for."""

    player: str
    place: int | None
    games: int
    wins: int
    points: float


def month_of(time: int, utc_offset: int) -> int:
    """When the month of a time began."""
    local = datetime.fromtimestamp((time + utc_offset * MINUTE) / SECOND, UTC)
    return _time(local.year, local.month) - utc_offset * MINUTE


def month_after(time: int, utc_offset: int) -> int:
    """When the month after that of a time begins."""
    local = datetime.fromtimestamp((time + utc_offset * MINUTE) / SECOND, UTC)
    year, month = divmod(local.year * 12 + local.month, 12)
    return _time(year, month + 1) - utc_offset * MINUTE


def seasons(plans: Sequence[Plan], now: int) -> list[Season]:
    """All seasons that have begun, and the planned ones, by their start. A new plan ends what ran before."""
    ordered = sorted(plans, key=lambda plan: plan.start)
    found = []
    for plan, following in zip(ordered, [*ordered[1:], None], strict=True):
        limit = None if following is None else following.start
        for start, until in _spans(plan, now if limit is None else limit):
            found.append(Season(start, until if limit is None else min(until, limit), plan))
    return found


def standings(season: Season, entries: Iterable[Entry]) -> tuple[list[Row], int]:
    """The table of a season, the best first, and how many games count."""
    tables: dict[str, list[Entry]] = {}
    for entry in entries:
        if season.start <= entry.ended < season.until and season.counts(entry.game):
            tables.setdefault(entry.table, []).append(entry)
    games: dict[str, list[tuple[float, bool]]] = {}
    counted = 0
    for people in tables.values():
        if len(people) < 2:
            continue
        counted += 1
        best = min(one.place for one in people)
        for one in people:
            beaten = sum(_points(one, other) for other in people if other is not one)
            share = 100 * beaten / (len(people) - 1)
            gained = beaten if season.plan.points == "sum" else share
            games.setdefault(one.player, []).append((gained, one.place == best))
    return _placed(season.plan, games), counted


def _points(one: Entry, other: Entry) -> float:
    return 0.5 if one.place == other.place else float(one.place < other.place)


def _placed(plan: Plan, games: dict[str, list[tuple[float, bool]]]) -> list[Row]:
    """The rows by points, then by games won; those with too few games come last, without a place."""
    rows = []
    for player, played in games.items():
        points = sum(gained for gained, _ in played) / (1 if plan.points == "sum" else len(played))
        rows.append(Row(player, None, len(played), sum(won for _, won in played), round(points, 2)))
    rows.sort(key=lambda row: (row.games < plan.least, -row.points, -row.wins, row.player))
    placed: list[Row] = []
    for number, row in enumerate(rows):
        if row.games < plan.least:
            placed.append(row)
        elif placed and (placed[-1].points, placed[-1].wins) == (row.points, row.wins):
            placed.append(row._replace(place=placed[-1].place))
        else:
            placed.append(row._replace(place=number + 1))
    return placed


def _spans(plan: Plan, end: int) -> list[tuple[int, int]]:
    """The times of a plan's seasons: those that begin before the end, and in any case the first one."""
    if plan.until is not None:
        return [(plan.start, plan.until)]
    found: list[tuple[int, int]] = []
    start = plan.start
    while not found or start < end:
        until = month_after(start, plan.utc_offset)
        found.append((start, until))
        start = until
    return found


def _time(year: int, month: int) -> int:
    return int(datetime(year, month, 1, tzinfo=UTC).timestamp()) * SECOND
