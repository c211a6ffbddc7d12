"""Deletes what nobody needs any more: void sessions, guests who cannot come back, abandoned tables, empty groups.

Finished games stay.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select

from schatzkammer.table.lifetimes import DAY, Lifetimes
from schatzkammer.table.sessions import SINCE
from schatzkammer.table.store import groups, notices
from schatzkammer.table.store.schema import ENDED_SESSIONS, EVENINGS, IDENTITIES, MEMBERS, SESSIONS, SETTINGS, TABLES

MOST = 200  # rows deleted at once, so that nobody waits long


class Purge(NamedTuple):
    """One kind of thing to delete, and how to delete some of it; the number returned is 0 when there is no more."""

    kind: str
    delete_some: Callable[[Connection], int]


def purges(lifetimes: Lifetimes, now: int) -> list[Purge]:
    """All there is to delete at a time, in this order."""
    return [
        Purge("sessions", partial(_sessions, lifetimes=lifetimes, now=now)),
        Purge("tables", partial(_tables, lifetimes=lifetimes, now=now)),
        Purge("notices", partial(notices.drop_old, most=MOST)),
        Purge("evenings", partial(_evenings, lifetimes=lifetimes, now=now)),
        Purge("guests", partial(_guests, lifetimes=lifetimes, now=now)),
        Purge("groups", partial(groups.empty, most=MOST)),
    ]


def _sessions(connection: Connection, lifetimes: Lifetimes, now: int) -> int:
    """Sessions that are void, and the notes on cookies of the first release when none of those can be valid."""
    over = [_before(SESSIONS.c.created, lifetimes.session, now), _before(SESSIONS.c.seen, lifetimes.idle, now)]
    some = select(SESSIONS.c.id).where(or_(*over)).limit(MOST)
    if lifetimes.is_over(_since(connection), now, now):
        connection.execute(delete(ENDED_SESSIONS))
    return connection.execute(delete(SESSIONS).where(SESSIONS.c.id.in_(some))).rowcount


def _tables(connection: Connection, lifetimes: Lifetimes, now: int) -> int:
    """Tables at which nothing has happened for a long time and whose game is not over, and uploads that nobody has."""
    abandoned = or_(
        and_(TABLES.c.status == "waiting", _before(TABLES.c.touched, lifetimes.waiting, now)),
        and_(TABLES.c.status == "playing", _before(TABLES.c.touched, lifetimes.unfinished, now)),
        and_(TABLES.c.uploaded, ~exists().where(MEMBERS.c.table_id == TABLES.c.id)),
    )
    some = select(TABLES.c.id).where(abandoned).limit(MOST)
    # The condition again: somebody may have come back since the selection.
    return connection.execute(delete(TABLES).where(TABLES.c.id.in_(some), abandoned)).rowcount


def _evenings(connection: Connection, lifetimes: Lifetimes, now: int) -> int:
    """Evenings at which nothing has happened for a long time and which are not over."""
    running = EVENINGS.c.phase.in_(("playing", "paused"))
    abandoned = or_(
        and_(EVENINGS.c.phase == "waiting", _before(EVENINGS.c.touched, lifetimes.waiting, now)),
        and_(running, _before(EVENINGS.c.touched, lifetimes.unfinished, now)),
    )
    some = select(EVENINGS.c.id).where(abandoned).limit(MOST)
    return connection.execute(delete(EVENINGS).where(EVENINGS.c.id.in_(some), abandoned)).rowcount


def _guests(connection: Connection, lifetimes: Lifetimes, now: int) -> int:
    """Guests as whom no browser is signed in, and programs without a token, unless a game of theirs is not over.

    Their chat lines go with them; their names stay in the records of their games.
    """
    if not lifetimes.guest or _since(connection) > now - lifetimes.guest * DAY:
        return 0  # guests of the first release may still come back
    plays = exists().where(
        MEMBERS.c.identity_id == IDENTITIES.c.id,
        MEMBERS.c.seated,
        MEMBERS.c.table_id == TABLES.c.id,
        TABLES.c.status != "over",
    )
    out = and_(
        or_(IDENTITIES.c.kind == "guest", and_(IDENTITIES.c.kind == "bot", IDENTITIES.c.token.is_(None))),
        ~exists().where(SESSIONS.c.identity_id == IDENTITIES.c.id),
        _before(IDENTITIES.c.created, lifetimes.guest, now),
        ~plays,
    )
    some = select(IDENTITIES.c.id).where(out).limit(MOST)
    return connection.execute(delete(IDENTITIES).where(IDENTITIES.c.id.in_(some), out)).rowcount


def _since(connection: Connection) -> int:
    """Since when there are sessions."""
    return int(connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == SINCE)).scalar_one())


def _before(column: ColumnElement[int], days: int, now: int) -> ColumnElement[bool]:
    """Whether a time lies so many days back; never with 0 days."""
    return column <= (now - days * DAY if days else -1)
