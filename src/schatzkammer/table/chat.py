"""Chat: a stream of its own beside each table's log, so that taking a move back erases no word."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, insert, select

from schatzkammer.table.errors import Refused
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.schema import CHAT, TABLES
from schatzkammer.table.store.statement import Statement
from schatzkammer.table.wishes import Person

LONGEST = 500
SHOWN = 100  # lines that somebody who comes in gets to see
_IN_TURN = 6021024  # the kind of lock under which lines are written

_SAID = Statement(
    select(CHAT.c.id, CHAT.c.at, CHAT.c.name, CHAT.c.text)
    .where(CHAT.c.table_id == bindparam("table"), CHAT.c.id > bindparam("after"))
    .order_by(CHAT.c.id.desc())
    .limit(SHOWN)
)


class Line(Struct, frozen=True):
    """Something that was said."""

    id: int
    at: int
    name: str
    text: str


def checked_text(text: str) -> str:
    """What may be said: anything that can be shown, on one line."""
    said = " ".join(text.split())
    if len(said) > LONGEST:
        raise Refused("too_long")
    if not said or not said.isprintable():
        raise Refused("empty_text")
    return said


async def say(database: Database, table: str, who: Person, text: str, at: int) -> Line:
    """Writes a line down; returns it once it is committed."""
    said = checked_text(text)
    values = {"table_id": table, "at": at, "identity_id": who.identity, "name": who.name, "text": said}

    def work(connection: Connection) -> int:
        _wait_in_turn(connection, table)
        return int(connection.execute(insert(CHAT).returning(CHAT.c.id), values).scalar_one())

    def again(connection: Connection) -> int:
        _wait_in_turn(connection, table)
        same = [CHAT.c[name] == value for name, value in values.items()]
        there = connection.execute(select(CHAT.c.id).where(*same)).scalars().first()
        return work(connection) if there is None else int(there)

    return Line(await database.write_surely(work, again), at, who.name, said)


def _wait_in_turn(connection: Connection, table: str) -> None:
    """Lines of a table are committed in the order of their numbers: whoever has one has all before it."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time
        connection.execute(select(func.pg_advisory_xact_lock(_IN_TURN, func.hashtext(table))))


def latest(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """The last line of each of these tables at which anything was said."""
    last = select(func.max(CHAT.c.id)).where(CHAT.c.table_id == TABLES.c.id).scalar_subquery()
    rows = connection.execute(select(TABLES.c.id, last).where(TABLES.c.id.in_(names)))
    return {row[0]: row[1] for row in rows if row[1] is not None}


def said_since(connection: Connection, table: str, after: int) -> list[Line]:
    """The latest lines after one of them, oldest first."""
    rows = _SAID.rows(connection, {"table": table, "after": after})
    return [Line(*row) for row in reversed(rows)]
