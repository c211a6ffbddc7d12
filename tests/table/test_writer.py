"""The writer commits work in batches; a job that fails does not affect the others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from schatzkammer.table.errors import NotSaved
from schatzkammer.table.model import Terms
from tests.table.helpers import Recorder, next_move, open_tables, start_game

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("jobs", [1, 7])
async def test_work_of_one_turn_of_the_loop_is_committed_together(tmp_path: Path, jobs: int) -> None:
    async with open_tables(tmp_path) as tables:
        work = [tables.database.write(lambda _, number=number: number) for number in range(jobs)]
        assert await asyncio.gather(*work) == list(range(jobs))
        assert tables.database.batches == 1


async def test_a_job_that_fails_does_not_affect_the_others(tmp_path: Path) -> None:
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
        table_id, people = await start_game(tables, Terms("ali-baba", 2), ["Anna", "Bruno"], [])
        order: list[str] = []

        class Ordered(Recorder):
            def prepare(self, table, entries):
                order.append("committed" if tables.database.batches > before else "prepared")
                return entries

            def publish(self, table, prepared):
                order.append("published")

        Ordered(tables)
        before = tables.database.batches
        await tables.run(*await next_move(tables, table_id, people))
        assert order == ["prepared", "published"]
