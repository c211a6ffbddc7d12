"""Chat: separate from the table's log, so that undoing a move does not delete messages."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, insert, select

from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Person
from schatzkammer.table.people import handle
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.schema import CHAT, TABLES
from schatzkammer.table.store.statement import Statement

LONGEST = 500
RECENT = 100  # lines for a new client
_LOCK = 6021024  # advisory lock held while a line is written

_LINES = Statement(
    select(CHAT.c.id, CHAT.c.at, CHAT.c.name, CHAT.c.text, CHAT.c.identity_id)
    .where(CHAT.c.table_id == bindparam("table"), CHAT.c.id > bindparam("after"))
    .order_by(CHAT.c.id.desc())
    .limit(RECENT)
)


class Line(Struct, frozen=True):
    """One chat message."""

    id: int
    at: int
    name: str
    text: str
    who: str  # its writer, as `people.handle` names them at this table


def checked_text(text: str) -> str:
    """Checks a message and puts it on one line."""
    line = " ".join(text.split())
    if len(line) > LONGEST:
        raise Refused("too_long")
    if not line or not line.isprintable():
        raise Refused("empty_text")
    return line


async def say(database: Database, table_id: str, who: Person, text: str, at: int) -> Line:
    """Stores a message and returns it after the commit."""
    checked = checked_text(text)
    values = {"table_id": table_id, "at": at, "identity_id": who.identity, "name": who.name, "text": checked}

    def work(connection: Connection) -> int:
        _lock(connection, table_id)
        return int(connection.execute(insert(CHAT).returning(CHAT.c.id), values).scalar_one())

    def again(connection: Connection) -> int:
        _lock(connection, table_id)
        same = [CHAT.c[name] == value for name, value in values.items()]
        found = connection.execute(select(CHAT.c.id).where(*same)).scalars().first()
        return work(connection) if found is None else int(found)

    return Line(await database.write_or_retry(work, again), at, who.name, checked, handle(table_id, who.identity))


def _lock(connection: Connection, table_id: str) -> None:
    """Makes lines commit in the order of their ids: a client that has one line has all earlier ones."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK, func.hashtext(table_id))))


def latest_lines(connection: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """The id of the latest line of each of these tables that has any."""
    last = select(func.max(CHAT.c.id)).where(CHAT.c.table_id == TABLES.c.id).scalar_subquery()
    rows = connection.execute(select(TABLES.c.id, last).where(TABLES.c.id.in_(table_ids)))
    return {row[0]: row[1] for row in rows if row[1] is not None}


def lines_after(connection: Connection, table_id: str, after: int) -> list[Line]:
    """The most recent lines after a given one, oldest first."""
    rows = _LINES.execute(connection, {"table": table_id, "after": after}).fetchall()
    return [
        Line(number, at, name, text, handle(table_id, identity)) for number, at, name, text, identity in reversed(rows)
    ]
