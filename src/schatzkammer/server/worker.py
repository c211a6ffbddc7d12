"""The services of one worker, started and stopped in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from schatzkammer.server import saved_page
from schatzkammer.server.cookies import Signer
from schatzkammer.server.hub import Hub
from schatzkammer.server.limits import Limits
from schatzkammer.server.metrics import Metrics
from schatzkammer.server.notices.channels import Channels
from schatzkammer.server.notices.dispatcher import Notices
from schatzkammer.server.settings import Settings
from schatzkammer.server.stopping import SERVICES_WITHIN
from schatzkammer.table.accounts import Accounts
from schatzkammer.table.adviser import Adviser
from schatzkammer.table.answers import Answers
from schatzkammer.table.bot_pool import BotPool
from schatzkammer.table.bus import Bus, LocalBus, RedisBus
from schatzkammer.table.counted_time import CountedTime
from schatzkammer.table.errors import NotSaved
from schatzkammer.table.evenings.service import Evenings
from schatzkammer.table.housekeeping import Housekeeping
from schatzkammer.table.hunt_keeper import HuntKeeper
from schatzkammer.table.reviewer import Reviewer
from schatzkammer.table.scheduler import Scheduler
from schatzkammer.table.service import Tables
from schatzkammer.table.sessions import Sessions
from schatzkammer.table.settling import Settling
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate, write_nothing

LOG = logging.getLogger("schatzkammer.server")
RECHECK = 5.0  # seconds between polls of the database for changes without a note
RECHECK_WITHOUT_BUS = 1.0  # while the bus is down
REVIEW_PATIENCE = 300.0  # seconds for one part of a review, which leaves the cores to everything else
HEALTH_WITHIN = 4.0  # seconds for the database to store something
HEALTH_FOR = 1.0  # seconds until it is tried again

T = TypeVar("T")


class Worker:
    """One worker process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        # The database writer's thread mostly waits; this gives it the GIL soon.
        sys.setswitchinterval(0.0005)
        self.id = secrets.token_hex(6)
        engine = connect(address(settings.database))
        migrate(engine)
        self.database = Database(engine)
        self.limits = Limits(settings.limits)
        self.metrics = Metrics(self.id)
        self.accounts = Accounts(self.database)
        self.answers = Answers()
        self.sessions = Sessions(self.database, settings.lifetimes)
        self.counted_time = CountedTime(self.database)
        self._apart = asyncio.Lock()
        self.saved_page = saved_page.template(settings.web)
        self._recheck: asyncio.Task[None] | None = None
        self._beats: asyncio.Task[None] | None = None
        self._healthy = False
        self._health_until = 0.0

    async def start(self) -> None:
        """Starts all services."""
        settings = self.settings
        secure = (settings.public_url or "").startswith("https:")
        secret = await self.accounts.secret()
        self.signer = Signer(secret, settings.lifetimes, secure=secure)
        self.bus: Bus = RedisBus(settings.redis, self.id, secret) if settings.redis else LocalBus()
        await self.counted_time.start()
        self.tables = Tables(self.database, self.bus, self.id, clock=self.counted_time)
        self.bots = BotPool(settings.bot_processes, settings.bot_patience)
        self.adviser = Adviser(self.bots)
        self.hub = Hub(self.tables, self.bus, self.id)
        self.scheduler = Scheduler(self.tables, self.bots, self.hub)
        self.reviewer = Reviewer(self.tables, settings.bot_processes, REVIEW_PATIENCE)
        self.housekeeping = Housekeeping(self.tables, settings.lifetimes)
        self.channels = Channels(self.database, settings)
        self.notices = Notices(self.tables, self.channels, self.hub)
        await self.channels.start()
        self.evenings = Evenings(self.tables)
        await self.scheduler.start()
        self.settling = Settling(self.database, self.tables.now)
        self.housekeeping.start()
        self.settling.start()
        await self.notices.start()
        self.hunts = HuntKeeper(self.tables)
        self.hunts.start()
        self.evenings.start()
        self.bus.listen(self.hub.received, self.hub.missed)
        self._recheck = asyncio.create_task(self._recheck_all())
        self._beats = asyncio.create_task(self.counted_time.beat_for_ever(_clocks_stand))
        # Objects from the start stay alive and moves create no cycles: with the default threshold of 700 objects the
        # collector took a seventh of the time. This one suffices for what disconnected clients leave behind.
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 10, 20)
        LOG.info("started", extra={"worker": self.id, "database": self.database.engine.dialect.name})

    async def close(self) -> None:
        """Stops all services; leaves one that hangs.

        What was acknowledged is committed; what is due is done after the next start, or by another worker.
        """
        for task in (self._recheck, self._beats):
            if task is not None:
                task.cancel()
        services: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
            "housekeeping": self.housekeeping.close,
            "settling": self.settling.close,
            "notices": self.notices.close,
            "channels": self.channels.close,
            "hunts": self.hunts.close,
            "evenings": self.evenings.close,
            "scheduler": self.scheduler.close,
            "adviser": self.adviser.close,
            "reviewer": self.reviewer.close,
            "bots": self.bots.close,
            "answers": self.answers.close,
            "hub": self.hub.close,
            "bus": self.bus.close,
            "accounts": lambda: asyncio.to_thread(self.accounts.close),
            "database": lambda: asyncio.to_thread(self.database.close),
        }
        end = time.monotonic() + SERVICES_WITHIN
        for name, close in services.items():
            closing = asyncio.create_task(close())
            # Not `timeout`: it would wait until the service has noticed that it is cancelled.
            await asyncio.wait([closing], timeout=max(0.2, end - time.monotonic()))
            if not closing.done():
                LOG.warning("a service does not stop", extra={"service": name})
            elif error := closing.exception():
                LOG.error("a service did not stop cleanly", extra={"service": name}, exc_info=error)
        LOG.info("stopped", extra={"worker": self.id})

    async def apart(self, work: Callable[[], T]) -> T:
        """Does work that takes a while in a thread, one after the other."""
        async with self._apart:
            return await asyncio.to_thread(work)

    async def healthy(self) -> bool:
        """Whether the database stores what it is given; it is tried at most once a second."""
        if time.monotonic() > self._health_until:
            writing = self.database.write(write_nothing)
            done, _ = await asyncio.wait([writing], timeout=HEALTH_WITHIN)
            self._healthy = bool(done) and writing.exception() is None
            self._health_until = time.monotonic() + HEALTH_FOR
            writing.cancel()
        return self._healthy

    async def _recheck_all(self) -> None:
        while True:
            await asyncio.sleep(RECHECK if self.bus.reliable else RECHECK_WITHOUT_BUS)
            if self.database.shared:
                await self._checked(self.tables.refresh_watched())
                await self._checked(self.hub.recheck_kept_out())
            await self._checked(self.scheduler.recheck())
            await self._checked(self.hub.recheck_chat())
            await self._checked(self.hub.recheck(self.sessions))
            self.hub.announce_all()

    async def _checked(self, check: Awaitable[None]) -> None:
        """Runs one check and logs its failure, so that the others still run."""
        try:
            await check
        except NotSaved as error:
            LOG.warning("the database does not answer", extra={"reason": str(error)})
        except Exception:
            LOG.exception("a check of the database failed")


def _clocks_stand(error: Exception) -> None:
    """Logs that players' clocks count nothing until the next beat succeeds."""
    LOG.warning("players' clocks stand still", extra={"reason": str(error) or type(error).__name__})
