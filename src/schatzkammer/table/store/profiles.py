"""Who may see whose profile: nobody unless its owner says otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from schatzkammer.table.store import groups
from schatzkammer.table.store.schema import MEMBERS, PROFILES

# friends: those who belong to a common group; met: those, and who has or had a seat at the same table
SeenBy = Literal["nobody", "friends", "met", "all"]


def seen_by(connection: Connection, identity: str) -> SeenBy:
    """Who may see a profile, apart from its owner."""
    found = connection.execute(select(PROFILES.c.seen_by).where(PROFILES.c.identity_id == identity)).scalar()
    return "nobody" if found is None else found


def set_seen_by(connection: Connection, identity: str, who: SeenBy) -> None:
    """Says who may see a profile."""
    insertion = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = insertion(PROFILES).values(identity_id=identity, seen_by=who)
    connection.execute(row.on_conflict_do_update(index_elements=["identity_id"], set_={"seen_by": who}))


def shown(connection: Connection, people: Iterable[str], reader: str | None) -> list[str]:
    """Those whose profiles a reader may see."""
    asked = list(people)
    query = select(PROFILES.c.identity_id, PROFILES.c.seen_by).where(PROFILES.c.identity_id.in_(asked))
    chosen = {row.identity_id: row.seen_by for row in connection.execute(query)}
    near = [one for one, who in chosen.items() if who in ("friends", "met")]
    friends = groups.friends(connection, reader, near) if near else set()
    known = met(connection, reader) if "met" in chosen.values() else set()
    allowed = {"all": set(asked), "friends": friends, "met": friends | known}
    return [one for one in asked if one == reader or one in allowed.get(chosen.get(one, "nobody"), set())]


def met(connection: Connection, reader: str | None) -> set[str]:
    """Those who have or had a seat at a table of the reader's."""
    if reader is None:
        return set()
    mine = select(MEMBERS.c.table_id).where(MEMBERS.c.identity_id == reader, MEMBERS.c.seated)
    query = select(MEMBERS.c.identity_id).where(MEMBERS.c.table_id.in_(mine), MEMBERS.c.seated)
    return set(connection.execute(query.distinct()).scalars())
