"""All the parts of one worker, put together and taken apart in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import sys
from collections.abc import Awaitable, Callable

from sqlalchemy import text

from schatzkammer.server.cookies import Signer
from schatzkammer.server.hub import Hub
from schatzkammer.server.limits import Limits
from schatzkammer.server.metrics import Metrics
from schatzkammer.server.settings import Settings
from schatzkammer.table.bus import Alone, Bus, RedisBus
from schatzkammer.table.duties import Duties
from schatzkammer.table.errors import NotSaved
from schatzkammer.table.people import People
from schatzkammer.table.service import Tables, wall_clock
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.thinkers import Thinkers

LOG = logging.getLogger("schatzkammer.server")
RECHECK = 5.0  # seconds after which the database is asked for what nobody has told us
RECHECK_ALONE = 1.0  # while the bus is down


class House:
    """One worker."""

    def __init__(self, settings: Settings, now: Callable[[], int] = wall_clock) -> None:
        self.settings = settings
        # The writer's thread has much waiting and little work: it need not wait long for its turn.
        sys.setswitchinterval(0.0005)
        self.worker = secrets.token_hex(6)
        engine = connect(address(settings.database))
        migrate(engine)
        self.database = Database(engine)
        self._now = now
        self.limits = Limits(settings.limits)
        self.metrics = Metrics(self.worker)
        self.people = People(self.database)
        self._recheck: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Opens for everybody: what was due when the last server stopped is taken up."""
        settings = self.settings
        secure = (settings.public_url or "").startswith("https:")
        self.signer = Signer(await self.people.secret(), secure=secure)
        self.bus: Bus = RedisBus(settings.redis, self.worker) if settings.redis else Alone()
        self.tables = Tables(self.database, self.bus, self.worker, self._now)
        self.thinkers = Thinkers(settings.bot_processes, settings.bot_patience)
        self.hub = Hub(self.tables, self.bus, self.worker)
        self.duties = Duties(self.tables, self.thinkers)
        await self.duties.start()
        self.bus.listen(self.hub.heard, self.hub.missed)
        self._recheck = asyncio.create_task(self._recheck_all())
        # What is there now stays, and moves leave no cycles behind: looking for them every 700 objects cost a seventh
        # of the time. What clients leave behind who go is cleared away in pieces so small that nobody notices.
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 10, 20)
        LOG.info("open", extra={"worker": self.worker, "database": self.database.engine.dialect.name})

    async def close(self) -> None:
        """Ends; whatever was acknowledged is written, whatever is due is done later."""
        if self._recheck is not None:
            self._recheck.cancel()
            await asyncio.gather(self._recheck, return_exceptions=True)
        await self.duties.close()
        await self.thinkers.close()
        await self.hub.close()
        await self.bus.close()
        await asyncio.to_thread(self.people.close)
        await asyncio.to_thread(self.database.close)
        LOG.info("closed", extra={"worker": self.worker})

    async def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            await self.database.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
        except NotSaved:
            return False
        return True

    async def _recheck_all(self) -> None:
        while True:
            await asyncio.sleep(RECHECK if self.bus.whole else RECHECK_ALONE)
            if self.database.shared:
                await self._checked(self.tables.refresh_watched())
            await self._checked(self.hub.recheck_chat())
            await self._checked(self.hub.recheck(self.people))
            self.hub.announce_all()

    async def _checked(self, look: Awaitable[None]) -> None:
        """Whatever goes wrong with one look, the others are taken, and the next."""
        try:
            await look
        except NotSaved as error:
            LOG.warning("the database does not answer", extra={"reason": str(error)})
        except Exception:
            LOG.exception("a look at the database failed")
