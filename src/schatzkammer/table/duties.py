"""What is to be done without anybody asking: bots decide, clocks run down.

What is due stands in the database with a lease on it. A worker that has committed a bot's turn sees to it at once;
what a worker that died has left undone is claimed by another when the lease has run out.
"""

from __future__ import annotations

import asyncio
import logging
import random
from typing import NamedTuple

from schatzkammer.core.errors import IllegalMove
from schatzkammer.table import wishes
from schatzkammer.table.clock import expired
from schatzkammer.table.errors import NotFound, NotSaved, Refused, Stale
from schatzkammer.table.model import HOUR
from schatzkammer.table.service import LEASE, Tables
from schatzkammer.table.store import tables as store
from schatzkammer.table.table import Table
from schatzkammer.table.thinker import Question
from schatzkammer.table.thinkers import NoAnswer, Thinkers, question

LOG = logging.getLogger("schatzkammer.duties")

INTERVAL = 0.2  # seconds between two looks at what is due
AT_ONCE = 100
LATER = HOUR  # until a table that cannot be seen to is looked at again


class _Duty(NamedTuple):
    """What is due at a table: a clock that is down, or a bot's decision."""

    late: bool = False
    seat: int = -1
    fresh: int = -1
    asked: Question | None = None
    whose: str = ""


class Duties:
    """Sees to bots' turns and clocks, for all tables of all workers."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._leases: dict[str, int] = {}  # of tables that were claimed
        self._renewed = 0
        self._sweeper: asyncio.Task[None] | None = None
        tables.attend = self.attend

    async def start(self) -> None:
        """Begins; what a server that was alone had been at is free again."""
        if not self._tables.database.shared:
            await self._tables.database.write(store.release_all)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stops; whatever is not done is done later, or by another worker."""
        tasks = [*self._busy.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def attend(self, name: str) -> None:
        """Sees to a table; whoever here is at it already looks once more."""
        if name in self._busy:
            self._again.add(name)
        else:
            self._busy[name] = asyncio.create_task(self._attend(name))

    async def _sweep(self) -> None:
        while True:
            try:
                await self._renew(self._tables.now())
                await self._claim(self._tables.now())
            except NotSaved as error:
                LOG.warning("the database does not answer", extra={"reason": str(error)})
            await asyncio.sleep(INTERVAL * (0.5 + random.random()))  # noqa: S311  workers should not march in step

    async def _claim(self, now: int) -> None:
        database = self._tables.database
        if await database.read(lambda connection: store.due(connection, now, AT_ONCE)):
            for name in await database.write(lambda connection: store.claim(connection, now, now + LEASE, AT_ONCE)):
                self._leases[name] = now + LEASE
                self.attend(name)

    async def _renew(self, now: int) -> None:
        busy = list(self._busy)
        if busy and now >= self._renewed + LEASE // 3:
            self._renewed = now
            await self._tables.database.write(lambda connection: store.renew(connection, busy, now + LEASE))
            self._leases |= {name: now + LEASE for name in busy if name in self._leases}

    async def _attend(self, name: str) -> None:
        try:
            done = 0
            while await self._one(name) or name in self._again:
                self._again.discard(name)
                done += 1
            if not done:
                await self._settle(name, await self._tables.read(name, Table.due))
        except NotFound:
            pass
        except NotSaved as error:
            LOG.warning("a duty is put off", extra={"table": name, "reason": str(error)})
        except Refused as error:
            LOG.error("a table cannot be seen to", extra={"table": name, "reason": error.code})
            await self._settle(name, self._tables.now() + LATER)  # perhaps its rules come back
        except Exception:
            LOG.exception("a duty failed", extra={"table": name})
        finally:
            self._busy.pop(name, None)
            self._again.discard(name)
            self._leases.pop(name, None)

    async def _settle(self, name: str, due: int | None) -> None:
        """There was nothing to do after all."""
        lease = self._leases.get(name)
        if lease is None:
            return
        await self._tables.database.write(lambda connection: store.settle(connection, name, lease, due))

    async def _one(self, name: str) -> bool:
        """Does one thing that is due; False when there is nothing more."""
        duty = await self._tables.read(name, self._look)
        try:
            if duty.late:
                await self._tables.run(name, wishes.time_out)
            elif duty.asked is not None:
                await self._decide(name, duty, duty.asked)
            else:
                return False
        except Stale:
            pass  # the table has moved on while the bot was thinking
        return True

    def _look(self, table: Table) -> _Duty:
        now = table.standing
        if now.status == "playing" and expired(now.timers, self._tables.now()):
            return _Duty(late=True)
        if not table.bots_to_act:
            return _Duty()
        seat = table.bots_to_act[0]
        return _Duty(False, seat, now.fresh[seat], question(table, seat), now.host)

    async def _decide(self, name: str, duty: _Duty, asked: Question) -> None:
        try:
            move = await self._thinkers.choose(asked, duty.whose)
            await self._tables.run(name, wishes.bot_move(duty.seat, move, duty.fresh))
        except (NoAnswer, IllegalMove) as error:
            # The game goes on, if need be with any move.
            reason = {"table": name, "bot": asked.bot, "reason": type(error).__name__}
            LOG.error("a bot does not answer", extra=reason)
            legal = await self._tables.read(name, lambda table: _legal(table, duty.seat))
            if not legal:
                raise Stale from None
            any_move = random.choice(legal)  # noqa: S311
            await self._tables.run(name, wishes.bot_move(duty.seat, any_move, duty.fresh))


def _legal(table: Table, seat: int) -> list[str]:
    return [] if table.match is None else table.match.legal(seat)
