"""Notes between workers: what has been committed, said, or who is there. The database has it all, if a note is lost.

Redis gets the notes of one moment together, with a code that only this server's workers can compute.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw, Struct

from schatzkammer.table.entries import LogEntry

if TYPE_CHECKING:
    from redis.asyncio import Redis

LOG = logging.getLogger("schatzkammer.bus")
CHANNEL = "schatzkammer"
TIMEOUT = 5.0  # seconds for Redis to answer, and of silence before it is pinged
FLUSH = 1.0  # seconds for the last notes of a worker that stops
CANCEL_AGAIN = 0.1  # seconds
GATHER = 0.002  # seconds from one message to the next: Redis and its driver cost more than the notes
MOST_TOGETHER = 100  # notes in one message: their receiver applies them without a break
CODE = 32  # bytes of the code before the notes
NO_ENTRY = Raw()


class Present(Struct, frozen=True):
    """Who is connected to one worker at a table: the seats, and the number of spectators."""

    seats: list[int]
    spectators: int
    people: list[str] = []  # the identities of all of them
    payer: str | None = None  # the address that bots' thinking is charged to
    watching: list[str] = []  # the identities with a seat who have the table in sight,
    at: int = 0  # at this time


class Note(Struct, frozen=True, omit_defaults=True):
    """A table's new entry, chat or presence; or an identity that was signed out."""

    worker: str
    table: str = ""
    entry: Raw = NO_ENTRY  # decoded only where the table is watched
    chat: bool = False
    present: Present | None = None
    gone: str | None = None
    session: str | None = None  # sign out of this session only,
    kept: str | None = None  # or of all but this one
    out: str | None = None  # the identity that has to leave the table
    waits: bool | None = None  # whether the table's bots have to wait for others
    asks: bool = False  # all workers are asked to say who is connected


class _Message(Struct, frozen=True):
    """What one worker sends at one moment."""

    worker: str
    notes: Raw


class LocalBus:
    """The bus of a single worker, which has nobody to notify."""

    reliable = True

    def listen(self, received: Callable[[Note], None], missed: Callable[[], None]) -> None:
        """Does nothing."""

    def publish(self, note: Note) -> None:
        """Does nothing."""

    def announce(self, worker: str, table: str, entry: LogEntry) -> None:
        """Does nothing."""

    async def close(self) -> None:
        """Does nothing."""


class RedisBus:
    """Redis pub/sub. While Redis is down, games go on: workers find changes by polling the database."""

    def __init__(self, url: str, worker: str, key: bytes) -> None:
        """`key` is a secret of all workers: nobody else can tell them anything."""
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self._worker = worker
        self._key = hmac.digest(key, b"notes between workers", "sha256")
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

    def announce(self, worker: str, table: str, entry: LogEntry) -> None:
        """Sends an entry that was committed."""
        self.publish(Note(worker, table, Raw(_encode(entry))))

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
                    for note in self._opened(message["data"]):
                        received(note)

    async def _send(self) -> None:
        while True:
            together = [await self._outbox.get()]
            while len(together) < MOST_TOGETHER and not self._outbox.empty():
                together.append(self._outbox.get_nowait())
            try:
                if time.monotonic() > together[0][0] + TIMEOUT:
                    self._warn_of_loss("too late")
                    continue
                message = self._sealed([note for _, note in together])
                async with asyncio.timeout(TIMEOUT):
                    await self._redis.publish(CHANNEL, message)
                self._losing = False
            except Exception as error:  # the others poll the database
                self._warn_of_loss(type(error).__name__)
            finally:
                for _ in together:
                    self._outbox.task_done()
            await asyncio.sleep(GATHER)

    def _sealed(self, notes: list[Note]) -> bytes:
        content = _encode(_Message(self._worker, Raw(_encode(notes))))
        return hmac.digest(self._key, content, "sha256") + content

    def _opened(self, message: bytes) -> list[Note]:
        """The notes of another worker of this server; none of what somebody else sends."""
        code, content = message[:CODE], message[CODE:]
        if not hmac.compare_digest(code, hmac.digest(self._key, content, "sha256")):
            return []
        found = _MESSAGE.decode(content)
        return [] if found.worker == self._worker else _NOTES.decode(found.notes)

    def _warn_of_loss(self, reason: str) -> None:
        """Logs that notes are being lost, once until sending works again."""
        if not self._losing:
            LOG.warning("notes to other workers are being lost", extra={"reason": reason})
        self._losing = True


_encode = msgspec.json.Encoder().encode
_MESSAGE = msgspec.json.Decoder(_Message)
_NOTES = msgspec.json.Decoder(list[Note])

Bus = LocalBus | RedisBus
