"""Finds whose turn it is, and stores what is to be sent about it.

Nothing is written when a move is made: turns are derived from the logs, so none can be lost. A row says what became of
the latest turn of a channel's owner at a table; a worker that sends it holds a lease.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    func,
    literal,
    or_,
    select,
    union_all,
    update,
)
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
_AT_ONCE = 100  # parts of one query
_KEY = ("channel_id", "table_id", "kind")
_LATEST = (
    select(func.max(ENTRIES.c.version)).where(ENTRIES.c.table_id == TABLES.c.id).correlate(TABLES).scalar_subquery()
)


class Due(NamedTuple):
    """Something to be sent, and how often that was tried."""

    channel_id: str
    table_id: str
    kind: Kind
    since: int
    attempts: int


class Owing(NamedTuple):
    """Somebody who owes a decision at a table with this latest version, and what lists show of it."""

    identity: str
    table_id: str
    version: int
    created: int
    game: str
    others: tuple[str, ...]  # the names of the other people
    mine: int  # the bits of the person's seats,
    owed: int  # of those that owe a decision,
    owed_first: int  # and of those that did when the table was opened
    opened: bytes
    due: int | None


def owing(connection: Connection, at: tuple[str, Sequence[str]] | None = None) -> list[Owing]:
    """Who of those that want to be told owes a decision where others play, or only one person at some tables."""
    query = (
        select(MEMBERS.c.identity_id, TABLES, ENTRIES.c.version, ENTRIES.c.owing.label("latest"))
        .select_from(MEMBERS)
        .join(TABLES, TABLES.c.id == MEMBERS.c.table_id)
        .join(IDENTITIES, IDENTITIES.c.id == MEMBERS.c.identity_id)
        .outerjoin(ENTRIES, and_(ENTRIES.c.table_id == TABLES.c.id, ENTRIES.c.version == _LATEST))
        .where(MEMBERS.c.seated, TABLES.c.status == "playing", IDENTITIES.c.blocked.is_(False))
    )
    if at is None:
        told = select(NOTICE_CHANNELS.c.identity_id).where(NOTICE_CHANNELS.c.since.is_not(None))
        query = query.where(MEMBERS.c.identity_id.in_(told))
    else:
        query = query.where(MEMBERS.c.identity_id == at[0], TABLES.c.id.in_(at[1]))
    found = []
    for row in connection.execute(query):
        identity, seats = row.identity_id, _SEATS.decode(row.seats)
        mine = _mask(seats, identity)
        others = [seat.name for seat in seats if seat.kind == "human" and seat.identity != identity]
        owed = mine & (row.owing if row.version is None else row.latest)
        if owed and others:
            of_table = (row.version or 0, row.created, row.game, tuple(others))
            bits = (mine, owed, mine & row.owing)
            found.append(Owing(identity, row.id, *of_table, *bits, row.opened, row.due or None))
    return found


def turns(connection: Connection, owing: Sequence[Owing]) -> list[Turn]:
    """The turns of people who owe decisions, with the version and the time with which each began."""
    found = []
    for start in range(0, len(owing), _AT_ONCE):
        part = owing[start : start + _AT_ONCE]
        began = {row[0]: row[1:] for row in connection.execute(union_all(*map(_began, range(len(part)), part)))}
        for number, one in enumerate(part):
            before, since, at = began[number]
            if before is None and one.owed_first:
                since, at = 0, one.created
            elif since is None:
                continue  # it is over by now
            clock = _OPENED.decode(one.opened).terms.clock
            seats = tuple([seat for seat in range(one.owed.bit_length()) if one.owed >> seat & 1])
            found.append(Turn(one.identity, one.table_id, since, at, one.game, one.others, seats, clock, one.due))
    return found


def _began(number: int, one: Owing) -> Select[Any]:
    """The last version before somebody's turn, and the first version and time of it."""
    free = select(func.max(ENTRIES.c.version)).where(
        ENTRIES.c.table_id == one.table_id, ENTRIES.c.owing.op("&")(one.mine) == 0
    )
    before = free.scalar_subquery()
    later = (ENTRIES.c.table_id == one.table_id) & (ENTRIES.c.version > func.coalesce(before, 0))
    return select(literal(number), before, func.min(ENTRIES.c.version), func.min(ENTRIES.c.at)).where(later)


def _mask(seats: Sequence[Seat], identity: str) -> int:
    """The bits of the seats of a person."""
    return sum(1 << number for number, seat in enumerate(seats) if seat.identity == identity)


# What is to be sent ----------------------------------------------------------------------------------
def note(connection: Connection, due: Mapping[Turn, Sequence[tuple[Kind, int]]]) -> None:
    """Stores what is due for turns, for every channel that was there when they began; does nothing a second time."""
    people = {turn.identity for turn in due}
    query = select(NOTICE_CHANNELS.c.id, NOTICE_CHANNELS.c.identity_id, NOTICE_CHANNELS.c.since)
    channels = connection.execute(query.where(NOTICE_CHANNELS.c.identity_id.in_(people))).all()
    rows = [
        {
            "channel_id": channel.id,
            "table_id": turn.table_id,
            "kind": kind,
            "since": turn.since,
            "at": turn.at,
            "due": at,
        }
        for turn, kinds in due.items()
        for channel in channels
        if channel.identity_id == turn.identity and channel.since is not None and channel.since <= turn.at
        for kind, at in kinds
    ]
    if not rows:
        return
    insertion = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = insertion(NOTICES)
    new = {name: row.excluded[name] for name in ("since", "at", "due", "lease", "attempts", "outcome")}
    later = row.on_conflict_do_update(index_elements=_KEY, set_=new, where=NOTICES.c.since < row.excluded.since)
    connection.execute(later, [{**one, "lease": None, "attempts": 0, "outcome": None} for one in rows])


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
