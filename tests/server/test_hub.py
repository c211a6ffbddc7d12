"""Notes between workers: chat in order, presence, and a bus that fails."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from schatzkammer.server import hub as hub_module
from schatzkammer.server import worker as worker_module
from schatzkammer.server.connection import Connection
from schatzkammer.server.hub import Hub
from schatzkammer.server.identity import SocketRequest, Visitor
from schatzkammer.server.settings import Settings
from schatzkammer.server.worker import Worker
from schatzkammer.table import bus, chat
from schatzkammer.table.bus import LocalBus, Note, Present, RedisBus
from schatzkammer.table.model import Terms
from schatzkammer.table.service import Tables
from tests.processes import free_port
from tests.server.proxy import Proxy
from tests.server.services import Postgres, Redis
from tests.server.test_postgres_outage import worker
from tests.table.helpers import open_tables, start_game
from tests.waiting import PATIENCE, until, wait_for

pytestmark = pytest.mark.anyio


class Spectator:
    """A client that watches and reads everything."""

    full = False

    def __init__(self) -> None:
        self.messages: list[dict] = []

    async def drain(self) -> None:
        pass

    def send(self, message: bytes) -> None:
        self.messages.append(msgspec.json.decode(message))

    def all(self, kind: str) -> list[dict]:
        return [message for message in self.messages if message["t"] == kind]

    @property
    def chat(self) -> list[str]:
        return [line["text"] for message in self.all("chat") for line in message["lines"]]


@asynccontextmanager
async def watching(tables: Tables, table_id: str) -> AsyncIterator[tuple[Hub, Spectator]]:
    hub, listener = Hub(tables, LocalBus(), "here"), Spectator()
    connection = Connection(hub, SocketRequest(table_id), Visitor(None, "x", "en"), listener)
    await hub.enter(connection)
    await until(lambda: listener.all("snapshot"))
    yield hub, listener
    connection.stop()
    hub.leave(connection)
    await hub.close()


# Chat ---------------------------------------------------------------------------------------------
async def test_chat_lines_arrive_in_order_whoever_commits_first(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with worker(url) as other, worker(url) as tables:
        table_id, (anna, bruno) = await start_game(other, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        async with watching(tables, table_id) as (hub, listener):
            # The other worker's line has its id, and its commit takes a while.
            numbered, committing = threading.Event(), threading.Event()
            first = asyncio.create_task(chat.say(other.database, table_id, anna, "first", 1))
            await asyncio.sleep(0)
            together = other.database.write(lambda _: numbered.set() or committing.wait(PATIENCE))
            await asyncio.to_thread(numbered.wait, PATIENCE)

            async def answer() -> None:
                await chat.say(tables.database, table_id, bruno, "second", 2)
                hub.chatted(table_id)

            second = asyncio.create_task(answer())
            await asyncio.to_thread(wait_for, postgres.lock_waits)
            committing.set()
            await asyncio.gather(first, together, second)
            hub.received(Note("other", table_id, chat=True))
            await until(lambda: len(listener.chat) == 2)
            assert listener.chat == ["first", "second"]


async def test_a_chat_line_without_a_note_is_found(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table_id, (anna, _) = await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        async with watching(tables, table_id) as (hub, listener):
            await chat.say(tables.database, table_id, anna, "without a note", 1)
            for _ in range(2):
                await hub.recheck_chat()
            assert listener.chat == ["without a note"]


# Presence -----------------------------------------------------------------------------------------
async def test_a_silent_worker_is_dropped_from_presence(tmp_path: Path, monkeypatch) -> None:
    async with open_tables(tmp_path) as tables:
        table_id, _ = await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        async with watching(tables, table_id) as (hub, listener):
            hub.received(Note("dead", table_id, present=Present([0], 3)))
            hub.announce_all()
            assert listener.all("presence")[-1] == {"t": "presence", "seats": [0], "spectators": 4}
            monkeypatch.setattr(hub_module, "PRESENCE_TIMEOUT", 0.0)
            hub.announce_all()
            assert listener.all("presence")[-1] == {"t": "presence", "seats": [], "spectators": 1}
            sent = len(listener.messages)
            hub.announce_all()
            assert len(listener.messages) == sent, "presence is sent once"


async def test_a_check_that_fails_does_not_end_the_others(tmp_path: Path, monkeypatch, caplog) -> None:
    monkeypatch.setattr(worker_module, "RECHECK", 0.01)

    class Failing:
        announced = 0

        async def recheck_chat(self) -> None:
            raise LookupError

        async def recheck(self, _: object) -> None:
            raise ZeroDivisionError

        def announce_all(self) -> None:
            self.announced += 1

        async def close(self) -> None:
            pass

    one_worker = Worker(Settings(f"sqlite:///{tmp_path / 'tables.db'}"))
    await one_worker.start()
    one_worker.hub = failing = Failing()  # type: ignore[assignment]
    await until(lambda: failing.announced > 2)
    await one_worker.close()
    assert {type(record.exc_info[1]) for record in caplog.records if record.exc_info} == {
        LookupError,
        ZeroDivisionError,
    }


# Redis --------------------------------------------------------------------------------------------
async def test_a_silent_redis_is_detected(redis: Redis, monkeypatch, caplog) -> None:
    monkeypatch.setattr(bus, "TIMEOUT", 1.0)
    caplog.set_level(logging.INFO)

    between = Proxy(redis.port)
    received: list[Note] = []
    missed: list[None] = []
    cut = RedisBus(f"redis://127.0.0.1:{between.port}/0", "cut", b"key")
    other = RedisBus(redis.url, "other", b"key")
    cut.listen(received.append, lambda: missed.append(None))
    other.listen(lambda _: None, lambda: None)
    await until(lambda: cut.reliable and other.reliable)
    await until(lambda: between.pings == 2)  # silence alone is no failure
    assert cut.reliable
    assert len(missed) == 1
    other.publish(Note("other", "table 1"))
    await until(lambda: received)
    between.silent = True
    for version in range(5):
        cut.publish(Note("cut", f"table {version}"))
    await until(lambda: not cut.reliable)
    tries = between.connections + 2
    await until(lambda: between.connections == tries)
    between.silent = False
    await until(lambda: cut.reliable)
    assert len(missed) == 2
    other.publish(Note("other", "table 2"))
    await until(lambda: len(received) == 2)
    await cut.close()
    await other.close()
    await asyncio.to_thread(between.stop)
    logged = [record.message for record in caplog.records if record.name == "schatzkammer.bus"]
    assert sorted(logged) == ["notes to other workers are being lost", "the bus is down", "the bus is up again"]


async def test_a_missing_redis_is_logged_once(caplog) -> None:
    alone = RedisBus(f"redis://127.0.0.1:{free_port()}/0", "alone", b"key")
    alone.listen(lambda _: None, lambda: None)
    for _ in range(4):
        alone.publish(Note("alone", "table 1"))
        await asyncio.sleep(0.4)
    assert not alone.reliable
    await alone.close()
    logged = [record.message for record in caplog.records if record.name == "schatzkammer.bus"]
    assert sorted(logged) == ["notes to other workers are being lost", "the bus is down"]
