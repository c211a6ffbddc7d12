"""Stores hunts of the day and the plays of them; all answers follow from the tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, func, insert, or_, select, update

from schatzkammer.table.errors import Refused
from schatzkammer.table.matchpoints import Ended
from schatzkammer.table.model import Seat, Terms
from schatzkammer.table.settling import results_of
from schatzkammer.table.store.schema import DEALS, ENTRIES, HUNT_PLAYS, HUNTS, TABLES

_SEATS = msgspec.json.Decoder(list[Seat])


class Setup(Struct, frozen=True):
    """What a hunt fixes: everybody plays this seat against these bots."""

    terms: Terms
    rules: int
    seat: int
    bots: list[str]  # by seat; at the players' own it is not used


class Hunt(NamedTuple):
    """One deal of one day."""

    day: str
    game: str
    deal: str
    setup: Setup
    ghosts: int  # the number of those that were played


class Play(NamedTuple):
    """One play of a hunt that was played to an end."""

    day: str
    game: str
    table: str
    identity: str | None
    ghost: str | None
    name: str
    at: int
    ended: Ended


class Attempt(NamedTuple):
    """A person's only play of a hunt."""

    table: str
    over: bool


_SETUP = msgspec.json.Decoder(Setup)


def add(connection: Connection, hunt: Hunt) -> None:
    """Adds a hunt."""
    row = {"day": hunt.day, "game": hunt.game, "deal": hunt.deal, "ghosts": hunt.ghosts}
    connection.execute(insert(HUNTS).values(**row, setup=msgspec.json.encode(hunt.setup)))


def find(connection: Connection, day: str, game: str) -> Hunt:
    """A hunt; refuses with not_found if there is none."""
    for hunt in of_days(connection, day, day):
        if hunt.game == game:
            return hunt
    raise Refused("not_found")


def of_days(connection: Connection, first: str, last: str) -> list[Hunt]:
    """The hunts from one day to another, the oldest first."""
    query = select(HUNTS).where(HUNTS.c.day >= first, HUNTS.c.day <= last).order_by(HUNTS.c.day, HUNTS.c.game)
    return [
        Hunt(row.day, row.game, row.deal, _SETUP.decode(row.setup), row.ghosts) for row in connection.execute(query)
    ]


def unpublished(connection: Connection, before: str) -> list[str]:
    """The deals of the hunts of days before another, which nobody has published yet."""
    query = select(HUNTS.c.deal).join(DEALS, DEALS.c.id == HUNTS.c.deal)
    query = query.where(HUNTS.c.day < before, DEALS.c.published.is_(None))
    return list(connection.execute(query.order_by(HUNTS.c.day)).scalars())


# Plays -----------------------------------------------------------------------------------------------
def attempt(connection: Connection, day: str, game: str, identity: str) -> Attempt | None:
    """What a person has played of a hunt."""
    mine = (HUNT_PLAYS.c.day == day) & (HUNT_PLAYS.c.game == game) & (HUNT_PLAYS.c.identity_id == identity)
    query = select(HUNT_PLAYS.c.table_id, TABLES.c.status).join(TABLES, TABLES.c.id == HUNT_PLAYS.c.table_id)
    row = connection.execute(query.where(mine)).one_or_none()
    return None if row is None else Attempt(row.table_id, row.status == "over")


def add_play(
    connection: Connection, hunt: Hunt, table_id: str, *, identity: str | None = None, ghost: str | None = None
) -> None:
    """Adds a play; each person has one, by a key of the database."""
    row = {"table_id": table_id, "day": hunt.day, "game": hunt.game, "identity_id": identity, "ghost": ghost}
    connection.execute(insert(HUNT_PLAYS).values(row))


def unsettled(connection: Connection) -> bool:
    """Whether a play is over and it is not noted yet how it ended."""
    query = select(HUNT_PLAYS.c.table_id).join(TABLES, TABLES.c.id == HUNT_PLAYS.c.table_id)
    query = query.where(HUNT_PLAYS.c.ended.is_(None), TABLES.c.status == "over").limit(1)
    return connection.execute(query).first() is not None


def settle(connection: Connection) -> int:
    """Notes how plays ended whose game is over; returns how many."""
    query = select(HUNT_PLAYS.c.table_id, HUNTS.c.setup, TABLES.c.touched)
    query = query.join(TABLES, TABLES.c.id == HUNT_PLAYS.c.table_id).join(
        HUNTS, and_(HUNTS.c.day == HUNT_PLAYS.c.day, HUNTS.c.game == HUNT_PLAYS.c.game)
    )
    found = connection.execute(query.where(HUNT_PLAYS.c.ended.is_(None), TABLES.c.status == "over")).all()
    for row in found:
        results = results_of(connection, row.table_id)
        values: dict[str, object] = {"ended": row.touched}
        if results:
            own = results[_SETUP.decode(row.setup).seat]
            values = {"ended": own.ended, "place": own.place, "points": own.score, "gone": own.gone}
        connection.execute(update(HUNT_PLAYS).where(HUNT_PLAYS.c.table_id == row.table_id).values(values))
    return len(found)


def plays(connection: Connection, hunts: Sequence[Hunt]) -> list[Play]:
    """The plays of some hunts that were played to an end, in the order of their ends."""
    if not hunts:
        return []
    seats = {(hunt.day, hunt.game): hunt.setup.seat for hunt in hunts}
    days = sorted({hunt.day for hunt in hunts})
    query = select(HUNT_PLAYS, TABLES.c.seats).join(TABLES, TABLES.c.id == HUNT_PLAYS.c.table_id)
    query = query.where(HUNT_PLAYS.c.day.in_(days), HUNT_PLAYS.c.place.is_not(None))
    found = []
    for row in connection.execute(query.order_by(HUNT_PLAYS.c.ended, HUNT_PLAYS.c.table_id)):
        seat = seats.get((row.day, row.game))
        if seat is not None:
            name = _SEATS.decode(row.seats)[seat].name
            ended = Ended(row.place, row.points, bool(row.gone))
            found.append(Play(row.day, row.game, row.table_id, row.identity_id, row.ghost, name, row.ended, ended))
    return found


def people(connection: Connection, day: str) -> dict[str, int]:
    """By title, how many people have begun the hunt of a day."""
    query = select(HUNT_PLAYS.c.game, func.count()).where(HUNT_PLAYS.c.day == day, HUNT_PLAYS.c.ghost.is_(None))
    return {row[0]: row[1] for row in connection.execute(query.group_by(HUNT_PLAYS.c.game))}


def days_of(connection: Connection, identity: str) -> set[str]:
    """The days on which a person has played a hunt to its end."""
    mine = (HUNT_PLAYS.c.identity_id == identity) & HUNT_PLAYS.c.place.is_not(None)
    return set(connection.execute(select(HUNT_PLAYS.c.day).where(mine).distinct()).scalars())


def transfer(connection: Connection, old: str, new: str) -> None:
    """Gives the plays of a guest to their account. Where both have played a hunt, one counts: see `_counts_more`."""
    theirs = select(HUNT_PLAYS.c.day, HUNT_PLAYS.c.game, HUNT_PLAYS.c.table_id).where(HUNT_PLAYS.c.identity_id == old)
    for day, game, table_id in connection.execute(theirs).all():
        own = attempt(connection, day, game, new)
        dropped = None
        if own is not None:
            dropped = own.table if _counts_more(connection, table_id, own.table) else table_id
            connection.execute(update(HUNT_PLAYS).where(HUNT_PLAYS.c.table_id == dropped).values(_void()))
        if dropped != table_id:
            same = HUNT_PLAYS.c.table_id == table_id
            connection.execute(update(HUNT_PLAYS).where(same).values(identity_id=new))


def _void() -> dict[str, object]:
    """A play that counts for nobody."""
    return {"identity_id": None, "ended": 0, "place": None, "points": None}


def _counts_more(connection: Connection, one: str, other: str) -> bool:
    """Whether of two attempts of one person the first counts: the one that ended earlier, or went further.

    Otherwise somebody could play on with what they have seen in the other.
    """
    keys = []
    for table_id in (one, other):
        row = connection.execute(select(TABLES.c.status, TABLES.c.touched).where(TABLES.c.id == table_id)).one()
        length = connection.execute(select(func.count()).where(ENTRIES.c.table_id == table_id)).scalar_one()
        keys.append((0, row.touched) if row.status == "over" else (1, -length))
    return keys[0] < keys[1]


# Ghosts ----------------------------------------------------------------------------------------------
def claim_ghost(connection: Connection, first: str, most: int, now: int, until: int) -> Hunt | None:
    """Leases a hunt that somebody has begun and that has fewer ghosts than it should; no two workers get the same."""
    begun = select(HUNT_PLAYS.c.table_id).where(
        HUNT_PLAYS.c.day == HUNTS.c.day, HUNT_PLAYS.c.game == HUNTS.c.game, HUNT_PLAYS.c.ghost.is_(None)
    )
    free = or_(HUNTS.c.lease.is_(None), HUNTS.c.lease <= now)
    query = select(HUNTS).where(HUNTS.c.day >= first, HUNTS.c.ghosts < most, free, begun.exists())
    query = query.order_by(HUNTS.c.ghosts, HUNTS.c.day.desc(), HUNTS.c.game).limit(1)
    if connection.dialect.name == "postgresql":
        query = query.with_for_update(skip_locked=True)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    connection.execute(update(HUNTS).where(_same(row.day, row.game)).values(lease=until))
    return Hunt(row.day, row.game, row.deal, _SETUP.decode(row.setup), row.ghosts)


def renew(connection: Connection, hunt: Hunt, until: int | None) -> None:
    """Extends the lease of a hunt, or gives it back."""
    connection.execute(update(HUNTS).where(_next(hunt)).values(lease=until))


def count_ghost(connection: Connection, hunt: Hunt) -> bool:
    """Notes that the next ghost of a hunt was played, and gives the lease back; False if another worker was faster."""
    counted = update(HUNTS).where(_next(hunt)).values(ghosts=hunt.ghosts + 1, lease=None)
    return connection.execute(counted).rowcount == 1


def _same(day: str, game: str) -> ColumnElement[bool]:
    return (HUNTS.c.day == day) & (HUNTS.c.game == game)


def _next(hunt: Hunt) -> ColumnElement[bool]:
    return _same(hunt.day, hunt.game) & (HUNTS.c.ghosts == hunt.ghosts)
