"""The writer commits together what comes in together, and one bad piece of work does not harm the others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from schatzkammer.table.errors import NotSaved
from schatzkammer.table.model import Terms
from tests.table.helpers import Recorder, next_move, open_tables, start_game

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("pieces", [1, 7])
async def test_work_of_one_turn_of_the_loop_is_committed_together(tmp_path: Path, pieces: int) -> None:
    async with open_tables(tmp_path) as tables:
        work = [tables.database.write(lambda _, number=number: number) for number in range(pieces)]
        assert await asyncio.gather(*work) == list(range(pieces))
        assert tables.database.batches == 1


async def test_a_failing_piece_of_work_does_not_harm_the_others(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:

        async def ask(statement: str) -> object:
            try:
                return await tables.database.write(lambda connection: connection.execute(text(statement)).scalar())
            except NotSaved:
                return "not saved"

        wrong = "SELECT 1 FROM nowhere"
        assert await asyncio.gather(ask("SELECT 7"), ask(wrong), ask("SELECT 8")) == [7, "not saved", 8]
        assert await ask("SELECT 9") == 9, "the writer goes on"


async def test_messages_are_prepared_while_the_commit_is_under_way(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        name, people = await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        order: list[str] = []

        class Ordered(Recorder):
            def prepare(self, table, entries):
                order.append("committed" if tables.database.batches > before else "prepared")
                return entries

            def publish(self, table, prepared):
                order.append("published")

        Ordered(tables)
        before = tables.database.batches
        command = await next_move(tables, name, people)
        await tables.run(*command)
        assert order == ["prepared", "published"]
