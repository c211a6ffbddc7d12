"""Workers tell each other what they have committed; the database is read only for what was not heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from sqlalchemy import event, select, text

from schatzkammer.server.connection import Connection
from schatzkammer.server.hub import Hub
from schatzkammer.server.identity import SocketRequest, Visitor
from schatzkammer.table.bus import LocalBus, Note, RedisBus
from schatzkammer.table.entries import LogEntry
from schatzkammer.table.model import Clock, Person, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.store.schema import TABLES
from tests.server.services import Postgres, Redis
from tests.server.test_hub import Spectator
from tests.table.helpers import next_move, start_game
from tests.waiting import until

pytestmark = pytest.mark.anyio

MOVES = 12


class Watched:
    """A worker with a spectator at one table."""

    def __init__(self, tables: Tables, hub: Hub, spectator: Spectator) -> None:
        self.tables = tables
        self.hub = hub
        self.spectator = spectator
        self.reads = 0
        event.listen(tables.database.engine, "checkout", self._count)

    def _count(self, *_: object) -> None:
        self.reads += 1

    @property
    def versions(self) -> list[int]:
        """The versions of all entries that the spectator got."""
        return [entry["version"] for message in self.spectator.messages for entry in message.get("entries", ())]


@asynccontextmanager
async def joined(url: str, bus: RedisBus | LocalBus, name: str) -> AsyncIterator[tuple[Tables, Hub]]:
    engine = connect(address(url))
    migrate(engine)
    database = Database(engine)
    tables = Tables(database, bus, name)
    hub = Hub(tables, bus, name)
    bus.listen(hub.received, lambda: None)
    try:
        yield tables, hub
    finally:
        await hub.close()
        await bus.close()
        await asyncio.to_thread(database.close)


@asynccontextmanager
async def watching(worker: tuple[Tables, Hub], table_id: str) -> AsyncIterator[Watched]:
    tables, hub = worker
    spectator = Spectator()
    connection = Connection(hub, SocketRequest(table_id), Visitor(None, "x", "en"), spectator)
    await hub.enter(connection)
    await until(lambda: spectator.all("snapshot"))
    try:
        yield Watched(tables, hub, spectator)
    finally:
        connection.stop()
        hub.leave(connection)


async def move(tables: Tables, table_id: str, people: list[Person]) -> LogEntry:
    return await tables.run(*await next_move(tables, table_id, people))


async def test_an_entry_reaches_the_other_worker_without_the_database(postgres: Postgres, redis: Redis) -> None:
    url = postgres.new_database()
    buses = [RedisBus(redis.url, name, b"key") for name in ("one", "two")]
    async with joined(url, buses[0], "one") as one, joined(url, buses[1], "two") as two:
        await until(lambda: all(bus.reliable for bus in buses))
        table_id, people = await start_game(one[0], Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        async with watching(two, table_id) as watched:
            before, reads = watched.versions[-1], watched.reads
            for _ in range(MOVES):
                await move(one[0], table_id, people)
            await until(lambda: watched.versions[-1] == before + MOVES)
            assert watched.versions == list(range(1, before + MOVES + 1))
            assert watched.reads == reads


async def test_what_was_not_heard_is_read(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with joined(url, LocalBus(), "one") as one, joined(url, LocalBus(), "two") as two:
        table_id, people = await start_game(one[0], Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        async with watching(two, table_id) as watched:
            before = watched.versions[-1]
            entries = [await move(one[0], table_id, people) for _ in range(3)]
            notes = [Note("one", table_id, msgspec.Raw(msgspec.json.encode(entry))) for entry in entries]
            watched.hub.received(notes[2])
            await until(lambda: watched.versions[-1] == before + 3)
            for note in notes:  # late, and twice
                watched.hub.received(note)
            latest = await move(one[0], table_id, people)
            watched.hub.received(Note("one", table_id, msgspec.Raw(msgspec.json.encode(latest))))
            await until(lambda: watched.versions[-1] == before + 4)
            assert watched.versions == list(range(1, before + 5))


async def test_workers_listen_to_nobody_without_their_key(redis: Redis) -> None:
    keys = {"here": b"key", "friend": b"key", "stranger": b"another", "accomplice": b"another"}
    buses = {name: RedisBus(redis.url, name, key) for name, key in keys.items()}
    heard: dict[str, list[Note]] = {name: [] for name in keys}
    for name, bus in buses.items():
        bus.listen(heard[name].append, lambda: None)
    await until(lambda: all(bus.reliable for bus in buses.values()))
    buses["stranger"].publish(Note("stranger", "a table"))
    await until(lambda: heard["accomplice"])  # Redis has sent it to everybody
    buses["friend"].publish(Note("friend", "a table"))
    await until(lambda: heard["here"])
    assert [note.worker for note in heard["here"]] == ["friend"]
    assert [note.worker for note in heard["accomplice"]] == ["stranger"]
    for bus in buses.values():
        await bus.close()


@pytest.mark.parametrize("timed", [False, True])
async def test_the_row_of_a_table_is_written_only_if_it_changes(postgres: Postgres, redis: Redis, timed: bool) -> None:
    url = postgres.new_database()
    buses = [RedisBus(redis.url, name, b"key") for name in ("one", "two")]
    terms = Terms("ali-baba", 2, clock=Clock("live", base=3600, increment=5) if timed else Clock())
    async with joined(url, buses[0], "one") as one, joined(url, buses[1], "two") as two:
        await until(lambda: all(bus.reliable for bus in buses))
        table_id, people = await start_game(one[0], terms, ["Anna", "Bruno"], [])
        row = select(text("xmin::text"), TABLES.c.due, TABLES.c.status, TABLES.c.lease).where(TABLES.c.id == table_id)
        written = []
        async with watching(one, table_id) as first, watching(two, table_id) as second:
            for number in range(MOVES):
                mover = (first, second)[number % 2]
                entry = await move(mover.tables, table_id, people)
                await until(lambda: first.versions[-1] == second.versions[-1] == entry.version)  # noqa: B023
                found = await one[0].database.read(lambda connection: connection.execute(row).one())
                due, status = await one[0].read(table_id, lambda table: (table.due, table.state.status))
                assert (found.due, found.status, found.lease) == (due, status, None)
                written.append(found.xmin)
        # The first entry of each worker after it has loaded the table writes the row.
        assert len(set(written[2:])) > 1 if timed else len(set(written[2:])) == 1
