"""Finds whose turn it is, and stores what is to be sent about it.

Nothing is written when a move is made: turns are derived from the logs, so none can be lost. A row says what became of
the latest turn of a channel's owner at a table; a worker that sends it holds a lease.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from schatzkammer.table.model import MINUTE, Opened, Seat
from schatzkammer.table.notices import Kind, Outcome, Turn
from schatzkammer.table.store.schema import (
    ENTRIES,
    IDENTITIES,
    MEMBERS,
    NOTICE_CHANNELS,
    NOTICES,
    TABLES,
)

_OPENED = msgspec.json.Decoder(Opened)
_SEATS = msgspec.json.Decoder(list[Seat])
_KEY = ("channel_id", "table_id", "kind")
_LATEST = (
    select(func.max(ENTRIES.c.version)).where(ENTRIES.c.table_id == TABLES.c.id).correlate(TABLES).scalar_subquery()
)


class Owing(NamedTuple):
    """Somebody who owes a decision at a table with this latest version."""

    identity: str
    table_id: str
    version: int


class Due(NamedTuple):
    """Something to be sent, and how often that was tried."""

    channel_id: str
    table_id: str
    kind: Kind
    since: int
    attempts: int


def owing(connection: Connection) -> list[Owing]:
    """Who of those that want to be told owes a decision, wherever another person plays."""
    told = select(NOTICE_CHANNELS.c.identity_id).where(NOTICE_CHANNELS.c.since.is_not(None))
    query = (
        select(MEMBERS.c.identity_id, TABLES.c.id, TABLES.c.seats, TABLES.c.owing, ENTRIES.c.version, ENTRIES.c.owing)
        .select_from(MEMBERS)
        .join(TABLES, TABLES.c.id == MEMBERS.c.table_id)
        .join(IDENTITIES, IDENTITIES.c.id == MEMBERS.c.identity_id)
        .outerjoin(ENTRIES, and_(ENTRIES.c.table_id == TABLES.c.id, ENTRIES.c.version == _LATEST))
        .where(MEMBERS.c.seated, TABLES.c.status == "playing", MEMBERS.c.identity_id.in_(told))
        .where(IDENTITIES.c.blocked.is_(False))
    )
    found = []
    for identity, table_id, seats, at_first, version, latest in connection.execute(query):
        owed = at_first if version is None else latest
        if owed and _mask(_SEATS.decode(seats), identity) & owed:
            found.append(Owing(identity, table_id, version or 0))
    return found


def turn_of(connection: Connection, table_id: str, identity: str) -> Turn | None:
    """Somebody's turn at a table; None if they owe nothing there, or nobody else plays."""
    table = connection.execute(
        select(TABLES).where(TABLES.c.id == table_id, TABLES.c.status == "playing")
    ).one_or_none()
    if table is None:
        return None
    seats = _SEATS.decode(table.seats)
    mask = _mask(seats, identity)
    of_table = ENTRIES.c.table_id == table_id
    latest = select(ENTRIES.c.owing).where(of_table).order_by(ENTRIES.c.version.desc()).limit(1)
    owed = connection.execute(latest).scalar()
    owed = table.owing if owed is None else owed
    others = [seat.name for seat in seats if seat.kind == "human" and seat.identity != identity]
    if not owed & mask or not others:
        return None
    free = select(ENTRIES.c.version).where(of_table, ENTRIES.c.owing.op("&")(mask) == 0)
    before = connection.execute(free.order_by(ENTRIES.c.version.desc()).limit(1)).scalar()
    since = (before or 0) + 1
    if before is None and table.owing & mask:
        since = 0
    at = connection.execute(select(ENTRIES.c.at).where(of_table, ENTRIES.c.version == since)).scalar()
    opened = _OPENED.decode(table.opened)
    mine = [number for number in range(len(seats)) if owed & mask & (1 << number)]
    return Turn(
        identity,
        table_id,
        since,
        table.created if at is None else at,
        table.game,
        tuple(others),
        tuple(mine),
        opened.terms.clock,
        table.due or None,
    )


def _mask(seats: Sequence[Seat], identity: str) -> int:
    """The bits of the seats of a person."""
    return sum(1 << number for number, seat in enumerate(seats) if seat.identity == identity)


# What is to be sent ----------------------------------------------------------------------------------
def note(connection: Connection, turn: Turn, due: Sequence[tuple[Kind, int]]) -> None:
    """Stores what is due for a turn, for every channel that was there when it began; does nothing a second time."""
    insertion = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    mine = select(NOTICE_CHANNELS.c.id).where(
        NOTICE_CHANNELS.c.identity_id == turn.identity, NOTICE_CHANNELS.c.since <= turn.at
    )
    for channel_id in connection.execute(mine).scalars().all():
        for kind, when in due:
            key = {"channel_id": channel_id, "table_id": turn.table_id, "kind": kind}
            new = {"since": turn.since, "at": turn.at, "due": when, "lease": None, "attempts": 0, "outcome": None}
            row = insertion(NOTICES).values(**key, **new)
            connection.execute(
                row.on_conflict_do_update(index_elements=_KEY, set_=new, where=NOTICES.c.since < turn.since)
            )


def any_due(connection: Connection, now: int) -> bool:
    """Whether anything is to be sent that no worker is busy with."""
    return connection.execute(select(NOTICES.c.kind).where(*_free(now)).limit(1)).first() is not None


def claim(connection: Connection, now: int, until: int, most: int) -> list[Due]:
    """Leases what is due; no two workers get the same."""
    columns = (NOTICES.c.channel_id, NOTICES.c.table_id, NOTICES.c.kind, NOTICES.c.since, NOTICES.c.attempts)
    query = select(*columns).where(*_free(now)).order_by(NOTICES.c.due).limit(most)
    if connection.dialect.name == "postgresql":
        query = query.with_for_update(skip_locked=True)
    found = [Due(*row) for row in connection.execute(query)]
    for one in found:
        connection.execute(update(NOTICES).where(_same(one)).values(lease=until))
    return found


def renew(connection: Connection, busy: Sequence[Due], until: int) -> None:
    """Extends the leases of what a worker is busy with."""
    for one in busy:
        connection.execute(update(NOTICES).where(_same(one), NOTICES.c.lease.is_not(None)).values(lease=until))


def finish(connection: Connection, one: Due, outcome: Outcome) -> None:
    """Notes what became of something; a later turn has a row of its own by now, which stays as it is."""
    connection.execute(update(NOTICES).where(_same(one)).values(due=None, lease=None, outcome=outcome))


def postpone(connection: Connection, one: Due, due: int, attempts: int) -> None:
    """Gives a lease back until a later time."""
    connection.execute(update(NOTICES).where(_same(one)).values(due=due, lease=None, attempts=attempts))


def free_all(connection: Connection) -> None:
    """Frees all leases; for a server that has no other worker beside it."""
    connection.execute(update(NOTICES).where(NOTICES.c.lease.is_not(None)).values(lease=None))


def drop_old(connection: Connection, most: int) -> int:
    """Deletes what was noted of tables at which nobody plays any more; returns how much."""
    playing = select(TABLES.c.id).where(TABLES.c.status == "playing")
    some = select(NOTICES.c.table_id).where(NOTICES.c.table_id.not_in(playing)).distinct().limit(most)
    return connection.execute(delete(NOTICES).where(NOTICES.c.table_id.in_(some))).rowcount


def _same(one: Due) -> ColumnElement[bool]:
    """The row of something, if it is still about that turn."""
    key = (NOTICES.c.channel_id == one.channel_id) & (NOTICES.c.table_id == one.table_id)
    return key & (NOTICES.c.kind == one.kind) & (NOTICES.c.since == one.since)


def _free(now: int) -> tuple[ColumnElement[bool], ...]:
    # No lease lasts a minute: if one seems to, the system's clock has been set back.
    free = or_(NOTICES.c.lease.is_(None), NOTICES.c.lease <= now, NOTICES.c.lease > now + MINUTE)
    return NOTICES.c.due <= now, free
