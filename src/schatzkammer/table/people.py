"""The people at a table as its host knows them: who may enter, and who may speak.

A host names a person by a handle that means nothing at another table, because guests have no name of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from schatzkammer.table.errors import Refused
from schatzkammer.table.store.schema import CHAT, IDENTITIES, MEMBERS

MOST = 300  # people who are listed


class Someone(NamedTuple):
    """A person who is, was or may come to a table."""

    identity: str
    name: str
    kind: str
    muted: bool
    kept_out: bool


def handle(table_id: str, identity: str) -> str:
    """What a person is called at one table."""
    return hashlib.sha256(f"{table_id} {identity}".encode()).hexdigest()[:16]


def people(connection: Connection, table_id: str, here: Collection[str]) -> list[Someone]:
    """Members, those who are connected, and those who have said something, by name."""
    members = select(MEMBERS).where(MEMBERS.c.table_id == table_id).limit(MOST)
    known = {row.identity_id: row for row in connection.execute(members)}
    said = select(CHAT.c.identity_id).where(CHAT.c.table_id == table_id).distinct().limit(MOST)
    ids = [*known, *connection.execute(said).scalars(), *list(here)[:MOST]]
    named = select(IDENTITIES.c.id, IDENTITIES.c.name, IDENTITIES.c.kind)
    named = named.where(IDENTITIES.c.id.in_(ids), IDENTITIES.c.kind != "deleted").order_by(IDENTITIES.c.name)
    return [
        Someone(row.id, row.name, row.kind, muted=_is(known, row.id, "muted"), kept_out=_is(known, row.id, "kept_out"))
        for row in connection.execute(named)
    ]


def _is(known: dict[str, Any], identity: str, what: str) -> bool:
    return bool(getattr(known.get(identity), what, False))


def named(found: Collection[Someone], table_id: str, who: str, host: str) -> Someone:
    """The person with a handle; nobody has power over the host."""
    for someone in found:
        if handle(table_id, someone.identity) == who and someone.identity != host:
            return someone
    raise Refused("no_person")
