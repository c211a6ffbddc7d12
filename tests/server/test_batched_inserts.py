"""Entries of several logs are inserted together; each command learns whether its own was inserted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from schatzkammer.table.accounts import Accounts
from schatzkammer.table.bus import LocalBus
from schatzkammer.table.entries import Left, LogEntry
from schatzkammer.table.model import Person, Terms
from schatzkammer.table.service import Tables
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from tests.server.services import Postgres

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_each_insert_of_a_batch_has_its_own_result(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        url = f"sqlite:///{tmp_path / 'tables.db'}"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.new_database()
    engine = connect(address(url))
    migrate(engine)
    database = Database(engine)

    async def scene() -> None:
        guest = await Accounts(database).new_guest("Anna")
        tables = Tables(database, LocalBus(), "test")
        who = Person(guest.id, guest.name)
        table_ids = [(await tables.open(Terms("ali-baba", 2), who, []))[0] for _ in range(4)]

        async def add(table_id: str, version: int) -> bool:
            entry = LogEntry(version, 5, Left(0))
            return await database.write(store.insert_entry(table_id, entry, [1]))

        assert await asyncio.gather(*(add(table_id, 1) for table_id in table_ids)) == [True] * 4
        assert await add(table_ids[0], 1) is False
        found = await asyncio.gather(add(table_ids[0], 2), add(table_ids[1], 1), add(table_ids[2], 2))
        assert found == [True, False, True]
        for table_id, version in zip(table_ids, (2, 1, 2, 1), strict=True):
            assert [entry.version for entry in await tables.history(table_id)] == list(range(1, version + 1))

    try:
        await scene()
    finally:
        database.close()
