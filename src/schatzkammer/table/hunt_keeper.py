"""Keeps the hunts of the day: draws those of today and tomorrow, publishes those that are over, has ghosts play.

Any worker does whatever it finds to do.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from functools import partial

from schatzkammer.table import deals, ghosts, hunts
from schatzkammer.table.bot_pool import NoAnswer
from schatzkammer.table.errors import AlreadyExists, NotSaved
from schatzkammer.table.service import Tables
from schatzkammer.table.store import hunts as store

LOG = logging.getLogger("schatzkammer.hunts")

INTERVAL = 1.5  # seconds between two looks at what is to do
GHOST_INTERVAL = 5.0  # and at what ghosts have to play


class HuntKeeper:
    """Looks after the hunts of the day."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._drawn = ""  # tomorrow's day, once its hunts are drawn
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Starts looking."""
        keeping = self._poll(self.work, INTERVAL)
        playing = self._poll(partial(ghosts.play_next, self._tables), GHOST_INTERVAL)
        self._tasks = [asyncio.create_task(keeping), asyncio.create_task(playing)]

    async def close(self) -> None:
        """Stops; the rest is done after the next start, or by another worker."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def work(self) -> bool:
        """Does what is to do now, but for ghosts; returns False: there is nothing more."""
        database, today = self._tables.database, hunts.day_of(self._tables.now())
        await self._draw(today)
        await hunts.settle(database)
        for deal in await database.read(partial(store.unpublished, before=today)):
            await deals.publish(self._tables, deal)
        await deals.publish_tables(self._tables)
        return False

    async def _draw(self, today: str) -> None:
        """Draws the hunts of today and tomorrow, once a day."""
        tomorrow = hunts.day_after(today)
        if self._drawn != tomorrow:
            for day in (today, tomorrow):
                await self._tables.database.write(partial(hunts.draw, day=day, now=self._tables.now()))
            self._drawn = tomorrow

    async def _poll(self, work: Callable[[], Awaitable[bool]], interval: float) -> None:
        while True:
            more = False
            try:
                more = await work()
            except AlreadyExists:
                pass  # another worker drew the same hunts at the same moment
            except NotSaved as error:
                LOG.warning("the database does not answer", extra={"reason": str(error)})
            except NoAnswer:
                LOG.error("a ghost does not answer")
            except Exception:
                LOG.exception("keeping the hunts failed")
            if not more:
                await asyncio.sleep(interval * (0.5 + random.random()))  # noqa: S311  keeps workers out of step
