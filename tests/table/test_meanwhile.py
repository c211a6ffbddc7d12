"""What is done while the disk is waited for: once, and told by nobody before the commit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from schatzkammer.table.errors import NotSaved
from tests.table.setting import kept_in


@pytest.mark.parametrize("pieces", [1, 7])
def test_what_can_be_done_meanwhile_is_done_before_the_result_is_known(tmp_path: Path, pieces: int) -> None:
    async def scene() -> None:
        async with kept_in(tmp_path) as tables:
            database, order = tables.database, []

            async def ask(number: int) -> None:
                work = database.write(lambda _: number, meanwhile=lambda: order.append(("meanwhile", number)))
                order.append(("result", await work))

            await asyncio.gather(*map(ask, range(pieces)))
            assert sorted(order) == [(what, number) for what in ("meanwhile", "result") for number in range(pieces)]
            for number in range(pieces):
                assert order.index(("meanwhile", number)) < order.index(("result", number))
            assert database.batches == 1, "what comes in together is committed together"

    asyncio.run(scene())


def test_it_is_done_once_though_a_batch_is_written_anew(tmp_path: Path) -> None:
    async def scene() -> None:
        async with kept_in(tmp_path) as tables:
            database, done = tables.database, []

            async def ask(statement: str) -> object:
                work = database.write(
                    lambda connection: connection.execute(text(statement)).scalar(),
                    meanwhile=lambda: done.append(statement),
                )
                try:
                    return await work
                except NotSaved:
                    return "not saved"

            wrong = "SELECT 1 FROM nowhere"
            assert await asyncio.gather(ask("SELECT 7"), ask(wrong), ask("SELECT 8")) == [7, "not saved", 8]
            assert sorted(done) == sorted({"SELECT 7", "SELECT 8", wrong})
            assert await ask("SELECT 9") == 9, "the writer goes on"

    asyncio.run(scene())
