"""The scheduler: makes the moves of bots and ends the time of players, without a client's request.

The database stores when a table is due, and a lease while a worker is busy with it. A worker that commits an entry
after which a bot is to move serves the table at once. When a worker dies, others claim its tables as the leases end.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from contextlib import suppress
from typing import NamedTuple

from schatzkammer.core.errors import IllegalMove
from schatzkammer.table import slots
from schatzkammer.table.bot_pool import BotPool, NoAnswer, question
from schatzkammer.table.bot_queue import BotsBusy
from schatzkammer.table.bot_worker import Question
from schatzkammer.table.clock import deadline, expired
from schatzkammer.table.company import Anybody, Company
from schatzkammer.table.draw import is_late
from schatzkammer.table.errors import NotFound, NotSaved, Refused, Stale
from schatzkammer.table.model import HOUR, LONGEST_PACE, BotMove, EndRound, TimeOut
from schatzkammer.table.service import LEASE, Tables
from schatzkammer.table.store import tables as store
from schatzkammer.table.table import Table

LOG = logging.getLogger("schatzkammer.scheduler")

INTERVAL = 0.2  # seconds between two polls of the database
MOST_CLAIMED = 100  # tables per poll
RETRY_AFTER = HOUR  # of a table that cannot be loaded


class _BotTurn(NamedTuple):
    """A pending decision of a bot."""

    seat: int
    fresh: int
    question: Question
    address: str  # that the bot's thinking is charged to
    answer_at: int  # not before this time
    in_company: bool


class Scheduler:
    """Makes bots' moves and times players out, for all tables of all workers."""

    def __init__(self, tables: Tables, bots: BotPool, company: Company | None = None) -> None:
        self._tables = tables
        self._bots = bots
        self._company = company or Anybody()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()  # busy tables to be checked once more
        self._leases: dict[str, int] = {}  # of claimed tables
        self._renewed = 0
        self._poller: asyncio.Task[None] | None = None
        tables.on_bot_turn = self.wake

    async def start(self) -> None:
        """Starts polling. A server that is the only one first frees all leases."""
        database = self._tables.database
        if not database.shared:
            await database.write(store.free_all)
        self._poller = asyncio.create_task(self._poll())

    async def close(self) -> None:
        """Stops; what remains is done after the next start, or at once by another worker."""
        busy = list(self._busy)
        tasks = [*self._busy.values(), *([self._poller] if self._poller else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if busy:
            with suppress(NotSaved):  # then others wait until the leases end
                await self._tables.database.write(lambda connection: store.free(connection, busy))

    def wake(self, table_id: str) -> None:
        """Starts doing what is due at a table."""
        if table_id in self._busy:
            self._woken.add(table_id)
        else:
            self._busy[table_id] = asyncio.create_task(self._serve(table_id))

    async def recheck(self) -> None:
        """Resumes tables where somebody is there and bots are to move, whose wake-up was lost."""
        idle = [table_id for table_id in self._tables.waiting_for_bots() if table_id not in self._busy]
        if idle:
            await self._tables.database.write(lambda connection: store.resume(connection, idle))

    async def _poll(self) -> None:
        while True:
            try:
                await self._renew_leases(self._tables.now())
                await self._claim(self._tables.now())
            except NotSaved as error:
                LOG.warning("the database does not answer", extra={"reason": str(error)})
            await asyncio.sleep(INTERVAL * (0.5 + random.random()))  # noqa: S311  keeps workers out of step

    async def _claim(self, now: int) -> None:
        database, clock, until = self._tables.database, self._tables.clock(), now + LEASE
        if await database.read(lambda connection: store.due(connection, clock, now, MOST_CLAIMED)):
            for table_id in await database.write(
                lambda connection: store.claim(connection, clock, now, until, MOST_CLAIMED)
            ):
                self._leases[table_id] = until
                self.wake(table_id)

    async def _renew_leases(self, now: int) -> None:
        busy = list(self._busy)
        if busy and now >= self._renewed + LEASE // 3:
            self._renewed = now
            await self._tables.database.write(lambda connection: store.renew_leases(connection, busy, now + LEASE))
            self._leases |= {table_id: now + LEASE for table_id in busy if table_id in self._leases}

    async def _serve(self, table_id: str) -> None:
        """Does everything that is due at a table."""
        try:
            acted = False
            while await self._act(table_id) or table_id in self._woken:
                self._woken.discard(table_id)
                acted = True
            if not acted:
                await self._release(table_id, await self._tables.read(table_id, self._next_due))
        except NotFound:
            pass
        except BotsBusy:
            LOG.info("bots are busy", extra={"table": table_id})  # again when the lease ends
        except NotSaved as error:
            LOG.warning("postponed a table", extra={"table": table_id, "reason": str(error)})
        except Refused as error:
            LOG.error("cannot load a table", extra={"table": table_id, "reason": error.code})
            await self._release(table_id, self._tables.clock() + RETRY_AFTER)  # a later release may know its rules
        except Exception:
            LOG.exception("failed at a table", extra={"table": table_id})
        finally:
            self._busy.pop(table_id, None)
            self._leases.pop(table_id, None)
            if table_id in self._woken:
                self._woken.discard(table_id)
                self.wake(table_id)

    async def _release(self, table_id: str, due: int | None) -> None:
        """Gives back the lease of a table; nothing is to be done there before `due`."""
        lease = self._leases.get(table_id)
        if lease is not None:
            await self._tables.database.write(lambda connection: store.release(connection, table_id, lease, due))

    async def _act(self, table_id: str) -> bool:
        """Times out players or makes one bot's move; returns False when nothing is due."""
        due = await self._tables.read(table_id, self._due)
        if due is None:
            return False
        try:
            if isinstance(due, (TimeOut, EndRound)):
                await self._tables.run(table_id, due)
            else:
                await self._move(table_id, due)
        except Stale:
            pass  # the table changed while the bot was thinking
        return True

    def _due(self, table: Table) -> TimeOut | EndRound | _BotTurn | None:
        """What is due at a table now."""
        state = table.state
        if state.status == "playing" and expired(state.timers, self._tables.clock()):
            return TimeOut()
        drawing = table.drawing
        if drawing is not None:
            return EndRound(drawing.round) if is_late(drawing, self._tables.now()) else None
        if not table.bots_to_act or self._pauses(table):
            return None
        seat = table.bots_to_act[0]
        address = self._company.payer(table.id) or f"host {state.host}"
        asked = question(table, seat)
        return _BotTurn(seat, state.fresh[seat], asked, address, table.answer_at(seat), table.in_company)

    def _pauses(self, table: Table) -> bool:
        """Whether bots wait until somebody is there; with several players they play on until it is a person's turn."""
        return self._company.payer(table.id) is None and len(table.players) <= 1

    def _next_due(self, table: Table) -> int | None:
        """When the scheduler has to act at a table next, if nobody comes."""
        if table.bots_to_act and self._pauses(table):
            return deadline(table.state.timers) if table.state.status == "playing" else None
        return table.due

    async def _move(self, table_id: str, turn: _BotTurn) -> None:
        started = time.monotonic()

        def keep_waiting(waiting: bool) -> None:
            self._company.keep_waiting(table_id, waiting)

        try:
            move = await self._bots.choose(turn.question, turn.address, keep_waiting)
            if turn.in_company:
                await asyncio.sleep(slots.wait(turn.question.bot, time.monotonic() - started))
            await self._wait_until(turn.answer_at)
            await self._tables.run(table_id, BotMove(turn.seat, move, turn.fresh))
        except (NoAnswer, IllegalMove) as error:
            # The game must go on: any legal move will do.
            reason = {"table": table_id, "bot": turn.question.bot, "reason": type(error).__name__}
            LOG.error("a bot does not answer", extra=reason)
            legal = await self._tables.read(table_id, lambda table: _legal(table, turn.seat))
            if not legal:
                raise Stale from None
            await self._tables.run(table_id, BotMove(turn.seat, random.choice(legal), turn.fresh))  # noqa: S311

    async def _wait_until(self, at: int) -> None:
        """Waits for a time, but no longer than any pace lasts: the machine's clock may have been set back."""
        left = at - self._tables.now()
        if left > 0:
            await asyncio.sleep((min(left, LONGEST_PACE) + 1) / 1000)  # a timer may end a little early


def _legal(table: Table, seat: int) -> list[str]:
    return [] if table.match is None else table.match.legal(seat)
