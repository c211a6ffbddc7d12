"""Two workers at one evening: each step happens once."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import func, select

from schatzkammer.table.errors import Refused
from schatzkammer.table.evenings.model import Plan
from schatzkammer.table.evenings.service import Evenings, deal_id
from schatzkammer.table.lifetimes import DAY, Lifetimes
from schatzkammer.table.model import Person, Resign, Terms
from schatzkammer.table.purge import purges
from schatzkammer.table.service import Tables
from schatzkammer.table.store.schema import DEALS, TABLES
from tests.table.helpers import open_tables, person

pytestmark = pytest.mark.anyio

PLAN = Plan("Friday", "duplicate", Terms("ali-baba", 2, {"variant": "small"}), 2, "random")


async def count(tables: Tables) -> int:
    return await tables.database.read(lambda connection: connection.execute(select(func.count(TABLES.c.id))).scalar())


async def begun(tables: Tables) -> tuple[str, Person, Person]:
    """An evening of two that is to open its first round."""
    ada, bea = await person(tables, "Ada"), await person(tables, "Bea")
    evenings = Evenings(tables)
    evening = await evenings.open(PLAN, ada)
    invite = (await evenings.find(evening, ada.identity)).invite
    await evenings.join(evening, bea, invite)
    return evening, ada, bea


async def test_two_workers_open_a_round_once(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(open_tables(tmp_path)) for _ in range(4)]
        workers = [Evenings(each) for each in tables]
        evening, ada, bea = await begun(tables[0])
        await asyncio.gather(workers[0].step(evening, "start", ada), *(each.work(evening) for each in workers[1:]))
        await asyncio.gather(*(each.work(evening) for each in workers))
        assert await count(tables[0]) == 2
        found = (await workers[1].find(evening, ada.identity)).evening
        assert [len(one.games) for one in found.rounds] == [2]

        # Results are entered once, and the deal is published.
        for game in found.rounds[0].games:
            [number] = [one for one in game.seats if one is not None]
            await tables[0].run(game.table, Resign(), (ada, bea)[number])
        await asyncio.gather(*(each.work(evening) for each in workers))
        after = (await workers[2].find(evening, ada.identity)).evening
        assert after.rounds[0].over
        assert after.next_at is not None
        published = select(DEALS.c.published).where(DEALS.c.id == deal_id(evening, 0))
        assert await tables[0].database.read(lambda connection: connection.execute(published).scalar())
        await asyncio.gather(*(each.step(evening, "next", ada) for each in workers), return_exceptions=True)
        assert len((await workers[0].find(evening, ada.identity)).evening.rounds) == 2
        assert await count(tables[0]) == 4


async def test_abandoned_evenings_are_purged(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        evening, ada, _ = await begun(tables)
        lifetimes = Lifetimes()

        async def purge(after: int) -> None:
            for kind, delete_some in purges(lifetimes, tables.now() + after):
                if kind == "evenings":
                    await tables.database.write(delete_some)

        await purge((lifetimes.waiting - 1) * DAY)
        assert (await Evenings(tables).find(evening, ada.identity)).id == evening
        await purge(lifetimes.waiting * DAY)
        with pytest.raises(Refused) as caught:
            await Evenings(tables).find(evening, ada.identity)
        assert caught.value.code == "no_evening"
