"""A database that stays locked: all waiting commands fail at once, and later ones succeed."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import event, insert

from schatzkammer.table.bus import LocalBus
from schatzkammer.table.entries import LogEntry
from schatzkammer.table.errors import AlreadyExists, NotSaved
from schatzkammer.table.model import Person, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.store.schema import SETTINGS
from tests.table.helpers import next_move, open_tables, start_game

pytestmark = pytest.mark.anyio

BUSY = 1.0  # seconds that SQLite waits for a lock


async def _move(tables: Tables, table_id: str, people: list[Person]) -> LogEntry:
    return await tables.run(*await next_move(tables, table_id, people))


async def test_all_commands_wait_for_a_lock_together(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    engine = connect(address(f"sqlite:///{tmp_path / 'tables.db'}"))
    event.listen(engine, "connect", lambda driver, _: driver.execute(f"PRAGMA busy_timeout={int(BUSY * 1000)}"))
    migrate(engine)
    tables = Tables(Database(engine), LocalBus(), "test")
    games = [await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], []) for _ in range(6)]
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    refused = await asyncio.gather(*(_move(tables, *game) for game in games), return_exceptions=True)
    assert [type(answer) for answer in refused] == [NotSaved] * 6
    assert [record.jobs for record in caplog.records if record.name == "schatzkammer.database"] == [6]
    other.close()
    assert await asyncio.gather(*(_move(tables, *game) for game in games))
    tables.database.close()


async def test_a_duplicate_row_fails_alone(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:

        def write(name: str):
            values = {"name": name, "value": "1"}
            return tables.database.write(lambda connection: connection.execute(insert(SETTINGS), values).rowcount)

        answers = await asyncio.gather(*map(write, ("one", "two", "one", "three")), return_exceptions=True)
        assert [answer if answer == 1 else type(answer) for answer in answers] == [1, 1, AlreadyExists, 1]
