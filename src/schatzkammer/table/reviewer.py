"""Computes reviews of finished games in processes of their own, and keeps them with the game, the same for everybody.

The database stores how far a review is, and a lease while a worker computes it. If the worker dies, whoever asks next
starts it anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import msgspec

from schatzkammer.bots.review import Part
from schatzkammer.core.game import Json
from schatzkammer.table.bot_pool import BotPool, NoAnswer
from schatzkammer.table.bot_queue import BotsBusy
from schatzkammer.table.bot_worker import ReviewPart, ReviewSum
from schatzkammer.table.errors import NotSaved
from schatzkammer.table.model import SECOND
from schatzkammer.table.service import Tables
from schatzkammer.table.store import reviews as store
from schatzkammer.table.store.reviews import Reviewed

LOG = logging.getLogger("schatzkammer.reviews")

LEASE = 15 * SECOND
REPORT_EVERY = 1.0  # seconds between two reports of progress


class Reviewer:
    """Reviews games, each once."""

    def __init__(self, tables: Tables, processes: int, patience: float) -> None:
        self._tables = tables
        self._processes = processes
        self._pool = BotPool(processes, patience, background=True)
        self._busy: dict[str, asyncio.Task[None]] = {}

    async def find(self, table_id: str) -> Reviewed | None:
        """The review of a table's game; None if nobody has asked for it."""
        return await self._tables.database.read(lambda connection: store.find(connection, table_id))

    def waits(self, found: Reviewed | None) -> bool:
        """Whether nobody computes a review that is not complete."""
        if found is None:
            return True
        return found.data is None and (found.lease is None or found.lease <= self._tables.now())

    async def start(self, table_id: str, record: Json, host: str) -> None:
        """Starts the review of a finished game, unless a worker is computing it or has done so."""
        number = 1 + len(record["moves"])  # type: ignore[arg-type]  # a list
        now = self._tables.now()
        claim = partial(store.claim, table_id=table_id, now=now, until=now + LEASE, parts=number)
        if table_id not in self._busy and await self._tables.database.write(claim):
            self._busy[table_id] = asyncio.create_task(self._review(table_id, record, host, number))

    async def close(self) -> None:
        """Stops; what is not complete is done anew when somebody asks again."""
        busy = dict(self._busy)
        for task in busy.values():
            task.cancel()
        await asyncio.gather(*busy.values(), return_exceptions=True)
        for table_id in busy:
            with suppress(NotSaved):  # then others wait until the lease ends
                await self._tables.database.write(partial(store.release, table_id=table_id))
        await self._pool.close()

    async def _review(self, table_id: str, record: Json, host: str, number: int) -> None:
        database = self._tables.database
        try:
            parts: list[Part | None] = [None] * number
            waiting = iter(range(number))
            computing = [
                asyncio.create_task(self._compute(record, host, waiting, parts)) for _ in range(self._processes)
            ]
            try:
                while not all(task.done() for task in computing):
                    await asyncio.wait(computing, timeout=REPORT_EVERY)
                    done = sum(part is not None for part in parts)
                    until = self._tables.now() + LEASE
                    await database.write(partial(store.report, table_id=table_id, until=until, done=done))
                await asyncio.gather(*computing)
            finally:
                for task in computing:
                    task.cancel()
            data = await self._pool.ask(ReviewSum(record, [part for part in parts if part is not None]), host, Json)
            await database.write(partial(store.finish, table_id=table_id, data=msgspec.json.encode(data)))
        except (NoAnswer, BotsBusy, NotSaved) as error:
            LOG.error("cannot review a game", extra={"table": table_id, "reason": type(error).__name__})
            with suppress(NotSaved):
                await database.write(partial(store.release, table_id=table_id))
        except Exception:
            LOG.exception("failed to review a game", extra={"table": table_id})
        finally:
            self._busy.pop(table_id, None)

    async def _compute(self, record: Json, host: str, waiting: Iterator[int], parts: list[Part | None]) -> None:
        """Computes one part after the other, until none is waiting."""
        for number in waiting:
            parts[number] = await self._pool.ask(ReviewPart(record, number), host, Part)
