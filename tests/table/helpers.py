"""Tables on a real SQLite file, without a server around them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from operator import itemgetter
from pathlib import Path
from unittest.mock import patch

from schatzkammer.table import service
from schatzkammer.table.accounts import Accounts
from schatzkammer.table.bot_pool import BotPool
from schatzkammer.table.bus import LocalBus
from schatzkammer.table.entries import LogEntry
from schatzkammer.table.model import Move, Person, Sit, Start, Terms
from schatzkammer.table.scheduler import Scheduler
from schatzkammer.table.service import Tables, wall_clock
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.table import Table


@contextmanager
def repeatable_seeds() -> Iterator[None]:
    """Gives new tables the seeds `table seed 0`, `table seed 1` and so on, so that every run plays the same games."""
    seeds = (f"table seed {number}" for number in count())
    with patch.object(service, "fresh_seed", seeds.__next__):
        yield


@asynccontextmanager
async def open_tables(folder: Path, now: Callable[[], int] = wall_clock) -> AsyncIterator[Tables]:
    engine = connect(address(f"sqlite:///{folder / 'tables.db'}"))
    migrate(engine)
    database = Database(engine)
    try:
        with repeatable_seeds():
            yield Tables(database, LocalBus(), "test", now)
    finally:
        database.close()


@asynccontextmanager
async def scheduled(tables: Tables, timeout: float = 20.0) -> AsyncIterator[BotPool]:
    """Runs the scheduler: bots move and clocks run out."""
    bots = BotPool(1, timeout)
    scheduler = Scheduler(tables, bots)
    await scheduler.start()
    try:
        yield bots
    finally:
        await scheduler.close()
        await bots.close()


class Recorder:
    """A listener that records what is published: table ids, and the versions of the table and of its entries."""

    def __init__(self, tables: Tables) -> None:
        self.tables: list[str] = []
        self.versions: list[tuple[int, list[int]]] = []
        self.entries: list[LogEntry] = []
        tables.listener = self

    def prepare(self, table: Table, entries: Sequence[LogEntry]) -> Sequence[LogEntry]:
        return entries

    def publish(self, table: Table, prepared: Sequence[LogEntry]) -> None:
        self.tables.append(table.id)
        self.versions.append((table.version, [entry.version for entry in prepared]))
        self.entries += prepared


async def person(tables: Tables, name: str) -> Person:
    guest = await Accounts(tables.database).new_guest(name)
    return Person(guest.id, guest.name)


async def start_game(tables: Tables, terms: Terms, names: list[str], bots: list[str]) -> tuple[str, list[Person]]:
    """Starts a game with these people and bots; returns the table's id and the people."""
    people = [await person(tables, name) for name in names]
    table_id, _ = await tables.open(terms, people[0], [None] * (len(people) - 1) + bots)
    for other in people[1:]:
        await tables.run(table_id, Sit(), other)
    await tables.run(table_id, Start(), people[0])
    return table_id, people


async def next_move(
    tables: Tables, table_id: str, people: list[Person], choose: Callable[[list[str]], str] = itemgetter(0)
) -> tuple[str, Move, Person]:
    """A legal move of the first seat to act, as arguments for `Tables.run`."""
    seat, legal, version = await tables.read(
        table_id, lambda table: (table.to_act[0], table.match.legal(table.to_act[0]), table.version)
    )
    return table_id, Move(version=version, move=choose(legal)), people[seat]
