"""What a person has played so far, from the results of finished games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, case, func, or_, select

from schatzkammer.table.decisions import DecisionRating, Losses, rating_of
from schatzkammer.table.model import Opened, Seat, allows_aids
from schatzkammer.table.ratings import BOT, Rating
from schatzkammer.table.store import groups
from schatzkammer.table.store.schema import DECISIONS, IDENTITIES, MEMBERS, RESULTS, TABLES

MOST_PLAYED = 100  # games shown,
MOST_OPPONENTS = 12  # opponents,
MOST_POINTS = 200  # and ratings of one title

_OPENED = msgspec.json.Decoder(Opened)
_SEATS = msgspec.json.Decoder(list[Seat])


class Title(NamedTuple):
    """A person's games of one title; `rated`: how many of them were rated."""

    game: str
    games: int
    wins: int
    left: int
    best: int | None
    place: float
    rated: int


class Opponent(NamedTuple):
    """Somebody a person has played against, and how often the person came before them."""

    player: str
    games: int
    ahead: int


class Career(NamedTuple):
    """All of a person's games in numbers."""

    titles: list[Title]
    opponents: list[Opponent]


def person(connection: Connection, identity: str) -> tuple[str, int] | None:
    """The name of somebody, and since when they are known."""
    query = select(IDENTITIES.c.name, IDENTITIES.c.created).where(IDENTITIES.c.id == identity)
    row = connection.execute(query.where(IDENTITIES.c.kind != "deleted")).one_or_none()
    return None if row is None else (row.name, row.created)


def career(connection: Connection, player: str) -> Career:
    """A person's titles, the most played first, and their opponents likewise."""
    mine = RESULTS.c.player == player
    games = func.count().label("games")
    titles = (
        select(
            RESULTS.c.game,
            games,
            _count(RESULTS.c.place == 1).label("wins"),
            _count(RESULTS.c.gone).label("left"),
            func.max(RESULTS.c.score).label("best"),
            func.avg(RESULTS.c.place).label("place"),
            _count(RESULTS.c.mu.is_not(None)).label("rated"),
        )
        .where(mine)
        .group_by(RESULTS.c.game)
        .order_by(games.desc(), RESULTS.c.game)
    )
    own, other = RESULTS.alias("own"), RESULTS.alias("other")
    met = (
        select(other.c.player, games, _count(own.c.place < other.c.place).label("ahead"))
        .join(own, own.c.table_id == other.c.table_id)
        .where(own.c.player == player, other.c.player != player, other.c.player != "")
        .group_by(other.c.player)
        .order_by(games.desc(), other.c.player)
    )
    return Career(
        [
            Title(row.game, row.games, int(row.wins), int(row.left), row.best, float(row.place), int(row.rated))
            for row in connection.execute(titles)
        ],
        [Opponent(row.player, row.games, int(row.ahead)) for row in connection.execute(met)],
    )


def history(connection: Connection, player: str, game: str) -> list[tuple[int, Rating]]:
    """A person's latest ratings of a title, the oldest first."""
    query = select(RESULTS.c.ended, RESULTS.c.mu, RESULTS.c.sigma)
    query = query.where(RESULTS.c.player == player, RESULTS.c.game == game, RESULTS.c.mu.is_not(None))
    latest = query.order_by(RESULTS.c.ended.desc(), RESULTS.c.table_id.desc(), RESULTS.c.seat).limit(MOST_POINTS)
    return [(row.ended, Rating(row.mu, row.sigma)) for row in reversed(connection.execute(latest).all())]


class Split(NamedTuple):
    """A person's games of one title with so many players, or in one seat; `points` is the mean, where there are any."""

    of: int
    games: int
    wins: int
    points: float | None


class Statistics(NamedTuple):
    """How a person plays one title."""

    players: list[Split]
    seats: list[Split]
    streak: int  # games won in a row, up to the latest
    longest: int
    decisions: DecisionRating | None


def statistics(connection: Connection, player: str, game: str) -> Statistics:
    """A person's games of a title by the number of players and by seat, and what reviews say of their decisions."""
    other = RESULTS.alias("other")
    size = select(func.count()).where(other.c.table_id == RESULTS.c.table_id).scalar_subquery()
    columns = (RESULTS.c.seat, RESULTS.c.place, RESULTS.c.score, size.label("size"))
    query = select(*columns).where(RESULTS.c.player == player, RESULTS.c.game == game)
    rows = connection.execute(query.order_by(RESULTS.c.ended, RESULTS.c.table_id, RESULTS.c.seat)).all()
    longest = streak = 0
    for row in rows:
        streak = streak + 1 if row.place == 1 else 0
        longest = max(longest, streak)
    return Statistics(
        _split((row.size, row.place, row.score) for row in rows),
        _split((row.seat, row.place, row.score) for row in rows),
        streak,
        longest,
        rating_of(_losses(connection, player, game)),
    )


def _split(rows: Iterable[tuple[int, int, int | None]]) -> list[Split]:
    found: dict[int, list[tuple[int, int | None]]] = {}
    for of, place, score in rows:
        found.setdefault(of, []).append((place, score))
    splits = []
    for of, games in sorted(found.items()):
        scores = [score for _, score in games if score is not None]
        mean = round(sum(scores) / len(scores), 1) if scores else None
        splits.append(Split(of, len(games), sum(place == 1 for place, _ in games), mean))
    return splits


def _losses(connection: Connection, player: str, game: str) -> list[Losses]:
    """The reviewed games of a person, without those they left and those in which they could have asked for hints."""
    query = (
        select(DECISIONS.c.number, DECISIONS.c.loss, DECISIONS.c.squares, TABLES.c.opened, TABLES.c.seats)
        .join(RESULTS, (RESULTS.c.table_id == DECISIONS.c.table_id) & (RESULTS.c.seat == DECISIONS.c.seat))
        .join(TABLES, TABLES.c.id == DECISIONS.c.table_id)
        .where(RESULTS.c.player == player, RESULTS.c.game == game, RESULTS.c.gone.is_(False))
        .order_by(RESULTS.c.ended, RESULTS.c.table_id)
    )
    return [
        Losses(row.number, row.loss, row.squares)
        for row in connection.execute(query)
        if not allows_aids(_OPENED.decode(row.opened).terms, _SEATS.decode(row.seats))
    ]


class PlayedGame(NamedTuple):
    """A finished game of a person."""

    table: str
    game: str
    ended: int
    seat: int
    place: int
    players: list[str]
    score: int | None
    left: bool
    rated: bool


def played(connection: Connection, player: str, reader: str | None) -> list[PlayedGame]:
    """A person's latest games, the last one first; of private tables only those that the reader may enter."""
    member = select(MEMBERS.c.table_id).where(MEMBERS.c.identity_id == (reader or ""))
    seen = or_(TABLES.c.private.is_(False), TABLES.c.id.in_(member), TABLES.c.group_id.in_(groups.ids_of(reader)))
    query = (
        select(RESULTS, TABLES.c.seats)
        .join(TABLES, TABLES.c.id == RESULTS.c.table_id)
        .where(RESULTS.c.player == player, seen)
        .order_by(RESULTS.c.ended.desc(), RESULTS.c.table_id)
        .limit(MOST_PLAYED)
    )
    found = []
    for row in connection.execute(query):
        players = [f"{BOT}{seat.bot}" if seat.kind == "bot" else seat.name for seat in _SEATS.decode(row.seats)]
        one = (row.table_id, row.game, row.ended, row.seat, row.place)
        found.append(PlayedGame(*one, players, row.score, bool(row.gone), bool(row.rated)))
    return found


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """How many rows fulfil a condition."""
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)
