"""Results of finished games, seat by seat, and the ratings that follow from them.

All of it follows from the logs; `settling` writes it. A rated game without ratings, and all rated games of its title
after it, are still to be rated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from schatzkammer.table.model import Seat
from schatzkammer.table.ratings import Rating, rated
from schatzkammer.table.store.schema import IDENTITIES, RESULTS, SETTINGS, TABLES

SETTLED = "results_until"  # in the settings: all tables that were over and unchanged since this time are settled
_LOCK = 6021026  # advisory lock held while results are written
_SEATS = msgspec.json.Decoder(list[Seat])
_RATES = RESULTS.c.rated.is_(True)


class SeatResult(NamedTuple):
    """How a game ended for one seat; `player` is an identity, a bot as `bot:casual`, or empty."""

    table_id: str
    seat: int
    game: str
    ended: int
    player: str
    place: int
    score: int | None
    gone: bool
    rated: bool


class Standing(NamedTuple):
    """A player's rating now, and the number of their rated games."""

    player: str
    rating: Rating
    games: int


# Settling --------------------------------------------------------------------------------------------
def settled_until(connection: Connection) -> int:
    """Tables that were over before this time, and have not changed since, are settled."""
    found = connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == SETTLED)).scalar()
    return 0 if found is None else int(found)


def set_settled_until(connection: Connection, until: int) -> None:
    """Notes that all tables are settled that have not changed since."""
    insertion = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = {"name": SETTLED, "value": str(until)}
    connection.execute(
        insertion(SETTINGS).values(row).on_conflict_do_update(index_elements=["name"], set_={"value": row["value"]})
    )


def unsettled(connection: Connection, since: int) -> list[str]:
    """Tables that are over, have changed since a time, and have no results or those of other players.

    Those whose deal is secret come later: their publication is a change.
    """
    known: dict[str, list[str]] = {}
    recent = (TABLES.c.status == "over") & TABLES.c.concealed.is_(False) & (TABLES.c.touched >= since)
    kept = select(RESULTS.c.table_id, RESULTS.c.player).join(TABLES, TABLES.c.id == RESULTS.c.table_id).where(recent)
    for table_id, player in connection.execute(kept.order_by(RESULTS.c.table_id, RESULTS.c.seat)):
        known.setdefault(table_id, []).append(player)
    over = select(TABLES.c.id, TABLES.c.seats).where(recent).order_by(TABLES.c.touched)
    return [
        table_id
        for table_id, seats in connection.execute(over)
        if table_id not in known or not _agree(known[table_id], _SEATS.decode(seats))
    ]


def _agree(players: Sequence[str], seats: Sequence[Seat]) -> bool:
    """Whether results are those of the people at the table; a guest's seats may have passed to an account since."""
    people = zip(players, seats, strict=True)
    return all(not player or seat.identity is None or player == seat.identity for player, seat in people)


def store(connection: Connection, table_id: str, results: Sequence[SeatResult]) -> None:
    """Stores the results of a table in place of earlier ones."""
    _lock(connection)
    reopen(connection, table_id)
    connection.execute(delete(RESULTS).where(RESULTS.c.table_id == table_id))
    if results:
        connection.execute(insert(RESULTS), [{**result._asdict(), "mu": None, "sigma": None} for result in results])


def reopen(connection: Connection, table_id: str) -> None:
    """Makes ratings that rest on a table's game be computed again."""
    query = select(RESULTS.c.game, RESULTS.c.ended).where(RESULTS.c.table_id == table_id, _RATES)
    for game, ended in connection.execute(query.distinct()).all():
        _clear_from(connection, game, ended, table_id)


def rate_some(connection: Connection, most: int) -> int:
    """Rates games that are still to be rated, in the order of their ends; returns how many."""
    _lock(connection)
    done = 0
    waiting = select(RESULTS.c.game).where(_RATES, RESULTS.c.mu.is_(None)).distinct()
    for game in connection.execute(waiting.order_by(RESULTS.c.game)).scalars().all():
        done += _rate_title(connection, game, most)
    return done


def _rate_title(connection: Connection, game: str, most: int) -> int:
    games = select(RESULTS.c.ended, RESULTS.c.table_id).where(RESULTS.c.game == game, _RATES)
    games = games.distinct().order_by(RESULTS.c.ended, RESULTS.c.table_id)
    first = connection.execute(games.where(RESULTS.c.mu.is_(None)).limit(1)).one_or_none()
    if first is None:
        return 0
    _clear_from(connection, game, *first)
    chosen = connection.execute(games.where(_not_before(*first)).limit(most)).all()
    ids = [row.table_id for row in chosen]
    seats: dict[str, list[tuple[str, int]]] = {}
    query = select(RESULTS.c.table_id, RESULTS.c.player, RESULTS.c.place).where(RESULTS.c.table_id.in_(ids))
    for table_id, player, place in connection.execute(query.order_by(RESULTS.c.table_id, RESULTS.c.seat)):
        seats.setdefault(table_id, []).append((player, place))
    current = _latest(connection, game, {player for found in seats.values() for player, _ in found})
    rows = []
    for table_id in ids:
        players, places = [player for player, _ in seats[table_id]], [place for _, place in seats[table_id]]
        current |= rated(players, places, current)
        rows += [{"of": table_id, "at": seat, **current[player]._asdict()} for seat, player in enumerate(players)]
    mine = (RESULTS.c.table_id == bindparam("of")) & (RESULTS.c.seat == bindparam("at"))
    connection.execute(update(RESULTS).where(mine).values(mu=bindparam("mu"), sigma=bindparam("sigma")), rows)
    return len(ids)


def _latest(connection: Connection, game: str, players: Iterable[str]) -> dict[str, Rating]:
    """The ratings of players after the last game that is rated."""
    found = {}
    for player in sorted(players):
        query = select(RESULTS.c.mu, RESULTS.c.sigma).where(*_rated_games(game), RESULTS.c.player == player)
        latest = query.order_by(RESULTS.c.ended.desc(), RESULTS.c.table_id.desc(), RESULTS.c.seat).limit(1)
        row = connection.execute(latest).one_or_none()
        if row is not None:
            found[player] = Rating(row.mu, row.sigma)
    return found


def _clear_from(connection: Connection, game: str, ended: int, table_id: str) -> None:
    """Removes the ratings after a game and after all later ones."""
    later = update(RESULTS).where(*_rated_games(game), _not_before(ended, table_id))
    connection.execute(later.values(mu=None, sigma=None))


def _not_before(ended: int, table_id: str) -> ColumnElement[bool]:
    return or_(RESULTS.c.ended > ended, and_(RESULTS.c.ended == ended, RESULTS.c.table_id >= table_id))


def _rated_games(game: str) -> tuple[ColumnElement[bool], ...]:
    return RESULTS.c.game == game, _RATES, RESULTS.c.mu.is_not(None)


def _lock(connection: Connection) -> None:
    """Lets only one worker write; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


# Reading ---------------------------------------------------------------------------------------------
def clear(connection: Connection) -> None:
    """Removes all results and ratings, so that they are computed again."""
    _lock(connection)
    connection.execute(delete(RESULTS))
    set_settled_until(connection, 0)


def kept(connection: Connection) -> dict[tuple[str, int], tuple[object, ...]]:
    """All results and ratings, by table and seat."""
    return {(row.table_id, row.seat): tuple(row) for row in connection.execute(select(RESULTS))}


def standings(connection: Connection, game: str) -> list[Standing]:
    """The ratings of all players of a title, the highest first."""
    order = (RESULTS.c.ended.desc(), RESULTS.c.table_id.desc(), RESULTS.c.seat)
    number = func.row_number().over(partition_by=RESULTS.c.player, order_by=order).label("number")
    games = func.count().over(partition_by=RESULTS.c.player).label("games")
    rows = select(RESULTS.c.player, RESULTS.c.mu, RESULTS.c.sigma, number, games).where(*_rated_games(game)).subquery()
    latest = select(rows).where(rows.c.number == 1).order_by(rows.c.mu.desc(), rows.c.player)
    return [Standing(row.player, Rating(row.mu, row.sigma), row.games) for row in connection.execute(latest)]


def at_table(connection: Connection, table_id: str) -> list[tuple[Rating | None, Rating | None]]:
    """By seat, the rating before and after a rated game; None where there is none."""
    query = select(RESULTS).where(RESULTS.c.table_id == table_id).order_by(RESULTS.c.seat)
    found: list[tuple[Rating | None, Rating | None]] = []
    for row in connection.execute(query).all():
        before = select(RESULTS.c.mu, RESULTS.c.sigma).where(
            *_rated_games(row.game),
            RESULTS.c.player == row.player,
            or_(
                RESULTS.c.ended < row.ended,
                and_(RESULTS.c.ended == row.ended, RESULTS.c.table_id < table_id),
            ),
        )
        latest = before.order_by(RESULTS.c.ended.desc(), RESULTS.c.table_id.desc()).limit(1)
        earlier = None if row.mu is None else connection.execute(latest).one_or_none()
        after = None if row.mu is None else Rating(row.mu, row.sigma)
        found.append((None if earlier is None else Rating(earlier.mu, earlier.sigma), after))
    return found


def names(connection: Connection, players: Iterable[str]) -> dict[str, str]:
    """The names of the identities among players."""
    query = select(IDENTITIES.c.id, IDENTITIES.c.name).where(IDENTITIES.c.id.in_(sorted(players)))
    return {row.id: row.name for row in connection.execute(query.where(IDENTITIES.c.kind != "deleted"))}
