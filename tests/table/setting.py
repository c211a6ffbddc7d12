"""Tables on a real file, without a server around them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from schatzkammer.table import wishes
from schatzkammer.table.bus import Alone
from schatzkammer.table.duties import Duties
from schatzkammer.table.model import Terms
from schatzkammer.table.people import People
from schatzkammer.table.service import Tables, wall_clock
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.thinkers import Thinkers
from schatzkammer.table.wishes import Person


@asynccontextmanager
async def kept_in(folder: Path, now: Callable[[], int] = wall_clock) -> AsyncIterator[Tables]:
    engine = connect(address(f"sqlite:///{folder / 'tables.db'}"))
    migrate(engine)
    database = Database(engine)
    try:
        yield Tables(database, Alone(), "test", now)
    finally:
        database.close()


@asynccontextmanager
async def seen_to(tables: Tables, patience: float = 20.0) -> AsyncIterator[Thinkers]:
    """Bots think and clocks run down."""
    thinkers = Thinkers(1, patience)
    duties = Duties(tables, thinkers)
    await duties.start()
    try:
        yield thinkers
    finally:
        await duties.close()
        await thinkers.close()


async def person(tables: Tables, name: str) -> Person:
    guest = await People(tables.database).new_guest(name)
    return Person(guest.id, guest.name)


async def started(tables: Tables, terms: Terms, names: list[str], bots: list[str]) -> tuple[str, list[Person]]:
    """A table with these people and bots at which the game has begun."""
    people = [await person(tables, name) for name in names]
    name, _ = await tables.open(terms, people[0], [None] * (len(people) - 1) + bots)
    for other in people[1:]:
        await tables.run(name, wishes.sit(other, None))
    await tables.run(name, wishes.start(people[0]))
    return name, people
