"""PostgreSQL loses an answer, falls silent, or finds a deadlock: every command soon gets the true answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import Connection, event, insert, text

from schatzkammer.table import chat
from schatzkammer.table.bus import LocalBus
from schatzkammer.table.errors import NotSaved, OutcomeUnknown
from schatzkammer.table.model import Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.store import postgres as settings
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.store.schema import ENTRIES, SETTINGS
from tests.server.proxy import Proxy
from tests.server.services import Postgres
from tests.table.helpers import Recorder, next_move, start_game
from tests.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.anyio

TIMEOUT = 1.0


@pytest.fixture
def proxy(postgres: Postgres) -> Iterator[Proxy]:
    between = Proxy(postgres.port)
    yield between
    between.stop()


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@asynccontextmanager
async def worker(url: str, through: Proxy | None = None) -> AsyncIterator[Tables]:
    direct = address(url)
    engine = connect(direct if through is None else direct.set(port=through.port))
    migrate(engine)
    database = Database(engine)
    try:
        yield Tables(database, LocalBus(), "test")
    finally:
        await asyncio.to_thread(database.close)


@pytest.mark.parametrize("together", [True, False])
async def test_what_is_committed_is_acknowledged_though_the_answer_is_lost(
    url: str, proxy: Proxy, together: bool
) -> None:
    async with worker(url, proxy) as tables:
        games = [await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], []) for _ in range(3)]
        published = Recorder(tables).tables
        (first, _), (second, _), (third, people) = games
        commands = [await next_move(tables, *game) for game in games[:2]]
        work = [
            *(tables.run(*command) for command in commands),
            chat.say(tables.database, third, people[0], "Once", tables.now()),
            tables.open(Terms("ali-baba", 2), people[0], []),
        ]
        if together:
            proxy.loses_commit = True
            answers = await asyncio.gather(*work)
            assert not proxy.loses_commit
        else:
            answers = []
            for one in work:
                proxy.loses_commit = True
                answers.append(await one)
                assert not proxy.loses_commit
        assert sorted(published) == sorted([first, second])
        for name, entry in zip((first, second), answers, strict=False):
            assert [logged.version for logged in await tables.history(name)] == list(range(1, entry.version + 1))
        assert await tables.database.read(lambda found: chat.lines_after(found, third, 0)) == [answers[2]]
        assert await tables.read(answers[3][0], lambda table: table.version) == 0


async def test_commands_wait_for_a_silent_server_together(
    url: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(settings.TimeoutConnection, "timeout", TIMEOUT)
    monkeypatch.setitem(settings.ARGUMENTS, "connect_timeout", 2)

    async with worker(url, proxy) as tables:
        games = [await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], []) for _ in range(8)]
        commands = [await next_move(tables, *game) for game in games]
        proxy.silent = True
        answers = await asyncio.gather(*(tables.run(*command) for command in commands), return_exceptions=True)
        assert [type(answer) for answer in answers] == [OutcomeUnknown] * 8
        assert {record.jobs for record in caplog.records if record.name == "schatzkammer.database"} == {8}
        proxy.silent = False
        for game in games:
            await tables.run(*await next_move(tables, *game))


async def test_readers_give_up_a_server_that_is_silent(url: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings.TimeoutConnection, "timeout", TIMEOUT)
    monkeypatch.setitem(settings.ARGUMENTS, "connect_timeout", 2)

    async with worker(url, proxy) as tables:
        name, _ = await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        proxy.silent = True
        with pytest.raises(NotSaved):
            await asyncio.wait_for(tables.history(name), PATIENCE)
        proxy.silent = False
        assert await tables.history(name)


async def test_the_server_waits_for_no_statement_for_long(url: str) -> None:
    async with worker(url) as tables:

        def limits(connection: Connection) -> list[object]:
            names = ("statement_timeout", "lock_timeout", "tcp_keepalives_idle")
            return [connection.execute(text(f"SHOW {name}")).scalar() for name in names]

        assert await tables.database.read(limits) == ["10s", "5s", "10"]
        assert await tables.database.write(limits) == ["10s", "5s", "10"]


async def test_a_deadlock_is_tried_once_more(url: str, postgres: Postgres) -> None:
    async with worker(url) as tables:
        database, tries = tables.database, []
        await database.write(
            lambda connection: connection.execute(
                insert(SETTINGS), [{"name": name, "value": "0"} for name in ("x", "y")]
            )
        )
        change = text("UPDATE settings SET value = value || 'a' WHERE name = :name")

        def both(connection: Connection) -> int:
            tries.append(1)
            return (
                connection.execute(change, {"name": "y"}).rowcount + connection.execute(change, {"name": "x"}).rowcount
            )

        def other_way() -> None:
            with database.engine.begin() as connection:
                connection.execute(text("SET LOCAL deadlock_timeout = '1min'"))  # the writer's is a second
                connection.execute(change, {"name": "x"})
                ready.set()
                wait_for(postgres.lock_waits)
                connection.execute(change, {"name": "y"})

        ready = threading.Event()
        other = asyncio.create_task(asyncio.to_thread(other_way))
        await asyncio.to_thread(ready.wait)
        assert await database.write(both) == 2
        await other
        assert len(tries) == 2


async def test_a_table_is_loaded_as_it_was_at_one_moment(url: str) -> None:
    async with worker(url) as moving, worker(url) as loading:
        name, people = await start_game(moving, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        before = await moving.read(name, lambda table: table.version)
        command, loop, moved = await next_move(moving, name, people), asyncio.get_running_loop(), []

        def meanwhile(*given: object) -> None:
            if "FROM snapshots" in str(given[2]) and not moved:
                moved.append(asyncio.run_coroutine_threadsafe(moving.run(*command), loop).result(PATIENCE).version)

        event.listen(loading.database.engine, "after_cursor_execute", meanwhile)
        published = Recorder(loading).versions
        assert await loading.read(name, lambda table: table.version) == before + 1
        assert (moved, published) == ([before + 1], [(before + 1, [before + 1])]), "added after loading, and published"


async def test_one_table_that_cannot_be_read_is_not_in_the_way_of_others(url: str) -> None:
    async with worker(url) as moving, worker(url) as watching:
        games = [await start_game(moving, Terms("ali-baba", 2), ["Anna", "Bruno"], []) for _ in range(4)]
        versions = {name: await watching.read(name, lambda table: table.version, watch=True) for name, _ in games}
        published = Recorder(watching).tables
        bad = [name for name, _ in games[:2]]
        broken = [
            {"table_id": name, "version": versions[name] + 1, "at": 0, "body": b"{", "events": b"[]"} for name in bad
        ]
        await moving.database.write(lambda connection: connection.execute(insert(ENTRIES), broken))
        for game in games[2:]:
            await moving.run(*await next_move(moving, *game))
        assert await watching.database.read(lambda found: len(store.versions(found, list(versions)))) == 4
        await watching.refresh_watched()
        assert sorted(published) == sorted(name for name, _ in games[2:])
