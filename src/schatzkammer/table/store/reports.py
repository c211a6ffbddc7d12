"""What people do not want to read, and what they report to the operator."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from schatzkammer.table.store.schema import CHAT, IDENTITIES, MUTED, REPORTS
from schatzkammer.table.store.statement import insert_new

_MUTE = insert_new(MUTED)


class Report(NamedTuple):
    """A word to the operator; `about` wrote the `line`, if it is about one."""

    id: int
    at: int
    name: str
    text: str
    table: str | None
    about: str | None
    line: str | None
    closed: int | None


# Muting ------------------------------------------------------------------------------------------------
def muted(connection: Connection, reader: str) -> list[str]:
    """Those whose lines a reader does not want to see."""
    query = select(MUTED.c.identity_id).where(MUTED.c.reader_id == reader).order_by(MUTED.c.identity_id)
    return list(connection.execute(query).scalars())


def mute(connection: Connection, reader: str, identity: str) -> None:
    """Hides somebody's lines from a reader."""
    _MUTE.execute(connection, {"reader_id": reader, "identity_id": identity})


def unmute(connection: Connection, reader: str, identity: str) -> None:
    """Shows somebody's lines to a reader again."""
    connection.execute(delete(MUTED).where(MUTED.c.reader_id == reader, MUTED.c.identity_id == identity))


# Reports -----------------------------------------------------------------------------------------------
def report(connection: Connection, who: str, text: str, at: int) -> None:
    """Stores a word to the operator."""
    connection.execute(insert(REPORTS), {"at": at, "identity_id": who, "text": text})


def report_line(connection: Connection, who: str, text: str, at: int, table_id: str, line: int) -> bool:
    """Stores a report of a chat line, as it is now; returns False if the table has no such line."""
    query = select(CHAT.c.identity_id, CHAT.c.name, CHAT.c.text).where(CHAT.c.id == line, CHAT.c.table_id == table_id)
    row = connection.execute(query).one_or_none()
    if row is None:
        return False
    about = {"table_id": table_id, "about_id": row.identity_id, "about": row.name, "line": row.text}
    connection.execute(insert(REPORTS), {"at": at, "identity_id": who, "text": text, **about})
    return True


def reports(connection: Connection, *, closed: bool = False) -> list[Report]:
    """What is reported and not closed, or everything, the oldest first."""
    columns = (REPORTS.c.text, REPORTS.c.table_id, REPORTS.c.about, REPORTS.c.line, REPORTS.c.closed)
    query = select(REPORTS.c.id, REPORTS.c.at, IDENTITIES.c.name, *columns)
    query = query.join(IDENTITIES, IDENTITIES.c.id == REPORTS.c.identity_id).order_by(REPORTS.c.id)
    return [Report(*row) for row in connection.execute(query if closed else query.where(REPORTS.c.closed.is_(None)))]


def close(connection: Connection, number: int, at: int) -> bool:
    """Closes a report; returns whether it was open."""
    one = (REPORTS.c.id == number) & REPORTS.c.closed.is_(None)
    return connection.execute(update(REPORTS).where(one).values(closed=at)).rowcount == 1
