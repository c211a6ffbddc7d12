"""The time that players' clocks count: only that in which they could move.

It is a counter in the database, which all workers advance together by a monotonic clock, once a second. It stands still
while no worker stores anything: while the server is down, its machine sleeps or the database is out. Setting the
machine's clock does nothing to it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection, func, insert, select, update

from schatzkammer.table.errors import AlreadyExists
from schatzkammer.table.service import wall_clock
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.schema import ENTRIES, SETTINGS, TABLES

SETTING = "counted_time"
EVERY = 1.0  # seconds from one beat to the next
LIMIT = 3.0  # seconds without a beat after which nothing is counted since the last one

_ROW = SETTINGS.c.name == SETTING
_RUNNING = select(TABLES.c.id).where(TABLES.c.status == "playing", TABLES.c.due > 0).limit(1)


class CountedTime:
    """Counts milliseconds; begins near the time since 1970 and falls behind it with every pause."""

    def __init__(self, database: Database, seconds: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._seconds = seconds
        self._counted = 0
        self._beat = 0.0  # when it was that

    def __call__(self) -> int:
        """The time counted so far."""
        passed = self._seconds() - self._beat
        return self._counted + int(1000 * passed) if passed <= LIMIT else self._counted

    async def start(self) -> None:
        """Continues where all workers were last."""
        try:
            self._counted = await self._database.write(_begin)
        except AlreadyExists:  # another worker began at the same moment
            self._counted = await self._database.write(_begin)
        self._beat = self._seconds()

    async def beat(self) -> None:
        """Counts the time since the last beat if it was not long ago; stores it as long as any clock is running.

        Raises NotSaved, and counts nothing, while the database is out.
        """
        started, counted = self._seconds(), self()
        if await self._database.read(lambda connection: connection.execute(_RUNNING).first()) is not None:
            counted = await self._database.write(partial(_store, counted=counted))
        now = self._seconds()
        self._counted, self._beat = counted, started if now - started <= LIMIT else now

    async def beat_for_ever(self, failed: Callable[[Exception], None]) -> None:
        """Beats once a second."""
        while True:
            try:
                await self.beat()
            except Exception as error:  # the next one may succeed
                failed(error)
            await asyncio.sleep(EVERY)


def _begin(connection: Connection) -> int:
    """The stored time; the first time that of the latest entry, in which timers counted until then."""
    stored = connection.execute(select(SETTINGS.c.value).where(_ROW)).scalar()
    if stored is not None:
        return int(stored)
    first = connection.execute(select(func.max(ENTRIES.c.at))).scalar() or wall_clock()
    connection.execute(insert(SETTINGS).values(name=SETTING, value=str(first)))
    return int(first)


def _store(connection: Connection, counted: int) -> int:
    """Stores the time, or returns a later one that another worker has stored."""
    stored = int(connection.execute(select(SETTINGS.c.value).where(_ROW).with_for_update()).scalar() or 0)
    if counted > stored:
        connection.execute(update(SETTINGS).where(_ROW).values(value=str(counted)))
    return max(counted, stored)
