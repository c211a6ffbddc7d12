"""Stores where people want to be told of their turns, what about, and of which tables not."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from schatzkammer.table.model import MINUTE
from schatzkammer.table.notices import ChannelKind, Preferences
from schatzkammer.table.store.schema import NOTICE_CHANNELS, NOTICE_MUTES, NOTICE_SETTINGS, NOTICES
from schatzkammer.table.store.statement import insert_new

MOST_CHANNELS = 10  # of one person
CODE_FOR = 30 * MINUTE
MOST_TRIES = 5

_PREFERENCES = msgspec.json.Decoder(Preferences)
_MUTE = insert_new(NOTICE_MUTES)


class Channel(NamedTuple):
    """Where somebody wants to be told."""

    id: str
    identity: str
    session: str | None
    kind: ChannelKind
    address: str
    name: str
    created: int
    since: int | None
    waits: bool  # for the code that confirms it
    next: int
    failures: int
    problem: str | None


_COLUMNS = (
    NOTICE_CHANNELS.c.id,
    NOTICE_CHANNELS.c.identity_id,
    NOTICE_CHANNELS.c.session_id,
    NOTICE_CHANNELS.c.kind,
    NOTICE_CHANNELS.c.address,
    NOTICE_CHANNELS.c.name,
    NOTICE_CHANNELS.c.created,
    NOTICE_CHANNELS.c.since,
    NOTICE_CHANNELS.c.code.is_not(None),
    NOTICE_CHANNELS.c.next,
    NOTICE_CHANNELS.c.failures,
    NOTICE_CHANNELS.c.problem,
)


# Preferences -----------------------------------------------------------------------------------------
def preferences(connection: Connection, identity: str) -> Preferences | None:
    """What a person wants to be told; None if they never said."""
    found = connection.execute(select(NOTICE_SETTINGS.c.data).where(NOTICE_SETTINGS.c.identity_id == identity)).scalar()
    return None if found is None else _PREFERENCES.decode(found)


def preferences_of(connection: Connection, people: Collection[str]) -> dict[str, Preferences]:
    """What these people want to be told."""
    query = select(NOTICE_SETTINGS.c.identity_id, NOTICE_SETTINGS.c.data)
    rows = connection.execute(query.where(NOTICE_SETTINGS.c.identity_id.in_(people)))
    return dict.fromkeys(people, Preferences()) | {row.identity_id: _PREFERENCES.decode(row.data) for row in rows}


def set_preferences(connection: Connection, identity: str, wanted: Preferences) -> None:
    """Stores what a person wants to be told; reminders are looked at again."""
    insertion = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    data = msgspec.json.encode(wanted)
    row = insertion(NOTICE_SETTINGS).values(identity_id=identity, data=data)
    connection.execute(row.on_conflict_do_update(index_elements=["identity_id"], set_={"data": data}))
    mine = select(NOTICE_CHANNELS.c.id).where(NOTICE_CHANNELS.c.identity_id == identity)
    again = NOTICES.c.channel_id.in_(mine) & (NOTICES.c.kind == "reminder") & NOTICES.c.due.is_not(None)
    connection.execute(update(NOTICES).where(again).values(due=0))


def muted(connection: Connection, identity: str) -> list[str]:
    """The tables of which a person wants to be told nothing."""
    query = select(NOTICE_MUTES.c.table_id).where(NOTICE_MUTES.c.identity_id == identity)
    return list(connection.execute(query.order_by(NOTICE_MUTES.c.table_id)).scalars())


def mute(connection: Connection, identity: str, table_id: str, *, on: bool) -> None:
    """Says whether a person wants to be told nothing of a table."""
    key = {"identity_id": identity, "table_id": table_id}
    if on:
        _MUTE.execute(connection, key)
    else:
        same = (NOTICE_MUTES.c.identity_id == identity) & (NOTICE_MUTES.c.table_id == table_id)
        connection.execute(delete(NOTICE_MUTES).where(same))


# Channels --------------------------------------------------------------------------------------------
def channels(connection: Connection, identity: str) -> list[Channel]:
    """The channels of a person, the oldest first."""
    query = select(*_COLUMNS).where(NOTICE_CHANNELS.c.identity_id == identity)
    rows = connection.execute(query.order_by(NOTICE_CHANNELS.c.created, NOTICE_CHANNELS.c.id))
    return [Channel(*row) for row in rows]


def channel(connection: Connection, channel_id: str) -> Channel | None:
    """One channel."""
    row = connection.execute(select(*_COLUMNS).where(NOTICE_CHANNELS.c.id == channel_id)).one_or_none()
    return None if row is None else Channel(*row)


def add(connection: Connection, row: Mapping[str, object]) -> bool:
    """Adds a channel in place of an earlier one to the same address; False if the person has too many.

    A browser is told of one person's turns only: the one who is signed in there.
    """
    same = NOTICE_CHANNELS.c.address == row["address"]
    if row["kind"] != "push":
        same &= NOTICE_CHANNELS.c.identity_id == row["identity_id"]
    connection.execute(delete(NOTICE_CHANNELS).where(same, NOTICE_CHANNELS.c.kind == row["kind"]))
    mine = select(func.count()).where(NOTICE_CHANNELS.c.identity_id == row["identity_id"])
    if connection.execute(mine).scalar_one() >= MOST_CHANNELS:
        return False
    new = {"code": None, "code_until": 0, "tries": 0, "next": 0, "failures": 0, "problem": None, **row}
    connection.execute(insert(NOTICE_CHANNELS).values(new))
    return True


def remove(connection: Connection, identity: str, channel_id: str) -> bool:
    """Removes a person's channel."""
    mine = (NOTICE_CHANNELS.c.id == channel_id) & (NOTICE_CHANNELS.c.identity_id == identity)
    return connection.execute(delete(NOTICE_CHANNELS).where(mine)).rowcount == 1


def code_hash(channel_id: str, code: str) -> str:
    """What is stored of a code."""
    return hashlib.sha256(f"{channel_id}\0{code.strip()}".encode()).hexdigest()


def confirm(connection: Connection, identity: str, channel_id: str, code: str, now: int) -> bool:
    """Confirms a channel with its code, which may be tried a few times and for a while."""
    mine = (NOTICE_CHANNELS.c.id == channel_id) & (NOTICE_CHANNELS.c.identity_id == identity)
    open_still = (NOTICE_CHANNELS.c.code_until > now) & (NOTICE_CHANNELS.c.tries < MOST_TRIES)
    tried = update(NOTICE_CHANNELS).where(mine, open_still).values(tries=NOTICE_CHANNELS.c.tries + 1)
    if connection.execute(tried).rowcount != 1:
        return False
    right = NOTICE_CHANNELS.c.code == code_hash(channel_id, code)
    confirmed = update(NOTICE_CHANNELS).where(mine, right).values(since=now, code=None)
    return connection.execute(confirmed).rowcount == 1


def delivered(connection: Connection, channel_id: str, now: int, not_before: int) -> None:
    """Notes that a channel works."""
    mine = NOTICE_CHANNELS.c.id == channel_id
    since = func.coalesce(NOTICE_CHANNELS.c.since, now)
    values = {"failures": 0, "problem": None, "next": not_before, "since": since}
    connection.execute(update(NOTICE_CHANNELS).where(mine).values(values))


def failed(connection: Connection, channel_id: str, problem: str, most: int) -> None:
    """Notes that a channel does not work; after so many failures in a row nothing more is sent there."""
    mine = NOTICE_CHANNELS.c.id == channel_id
    more = update(NOTICE_CHANNELS).where(mine)
    connection.execute(more.values(failures=NOTICE_CHANNELS.c.failures + 1, problem=problem))
    connection.execute(update(NOTICE_CHANNELS).where(mine, NOTICE_CHANNELS.c.failures >= most).values(since=None))
