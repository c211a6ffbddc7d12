"""The server is killed at random moments: every acknowledged move is stored, and no table is stuck."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import select

import schatzkammer as sk
from schatzkammer.table.entries import Moved
from schatzkammer.table.store.database import address, connect
from schatzkammer.table.store.schema import TABLES
from schatzkammer.table.store.tables import entries
from tests.processes import free_port
from tests.server.clients import Guest
from tests.server.players import Acknowledged, new_table, play
from tests.server.services import ForkedServer, Postgres

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

CLOCK = {"kind": "live", "base": 3600, "increment": 5}


@pytest.mark.parametrize("kills", [50])
async def test_nothing_is_lost_on_sqlite(tmp_path: Path, kills: int) -> None:
    await _check(f"sqlite:///{tmp_path / 'tables.db'}", kills)


@pytest.mark.parametrize("kills", [20])
async def test_nothing_is_lost_on_postgresql(postgres: Postgres, kills: int) -> None:
    await _check(postgres.new_database(), kills)


async def _check(database: str, kills: int) -> None:
    acknowledged, finished = await _scene(database, kills)
    engine = connect(address(database))
    with engine.connect() as connection:
        names = connection.execute(select(TABLES.c.id)).scalars().all()
        logs = {name: entries(connection, name) for name in names}
    engine.dispose()
    kept = {
        (name, entry.version): (entry.body.seat, entry.body.move)
        for name, log in logs.items()
        for entry in log
        if isinstance(entry.body, Moved)
    }
    assert len(acknowledged) >= kills
    assert {key: kept.get(key) for key in acknowledged} == acknowledged
    for log in logs.values():
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    assert finished, "games end although they were interrupted again and again"


async def _scene(database: str, kills: int) -> tuple[Acknowledged, list[dict]]:
    rng = random.Random(kills)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    server = await asyncio.to_thread(ForkedServer, database, port)
    acknowledged: Acknowledged = {}
    stop = asyncio.Event()
    guests = [await Guest(url, name).enter() for name in ("Anna", "Bruno", "Carla", "David")]
    first = await new_table(guests[:2], [])
    second = await new_table(guests[2:3], ["random", "random"])
    third = await new_table(guests[1:4], [], clock=CLOCK)
    tables = {first: guests[:2], second: guests[2:3], third: guests[1:4]}
    players = [
        asyncio.create_task(play(guest, table, random.Random(f"{table}{guest.name}"), acknowledged, stop))
        for table, people in tables.items()
        for guest in people
    ]
    try:
        for _ in range(kills):
            before = len(acknowledged)
            while len(acknowledged) == before and not all(player.done() for player in players):
                await asyncio.sleep(0.002)
            # The server has acknowledged a move; it is killed at any moment after that.
            await asyncio.sleep(rng.random() * 0.15)
            await asyncio.to_thread(server.kill)
            server = await asyncio.to_thread(ForkedServer, database, port)
            if all(player.done() for player in players):
                await asyncio.gather(*players)
                first = await new_table(guests[:2], [])
                players = [
                    asyncio.create_task(play(guest, first, random.Random(first), acknowledged, stop))
                    for guest in guests[:2]
                ]
                tables[first] = guests[:2]
        await asyncio.gather(*players)  # no table is stuck: each game ends
        records = [(await guests[0].http.get(f"/api/tables/{table}/record")).json() for table in tables]
        for record in records:
            assert sk.replay(record).over
    finally:
        stop.set()
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        for guest in guests:
            await guest.http.aclose()
        await asyncio.to_thread(server.kill)
    return acknowledged, records
