"""The database is locked for longer than anybody waits: all are told at once, and it goes on afterwards."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest
from sqlalchemy import event, insert

from schatzkammer.table.bus import LocalBus
from schatzkammer.table.errors import AlreadyExists, NotSaved
from schatzkammer.table.model import Move, Person, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.store.schema import SETTINGS
from tests.table.helpers import open_tables, start_game

pytestmark = pytest.mark.anyio

BUSY = 1.0


async def _move(tables: Tables, name: str, people: list[Person]) -> int:
    def look(table) -> tuple[int, str, int]:
        seat = table.to_act[0]
        return seat, table.match.legal(seat)[0], table.version

    seat, move, version = await tables.read(name, look)
    return (await tables.run(name, Move(version=version, move=move), people[seat])).version


async def test_a_lock_is_waited_for_once(tmp_path: Path) -> None:
    engine = connect(address(f"sqlite:///{tmp_path / 'tables.db'}"))
    impatient = f"PRAGMA busy_timeout={int(BUSY * 1000)}"
    event.listen(engine, "connect", lambda driver, _: driver.execute(impatient))
    migrate(engine)
    tables = Tables(Database(engine), LocalBus(), "test")
    games = [await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], []) for _ in range(6)]
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    refused = await asyncio.gather(*(_move(tables, *game) for game in games), return_exceptions=True)
    assert [type(answer) for answer in refused] == [NotSaved] * 6
    assert time.monotonic() - began < 3 * BUSY, "two batches at most: what came first, and what came meanwhile"
    other.close()
    assert await asyncio.gather(*(_move(tables, *game) for game in games))
    tables.database.close()


async def test_what_is_refused_spoils_nothing_for_others(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:

        def write(name: str):
            values = {"name": name, "value": "1"}
            return tables.database.write(lambda connection: connection.execute(insert(SETTINGS), values).rowcount)

        answers = await asyncio.gather(*map(write, ("one", "two", "one", "three")), return_exceptions=True)
        assert [answer if answer == 1 else type(answer) for answer in answers] == [1, 1, AlreadyExists, 1]
