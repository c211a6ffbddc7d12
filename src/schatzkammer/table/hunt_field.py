"""The fields of hunts: who played them how well, on one day and over a week or a month."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Literal, NamedTuple

from schatzkammer.table.matchpoints import compared
from schatzkammer.table.ratings import BOT
from schatzkammer.table.store.hunts import Play

Span = Literal["week", "month"]


class Ranked(NamedTuple):
    """A play and what it got in its field."""

    play: Play
    percent: float


class Total(NamedTuple):
    """What a player got over several hunts; each is worth up to 100 points."""

    player: str  # an identity, or a level as `bot:casual`
    name: str
    hunts: int
    points: float
    days: int

    @property
    def mean(self) -> float:
        """The points per hunt."""
        return self.points / self.hunts


def field(plays: Sequence[Play], among: Collection[str] | None = None) -> list[Ranked]:
    """The plays of one hunt, the best first; with `among` only those of these people, and the ghosts."""
    chosen = [play for play in plays if play.ghost or among is None or play.identity in among]
    found = compared([play.ended for play in chosen])
    ranked = [Ranked(play, points.percent) for play, points in zip(chosen, found, strict=True)]
    return sorted(ranked, key=lambda one: -one.percent)


def totals(plays: Iterable[Play], among: Collection[str] | None = None) -> list[Total]:
    """What players got over several hunts, the most points first; levels follow people, by their mean."""
    found: dict[str, list[Ranked]] = {}
    names: dict[str, str] = {}
    for _, hunt in groupby(sorted(plays, key=_hunt), key=_hunt):
        for one in field(list(hunt), among):
            player = f"{BOT}{one.play.ghost}" if one.play.ghost else one.play.identity
            if player is not None:  # else they have deleted their account
                found.setdefault(player, []).append(one)
                names[player] = one.play.name
    result = [
        Total(player, names[player], len(ranked), sum(one.percent for one in ranked), len({r.play.day for r in ranked}))
        for player, ranked in found.items()
    ]
    people = [one for one in result if not one.player.startswith(BOT)]
    bots = [one for one in result if one.player.startswith(BOT)]
    return sorted(people, key=lambda one: -one.points) + sorted(bots, key=lambda one: -one.mean)


def days_of(span: Span, day: str) -> tuple[str, str]:
    """The first and the last day of the week or month of a day; weeks begin on Monday."""
    given = date.fromisoformat(day)
    if span == "week":
        first = given - timedelta(given.weekday())
        return first.isoformat(), (first + timedelta(6)).isoformat()
    first = given.replace(day=1)
    last = (first + timedelta(31)).replace(day=1) - timedelta(1)
    return first.isoformat(), last.isoformat()


def _hunt(play: Play) -> tuple[str, str]:
    return play.day, play.game
