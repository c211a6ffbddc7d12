"""Stopping and restarting: every stop ends in time, and players hardly notice a rolling restart."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import time
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from schatzkammer.server.stopping import ALL_WITHIN
from schatzkammer.table.bus import Note, RedisBus
from tests.processes import children_of, command_of, is_alive
from tests.server.clients import Guest, Place, Refused
from tests.server.proxy import Proxy
from tests.server.services import Postgres, Redis, Served
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio

BUSY_MACHINE = 5.0  # seconds that the end of a process may take on top


async def stops_in_time(process: int) -> None:
    os.kill(process, signal.SIGTERM)
    end = time.monotonic() + ALL_WITHIN + BUSY_MACHINE
    while is_alive(process):
        assert time.monotonic() < end, "the server does not stop"
        await asyncio.sleep(0.02)


def workers_of(server: Served) -> list[int]:
    """The process ids of the workers behind one port."""
    return [child for child in children_of(server.process.pid) if b"spawn_main" in command_of(child)]


# The bus -----------------------------------------------------------------------------------------------
async def test_a_busy_bus_closes_and_loses_no_note(redis: Redis) -> None:
    heard: list[Note] = []
    ready = asyncio.Event()
    listener = RedisBus(redis.url, "listener", b"key")
    listener.listen(heard.append, ready.set)
    await ready.wait()
    for attempt in range(10):
        bus = RedisBus(redis.url, "sender", b"key")
        bus.listen(lambda _: None, lambda: None)
        await _publish(bus, 40 + attempt)
        await bus.close()
        await until(lambda: heard[-1:] == [Note("sender", f"table {39 + attempt}")])  # noqa: B023  awaited here
    assert len(heard) == sum(range(40, 50))
    await listener.close()


async def test_a_bus_closes_though_the_driver_swallows_a_cancellation(redis: Redis, monkeypatch) -> None:
    """Before Python 3.12, `wait_for` in the driver swallows one that comes while it is writing."""
    monkeypatch.setattr("schatzkammer.table.bus.FLUSH", 0)
    for attempt in range(20):
        bus = RedisBus(redis.url, "sender", b"key")
        bus.listen(lambda _: None, lambda: None)
        await _publish(bus, 100 + attempt)
        closing = asyncio.create_task(bus.close())
        done, _ = await asyncio.wait([closing], timeout=PATIENCE)
        assert done


async def test_a_bus_closes_though_redis_is_silent(redis: Redis) -> None:
    proxy = Proxy(redis.port)
    bus = RedisBus(f"redis://127.0.0.1:{proxy.port}", "sender", b"key")
    ready = asyncio.Event()
    bus.listen(lambda _: None, ready.set)
    await ready.wait()
    proxy.silent = True
    await _publish(bus, 10)
    async with asyncio.timeout(PATIENCE):
        await bus.close()
    proxy.silent = False
    proxy.stop()


async def _publish(bus: RedisBus, notes: int) -> None:
    for version in range(notes):
        bus.publish(Note("sender", f"table {version}"))
        await asyncio.sleep(0)


# Processes ---------------------------------------------------------------------------------------------
async def test_a_stop_does_not_wait_for_a_locked_database(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    with Served(f"sqlite:///{data}") as server:
        async with Guest(server.url, "Anna") as anna:
            place = await anna.at(await anna.open(2, ["random"]))
            with sqlite3.connect(data, isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                starting = asyncio.create_task(place.ask("start"))
                while (await anna.http.get("/healthz")).status_code == 200:  # until the writer waits for the lock
                    await asyncio.sleep(0.1)
                await stops_in_time(server.process.pid)
            with pytest.raises(ConnectionError):
                await starting
            await place.close()


async def test_a_stop_does_not_wait_for_a_worker_that_hangs(postgres: Postgres, redis: Redis) -> None:
    with Served(postgres.new_database(), "--workers", "2", redis=redis.url) as server:
        workers = workers_of(server)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGSTOP)
        try:
            await stops_in_time(server.process.pid)
            await until(lambda: not any(map(is_alive, workers)))  # killed, they need a moment to end
        finally:
            if is_alive(workers[0]):
                os.kill(workers[0], signal.SIGCONT)


async def test_a_hangup_does_not_end_the_server(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        async with Guest(server.url, "Anna") as anna:
            place = await anna.at(await anna.open(2, ["random"]))
            server.process.send_signal(signal.SIGHUP)
            await place.ask("start")
            await place.play_on(random.Random(1), lambda place: place.version > 5)
            await place.close()
        assert server.process.poll() is None


# A rolling restart -------------------------------------------------------------------------------------
async def test_a_rolling_restart_is_a_blink(postgres: Postgres, redis: Redis) -> None:
    """A hangup replaces the workers one by one: players reconnect at the first attempt, and their games go on."""
    with Served(postgres.new_database(), "--workers", "2", "--no-limits", redis=redis.url) as server:
        old = workers_of(server)
        async with Guest(server.url, "Anna") as anna, Guest(server.url, "Bruno") as bruno:
            players = [Player(await guest.at(await guest.open(2, ["random"]))) for guest in (anna, bruno) * 2]
            async with asyncio.TaskGroup() as playing:
                for player in players:
                    playing.create_task(player.play())
                await until(lambda: all(player.acknowledged > 3 for player in players))
                server.process.send_signal(signal.SIGHUP)
                await until(lambda: len(now := workers_of(server)) == 2 and not set(now) & set(old))
                enough = [player.acknowledged + 3 for player in players]
                await until(lambda: all(one.acknowledged > goal for one, goal in zip(players, enough, strict=True)))
                for player in players:
                    player.stop = True
        assert all(player.codes for player in players), "every worker has closed its sockets"
        assert {code for player in players for code in player.codes} == {1012}, "the server restarts"


class Player:
    """Moves and takes moves back, against a bot; reconnects at the first attempt when the server closes the socket."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.acknowledged = 0
        self.codes: list[int | None] = []  # of closed sockets
        self.stop = False

    async def play(self) -> None:
        await self.place.ask("start")
        latest = 0
        while not self.stop:
            try:
                latest = await self._move_and_undo()
            except (ConnectionError, WebSocketException):
                self.codes.append(await self.place.closed())
                await self.place.again()
            await self.place.until(lambda place: place.legal)
            assert self.place.version >= latest, "nothing acknowledged is lost"
        await self.place.close()

    async def _move_and_undo(self) -> int:
        version = 0
        for command in ({"t": "move", "move": self.place.legal[0]}, {"t": "undo"}):
            await self.place.until(lambda place: place.legal)
            try:
                answer = await self.place.ask(command.pop("t"), version=self.place.version, **command)
            except Refused as refused:
                assert refused.code in ("stale", "rules"), refused  # rules: there was nothing to take back
            else:
                version = answer["version"]
                self.acknowledged += 1
                await self.place.until(lambda place, version=version: place.version >= version)
        return version
