"""Ends sessions in the database."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, select, update

from schatzkammer.table.store.schema import ENDED_SESSIONS, IDENTITIES, SESSIONS
from schatzkammer.table.store.statement import insert_new

_VOID = insert_new(ENDED_SESSIONS)


def end(connection: Connection, identity: str, which: ColumnElement[bool]) -> int:
    """Ends some sessions of an identity; returns how many."""
    return connection.execute(delete(SESSIONS).where(SESSIONS.c.identity_id == identity, which)).rowcount


def end_others(connection: Connection, identity: str, kept: str | None) -> None:
    """Ends all sessions of an identity but one; cookies of the first release that have none yet are void, too."""
    end(connection, identity, SESSIONS.c.id != (kept or ""))
    void(connection, f"all of {identity}")


def end_all(connection: Connection, identity: str) -> None:
    """Ends all sessions of an identity, and makes cookies void that are just being made."""
    connection.execute(update(IDENTITIES).where(IDENTITIES.c.id == identity).values(epoch=IDENTITIES.c.epoch + 1))
    end_others(connection, identity, None)


def void(connection: Connection, secret: str) -> bool:
    """Notes that a cookie of the first release gets no session any more; returns whether that is new."""
    return _VOID.execute(connection, {"session": secret}).rowcount == 1


def is_void(connection: Connection, identity: str) -> bool:
    """Whether none of an identity's cookies of the first release gets a session any more."""
    noted = select(ENDED_SESSIONS.c.session).where(ENDED_SESSIONS.c.session == f"all of {identity}")
    return connection.execute(noted).scalar() is not None
