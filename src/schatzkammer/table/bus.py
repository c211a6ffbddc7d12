"""Notifications between workers: a note says that a table changed; the database says how."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from redis.asyncio import Redis

LOG = logging.getLogger("schatzkammer.bus")
CHANNEL = "schatzkammer"
TIMEOUT = 5.0  # seconds for Redis to answer, and of silence before it is pinged
FLUSH = 1.0  # seconds for the last notes of a worker that stops
CANCEL_AGAIN = 0.1  # seconds


class Present(Struct, frozen=True):
    """Who is connected to one worker at a table: the seats, and the number of spectators."""

    seats: list[int]
    spectators: int
    people: list[str] = []  # the identities of all of them
    payer: str | None = None  # the address that bots' thinking is charged to
    watching: list[str] = []  # the identities with a seat who have the table in sight,
    at: int = 0  # at this time


class Note(Struct, frozen=True, omit_defaults=True):
    """A table's new version, chat or presence; or an identity that was signed out."""

    worker: str
    table: str = ""
    version: int | None = None
    chat: bool = False
    present: Present | None = None
    gone: str | None = None
    session: str | None = None  # sign out of this session only,
    kept: str | None = None  # or of all but this one
    out: str | None = None  # the identity that has to leave the table
    waits: bool | None = None  # whether the table's bots have to wait for others
    asks: bool = False  # all workers are asked to say who is connected


class LocalBus:
    """The bus of a single worker, which has nobody to notify."""

    reliable = True

    def listen(self, received: Callable[[Note], None], missed: Callable[[], None]) -> None:
        """Does nothing."""

    def publish(self, note: Note) -> None:
        """Does nothing."""

    async def close(self) -> None:
        """Does nothing."""


class RedisBus:
    """Redis pub/sub. While Redis is down, games go on: workers find changes by polling the database."""

    def __init__(self, url: str, worker: str) -> None:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self._worker = worker
        # No silent retries: after a failure notes may have been lost, and `missed` must be called.
        once = Retry(NoBackoff(), 0)
        self._redis: Redis = Redis.from_url(
            url, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT, health_check_interval=0, retry=once
        )
        self._outbox: asyncio.Queue[tuple[float, Note]] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._down = False  # whether a warning was logged that Redis is down,
        self._losing = False  # or that notes are being lost
        self.reliable = False  # whether notes arrive; while they do not, workers poll the database more often

    def listen(self, received: Callable[[Note], None], missed: Callable[[], None]) -> None:
        """Calls `received` for every note of other workers, and `missed` when some may have been lost."""
        self._tasks = [asyncio.create_task(self._receive(received, missed)), asyncio.create_task(self._send())]

    def publish(self, note: Note) -> None:
        """Sends a note to the other workers, without waiting."""
        try:
            self._outbox.put_nowait((time.monotonic(), note))
        except asyncio.QueueFull:
            self._warn_of_loss("the queue is full")

    async def close(self) -> None:
        """Sends what is waiting to be sent, then stops sending and receiving."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FLUSH):
                await self._outbox.join()
        # Before Python 3.12, `wait_for` in the driver may swallow a cancellation.
        while running := [task for task in self._tasks if not task.done()]:
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=CANCEL_AGAIN)
        await self._redis.aclose()

    async def _receive(self, received: Callable[[Note], None], missed: Callable[[], None]) -> None:
        while True:
            try:
                await self._subscribe(received, missed)
            except Exception as error:  # games go on whatever Redis does
                self.reliable = False
                if not self._down:
                    LOG.warning("the bus is down", extra={"reason": type(error).__name__})
                self._down = True
            await asyncio.sleep(0.5)

    async def _subscribe(self, received: Callable[[Note], None], missed: Callable[[], None]) -> None:
        """Receives notes until the connection fails; pings Redis after a silence."""
        decode = msgspec.json.Decoder(Note).decode
        async with self._redis.pubsub() as channel:
            async with asyncio.timeout(TIMEOUT):
                await channel.subscribe(CHANNEL)
            pinged = True
            while True:
                message = await channel.get_message(timeout=TIMEOUT)
                if message is None:
                    if pinged:
                        raise TimeoutError
                    async with asyncio.timeout(TIMEOUT):
                        await channel.ping()
                    pinged = True
                    continue
                pinged = False
                if message["type"] == "subscribe":
                    self.reliable = True
                    if self._down:
                        LOG.info("the bus is up again")
                    self._down = False
                    missed()
                elif message["type"] == "message":
                    note = decode(message["data"])
                    if note.worker != self._worker:
                        received(note)

    async def _send(self) -> None:
        encode = msgspec.json.Encoder().encode
        while True:
            at, note = await self._outbox.get()
            try:
                if time.monotonic() > at + TIMEOUT:
                    self._warn_of_loss("too late")
                    continue
                async with asyncio.timeout(TIMEOUT):
                    await self._redis.publish(CHANNEL, encode(note))
                self._losing = False
            except Exception as error:  # the others poll the database
                self._warn_of_loss(type(error).__name__)
            finally:
                self._outbox.task_done()

    def _warn_of_loss(self, reason: str) -> None:
        """Logs that notes are being lost, once until sending works again."""
        if not self._losing:
            LOG.warning("notes to other workers are being lost", extra={"reason": reason})
        self._losing = True


Bus = LocalBus | RedisBus
