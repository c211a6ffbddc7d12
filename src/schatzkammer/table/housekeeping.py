"""Housekeeping: a duty that any worker does when it is due, one at a time, by a lease in the database."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from functools import partial

from sqlalchemy import Connection, or_, update

from schatzkammer.table.erasure import deleted, erase
from schatzkammer.table.errors import NotSaved
from schatzkammer.table.lifetimes import Lifetimes
from schatzkammer.table.model import HOUR, MINUTE
from schatzkammer.table.purge import purges
from schatzkammer.table.service import Tables
from schatzkammer.table.store.schema import DUTIES
from schatzkammer.table.store.statement import insert_new

LOG = logging.getLogger("schatzkammer.housekeeping")

DUTY = "purge"
EVERY = HOUR
LEASE = 5 * MINUTE  # another worker takes over after this time
INTERVAL = 20.0  # seconds between two looks at what is due

_ADD = insert_new(DUTIES)


class Housekeeping:
    """Erases deleted accounts that were not erased at once, and purges what is too old."""

    def __init__(self, tables: Tables, lifetimes: Lifetimes) -> None:
        self._tables = tables
        self._lifetimes = lifetimes
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts looking for what is due."""
        self._task = asyncio.create_task(self._poll())

    async def close(self) -> None:
        """Stops; another worker does the rest, or this one after its next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def work(self) -> bool:
        """Does the duty if it is due and no other worker is busy with it; returns whether it did."""
        database, now = self._tables.database, self._tables.now()
        until = now + LEASE
        if not await database.write(partial(_claim, now=now, until=until)):
            return False
        await erase(self._tables, await database.read(deleted))
        removed: Counter[str] = Counter()
        for kind, delete_some in purges(self._lifetimes, now):
            while some := await database.write(delete_some):
                removed[kind] += some
        if removed:
            LOG.info("purged", extra=dict(removed))
        await database.write(partial(_release, until=until, due=now + EVERY))
        return True

    async def _poll(self) -> None:
        while True:
            try:
                await self.work()
            except NotSaved as error:
                LOG.warning("the database does not answer", extra={"reason": str(error)})
            except Exception:
                LOG.exception("housekeeping failed")
            await asyncio.sleep(INTERVAL * (0.5 + random.random()))  # noqa: S311  keeps workers out of step


def _claim(connection: Connection, now: int, until: int) -> bool:
    """Leases the duty, if it is due and free; no two workers get it."""
    _ADD.execute(connection, {"name": DUTY, "due": 0, "lease": None})
    # Nothing is that far ahead, even if clocks differ by minutes: if it seems so, this clock has been set back.
    free = or_(DUTIES.c.lease.is_(None), DUTIES.c.lease <= now, DUTIES.c.lease > until + LEASE)
    due = or_(DUTIES.c.due <= now, DUTIES.c.due > now + 2 * EVERY)
    claimed = update(DUTIES).where(DUTIES.c.name == DUTY, due, free).values(lease=until)
    return connection.execute(claimed).rowcount == 1


def _release(connection: Connection, until: int, due: int) -> None:
    """Gives the lease back, unless another worker has taken over."""
    mine = (DUTIES.c.name == DUTY) & (DUTIES.c.lease == until)
    connection.execute(update(DUTIES).where(mine).values(lease=None, due=due))
