"""Players' clocks count only time in which players could move, whatever happens to the host."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from schatzkammer.table.bus import LocalBus
from schatzkammer.table.counted_time import CountedTime
from schatzkammer.table.errors import NotSaved
from schatzkammer.table.model import HOUR, SECOND, Clock, Move, RematchAmong, Resign, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from tests.server.conftest import postgres  # noqa: F401  a fixture
from tests.server.services import Postgres
from tests.table.helpers import next_move, repeatable_seeds, scheduled, start_game
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

LIVE = Terms("ali-baba", 2, clock=Clock("live", base=10, increment=0, expiry="forfeit"))
SLOW = Terms("ali-baba", 2, clock=Clock("slow", hours=1, expiry="forfeit"))


class Host:
    """A machine whose clocks, sleep and database a test controls."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.wall = 10 * HOUR
        self.seconds = 5000.0
        self.out = False  # whether the database is

    @asynccontextmanager
    async def serves(self) -> AsyncIterator[tuple[Tables, CountedTime]]:
        engine = connect(address(self.url))
        migrate(engine)
        database = Database(engine)
        write = database.write

        def perhaps(work: object) -> asyncio.Future:
            if not self.out:
                return write(work)
            failed = asyncio.get_running_loop().create_future()
            failed.set_exception(NotSaved("the database is out"))
            return failed

        sometimes = SimpleNamespace(read=database.read, write=perhaps)  # a compiled class cannot be patched
        counted = CountedTime(sometimes, lambda: self.seconds)
        await counted.start()
        try:
            with repeatable_seeds():
                yield Tables(database, LocalBus(), "test", lambda: self.wall, counted), counted
        finally:
            database.close()

    def passes(self, seconds: float) -> None:
        self.seconds += seconds
        self.wall += int(1000 * seconds)

    async def works(self, counted: CountedTime, seconds: int) -> None:
        """Time passes in which the server works."""
        for _ in range(seconds):
            self.passes(1)
            await counted.beat()


@pytest.fixture(params=["sqlite", "postgres"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Host:
    if request.param == "sqlite":
        return Host(f"sqlite:///{tmp_path / 'tables.db'}")
    server: Postgres = request.getfixturevalue("postgres")
    return Host(server.new_database())


async def left(tables: Tables, table_id: str) -> int:
    """The time that the first seat, whose turn it is, still has."""
    timer = await tables.read(table_id, lambda table: table.state.timers[0])
    assert timer.since is not None
    return timer.left - (tables.clock() - timer.since)


async def is_due(tables: Tables, table_id: str) -> bool:
    clock, now = tables.clock(), tables.now()
    return table_id in await tables.database.read(lambda connection: store.due(connection, clock, now, 10))


async def test_time_is_charged_while_the_server_works(host: Host) -> None:
    async with host.serves() as (tables, counted):
        table_id, _ = await start_game(tables, LIVE, ["Anna", "Bruno"], [])
        await host.works(counted, 4)
        assert await left(tables, table_id) == 6 * SECOND
        assert not await is_due(tables, table_id)
        await host.works(counted, 7)
        assert await is_due(tables, table_id)
        async with scheduled(tables), asyncio.timeout(PATIENCE):
            while await tables.read(table_id, lambda table: table.state.status) != "over":
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("terms", [LIVE, SLOW], ids=["live", "slow"])
async def test_nobody_is_charged_for_what_happens_to_the_host(host: Host, terms: Terms) -> None:
    rest = (10 * SECOND if terms is LIVE else HOUR) - 2 * SECOND
    async with host.serves() as (tables, counted):
        table_id, people = await start_game(tables, terms, ["Anna", "Bruno"], [])
        host.wall += 100 * HOUR  # the wall clock is set forward
        await host.works(counted, 1)
        host.wall -= 50 * HOUR  # and back
        await host.works(counted, 1)
        host.passes(2 * 3600)  # the machine sleeps, or the process is stopped
        assert await left(tables, table_id) == rest
        await counted.beat()  # the first beat after a pause counts nothing
        assert await left(tables, table_id) == rest
        host.out = True  # nobody can store a move
        for _ in range(40):
            host.passes(90)
            with pytest.raises(NotSaved):
                await counted.beat()
        host.out = False
        await counted.beat()
        assert await left(tables, table_id) == rest
    host.passes(7 * 24 * 3600)  # the server is down
    async with host.serves() as (tables, _):
        assert await left(tables, table_id) == rest
        assert not await is_due(tables, table_id)
        await tables.run(*await next_move(tables, table_id, people))


async def test_a_rematch_begins_with_full_clocks(host: Host) -> None:
    """Its first timer runs from the start, although counted time is behind the time of day."""
    async with host.serves() as (tables, counted):
        table_id, people = await start_game(tables, LIVE, ["Anna", "Bruno"], [])
        host.wall += 100 * HOUR
        await host.works(counted, 1)
        await tables.run(table_id, Resign(), people[0])
        for one in people:
            await tables.run(table_id, RematchAmong([0, 1]), one)
        again = await tables.read(table_id, lambda table: table.state.next)
        assert await left(tables, again) == 10 * SECOND
        await host.works(counted, 3)
        assert await left(tables, again) == 7 * SECOND


async def test_workers_count_together(host: Host) -> None:
    async with host.serves() as (tables, counted), host.serves() as (others, later):
        table_id, people = await start_game(tables, LIVE, ["Anna", "Bruno"], [])
        for _ in range(3):
            host.passes(1)
            await counted.beat()
            await later.beat()
        assert counted() == later()
        host.seconds += 100  # both sleep, and one wakes up first
        await counted.beat()
        host.passes(1)
        await counted.beat()
        await later.beat()
        assert later() == counted()
        assert await left(tables, table_id) == 6 * SECOND
        if others.database.shared:
            version = await tables.read(table_id, lambda table: table.version)
            legal = await others.read(table_id, lambda table: table.match.legal(0))
            await others.run(table_id, Move(version=version, move=legal[0]), people[0])
