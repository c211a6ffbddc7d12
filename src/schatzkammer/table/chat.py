"""Chat: a stream of its own beside each table's log, so that taking a move back erases no word."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, bindparam, insert, select

from schatzkammer.table.errors import Refused
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.schema import CHAT
from schatzkammer.table.store.statement import Statement
from schatzkammer.table.wishes import Person

LONGEST = 500
SHOWN = 100  # lines that somebody who comes in gets to see

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

    def work(connection: Connection) -> int:
        values = {"table_id": table, "at": at, "identity_id": who.identity, "name": who.name, "text": said}
        return int(connection.execute(insert(CHAT).returning(CHAT.c.id), values).scalar_one())

    return Line(await database.write(work), at, who.name, said)


def said_since(connection: Connection, table: str, after: int) -> list[Line]:
    """The latest lines after one of them, oldest first."""
    rows = _SAID.rows(connection, {"table": table, "after": after})
    return [Line(*row) for row in reversed(rows)]
