"""What workers learn of each other: each line of chat in its turn, nobody who is gone; and when the bus is cut."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from schatzkammer.server import house as house_module
from schatzkammer.server import hub as hub_module
from schatzkammer.server.house import House
from schatzkammer.server.hub import Connection, Hub
from schatzkammer.server.settings import Settings
from schatzkammer.server.visitors import Visitor
from schatzkammer.table import bus, chat
from schatzkammer.table.bus import Alone, Note, Present, RedisBus
from schatzkammer.table.model import Terms
from schatzkammer.table.service import Tables
from tests.server.proxy import Proxy
from tests.server.serving import Postgres, Redis, free_port
from tests.server.test_postgres_away import worker
from tests.table.setting import kept_in, started


class Listener:
    """A client who looks on and takes everything."""

    full = False

    def __init__(self) -> None:
        self.heard: list[dict] = []

    async def emptied(self) -> None:
        pass

    def say(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))

    def all(self, kind: str) -> list[dict]:
        return [message for message in self.heard if message["t"] == kind]

    @property
    def chat(self) -> list[str]:
        return [line["text"] for message in self.all("chat") for line in message["lines"]]


async def until(so, seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not so():
            await asyncio.sleep(0.02)


@asynccontextmanager
async def looking_on(tables: Tables, name: str) -> AsyncIterator[tuple[Hub, Listener]]:
    hub, listener = Hub(tables, Alone(), "here"), Listener()
    connection = Connection(hub, name, Visitor(None, "x", "en"), listener)
    await hub.enter(connection)
    await until(lambda: listener.all("snapshot"))
    yield hub, listener
    connection.stop()
    hub.leave(connection)
    await hub.close()


# Chat ---------------------------------------------------------------------------------------------
def test_lines_come_in_their_turn_whoever_commits_first(postgres: Postgres) -> None:
    async def scene() -> None:
        url = postgres.new_database()
        async with worker(url) as other, worker(url) as tables:
            name, (anna, bruno) = await started(other, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
            async with looking_on(tables, name) as (hub, listener):
                # The other worker has its number, and its commit takes a while.
                numbered, committing = threading.Event(), threading.Event()
                first = asyncio.create_task(chat.say(other.database, name, anna, "first", 1))
                await asyncio.sleep(0)
                together = other.database.write(lambda _: numbered.set() or committing.wait(10))
                await asyncio.to_thread(numbered.wait, 10)

                async def answer() -> None:
                    await chat.say(tables.database, name, bruno, "second", 2)
                    hub.said(name)

                second = asyncio.create_task(answer())
                await asyncio.sleep(0.5)
                committing.set()
                await asyncio.gather(first, together, second)
                hub.heard(Note("other", name, chat=True))
                await until(lambda: len(listener.chat) == 2)
                assert listener.chat == ["first", "second"]

    asyncio.run(scene())


def test_a_line_of_which_no_note_came_is_found(tmp_path: Path) -> None:
    async def scene() -> None:
        async with kept_in(tmp_path) as tables:
            name, (anna, _) = await started(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
            async with looking_on(tables, name) as (hub, listener):
                await chat.say(tables.database, name, anna, "heard by nobody", 1)
                for _ in range(2):
                    await hub.recheck_chat()
                assert listener.chat == ["heard by nobody"]

    asyncio.run(scene())


# Presence -----------------------------------------------------------------------------------------
def test_a_worker_without_word_is_forgotten_and_that_is_told(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(hub_module, "FORGOTTEN_AFTER", 0.2)

    async def scene() -> None:
        async with kept_in(tmp_path) as tables:
            name, _ = await started(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
            async with looking_on(tables, name) as (hub, listener):
                hub.heard(Note("dead", name, present=Present([0], 3)))
                hub.announce_all()
                assert listener.all("presence")[-1] == {"t": "presence", "seats": [0], "spectators": 4}
                await asyncio.sleep(0.3)
                hub.announce_all()
                assert listener.all("presence")[-1] == {"t": "presence", "seats": [], "spectators": 1}
                told = len(listener.heard)
                hub.announce_all()
                assert len(listener.heard) == told, "it is told once"

    asyncio.run(scene())


def test_nothing_that_fails_ends_the_looks(tmp_path: Path, monkeypatch, caplog) -> None:
    monkeypatch.setattr(house_module, "RECHECK", 0.01)

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

    async def scene() -> None:
        house = House(Settings(f"sqlite:///{tmp_path / 'tables.db'}"))
        await house.start()
        house.hub = failing = Failing()  # type: ignore[assignment]
        await until(lambda: failing.announced > 2)
        await house.close()

    asyncio.run(scene())
    assert {type(record.exc_info[1]) for record in caplog.records if record.exc_info} == {
        LookupError,
        ZeroDivisionError,
    }


# Redis --------------------------------------------------------------------------------------------
def test_a_redis_that_falls_silent_is_noticed(redis: Redis, monkeypatch, caplog) -> None:
    monkeypatch.setattr(bus, "PATIENCE", 0.5)
    caplog.set_level(logging.INFO)

    async def scene() -> None:
        between = Proxy(redis.port)
        heard: list[Note] = []
        missed: list[None] = []
        cut = RedisBus(f"redis://127.0.0.1:{between.port}/0", "cut")
        other = RedisBus(redis.url, "other")
        cut.listen(heard.append, lambda: missed.append(None))
        other.listen(lambda _: None, lambda: None)
        await until(lambda: cut.whole and other.whole)
        await asyncio.sleep(2)  # nothing is said for some time, which is no reason to worry
        assert cut.whole
        assert len(missed) == 1
        other.publish(Note("other", "table", version=1))
        await until(lambda: heard)
        between.silent = True
        for version in range(5):
            cut.publish(Note("cut", "table", version=version))
        await until(lambda: not cut.whole)
        await asyncio.sleep(2)
        between.silent = False
        await until(lambda: cut.whole)
        assert len(missed) == 2
        other.publish(Note("other", "table", version=2))
        await until(lambda: len(heard) == 2)
        await cut.close()
        await other.close()
        await asyncio.to_thread(between.stop)

    asyncio.run(scene())
    told = [record.message for record in caplog.records if record.name == "schatzkammer.bus"]
    assert sorted(told) == ["notes to other workers are lost", "the bus is down", "the bus is up again"]


def test_a_redis_that_was_never_there_is_said_once(caplog) -> None:
    async def scene() -> None:
        alone = RedisBus(f"redis://127.0.0.1:{free_port()}/0", "alone")
        alone.listen(lambda _: None, lambda: None)
        for _ in range(4):
            alone.publish(Note("alone", "table", version=1))
            await asyncio.sleep(0.4)
        assert not alone.whole
        await alone.close()

    asyncio.run(scene())
    told = [record.message for record in caplog.records if record.name == "schatzkammer.bus"]
    assert sorted(told) == ["notes to other workers are lost", "the bus is down"]
