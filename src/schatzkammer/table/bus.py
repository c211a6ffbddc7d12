"""How workers tell each other that a table has changed. What has changed they look up in the database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from redis.asyncio import Redis

LOG = logging.getLogger("schatzkammer.bus")
CHANNEL = "schatzkammer"
PATIENCE = 5.0  # seconds for Redis to answer, and to be silent before it is asked whether it is there


class Present(Struct, frozen=True):
    """Who is connected at one worker: seats, and how many look on."""

    seats: list[int]
    spectators: int


class Note(Struct, frozen=True, omit_defaults=True):
    """Something about a table: its new version, a line of chat, or who is there; or somebody who is signed out."""

    worker: str
    table: str = ""
    version: int | None = None
    chat: bool = False
    present: Present | None = None
    gone: str | None = None
    session: str | None = None  # in this browser only


class Bus(Protocol):
    """The way to the other workers."""

    @property
    def whole(self) -> bool:
        """Whether every note can be relied on to arrive; if not, the database has to be asked now and then."""
        ...

    def listen(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        """Passes on every note of the others; `missed` when some may have been lost."""
        ...

    def publish(self, note: Note) -> None:
        """Tells the others, soon."""
        ...

    async def close(self) -> None:
        """Tells and hears no more."""
        ...


class Alone:
    """There are no other workers."""

    whole = True

    def listen(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        """Nothing will ever be heard."""

    def publish(self, note: Note) -> None:
        """Nobody is there to be told."""

    async def close(self) -> None:
        """There is nothing to close."""


class RedisBus:
    """Workers that share a Redis. When it is away the game goes on; the notes lost are made up for."""

    def __init__(self, url: str, worker: str) -> None:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self._worker = worker
        # Whatever fails is seen here, and not tried again in silence: notes may have been lost meanwhile.
        once = Retry(NoBackoff(), 0)
        self._redis: Redis = Redis.from_url(
            url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, health_check_interval=0, retry=once
        )
        self._outbox: asyncio.Queue[tuple[float, Note]] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._down = False  # whether that has been logged
        self._losing = False  # likewise
        self.whole = False

    def listen(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        self._tasks = [asyncio.create_task(self._hear(heard, missed)), asyncio.create_task(self._speak())]

    def publish(self, note: Note) -> None:
        try:
            self._outbox.put_nowait((time.monotonic(), note))
        except asyncio.QueueFull:
            self._lose("there are too many")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _hear(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        while True:
            try:
                await self._subscribe(heard, missed)
            except Exception as error:  # whatever Redis does, the table goes on
                self.whole = False
                if not self._down:
                    LOG.warning("the bus is down", extra={"reason": type(error).__name__})
                self._down = True
            await asyncio.sleep(0.5)

    async def _subscribe(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        """Hears what the others say until something is wrong. A Redis that is silent is asked whether it is there."""
        decode = msgspec.json.Decoder(Note).decode
        async with self._redis.pubsub() as channel:
            async with asyncio.timeout(PATIENCE):
                await channel.subscribe(CHANNEL)
            asked = True
            while True:
                message = await channel.get_message(timeout=PATIENCE)
                if message is None:
                    if asked:
                        raise TimeoutError
                    async with asyncio.timeout(PATIENCE):
                        await channel.ping()
                    asked = True
                    continue
                asked = False
                if message["type"] == "subscribe":
                    self._come_up()
                    missed()
                elif message["type"] == "message":
                    note = decode(message["data"])
                    if note.worker != self._worker:
                        heard(note)

    def _come_up(self) -> None:
        self.whole = True
        if self._down:
            LOG.info("the bus is up again")
        self._down = False

    async def _speak(self) -> None:
        encode = msgspec.json.Encoder().encode
        while True:
            at, note = await self._outbox.get()
            if time.monotonic() > at + PATIENCE:
                self._lose("it came too late")
                continue
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._redis.publish(CHANNEL, encode(note))
                self._losing = False
            except Exception as error:  # the others ask the database
                self._lose(type(error).__name__)

    def _lose(self, reason: str) -> None:
        """A note is lost, which is logged when it begins and not for every note."""
        if not self._losing:
            LOG.warning("notes to other workers are lost", extra={"reason": reason})
        self._losing = True
