"""How workers tell each other that a table has changed. What has changed they look up in the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from redis.asyncio import Redis

LOG = logging.getLogger("schatzkammer.bus")
CHANNEL = "schatzkammer"
PATIENCE = 5.0


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

        self._worker = worker
        self._redis: Redis = Redis.from_url(
            url, socket_connect_timeout=PATIENCE, socket_timeout=None, health_check_interval=0
        )
        self._outbox: asyncio.Queue[Note] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self.whole = False

    def listen(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        self._tasks = [asyncio.create_task(self._hear(heard, missed)), asyncio.create_task(self._speak())]

    def publish(self, note: Note) -> None:
        try:
            self._outbox.put_nowait(note)
        except asyncio.QueueFull:
            LOG.warning("notes to other workers pile up and are dropped")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _hear(self, heard: Callable[[Note], None], missed: Callable[[], None]) -> None:
        decode = msgspec.json.Decoder(Note).decode
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    self.whole = True
                    missed()
                    async for message in channel.listen():
                        note = decode(message["data"])
                        if note.worker != self._worker:
                            heard(note)
            except Exception as error:  # whatever Redis does, the table goes on
                if self.whole:
                    LOG.warning("the bus is down", extra={"reason": type(error).__name__})
                self.whole = False
            await asyncio.sleep(0.5)

    async def _speak(self) -> None:
        encode = msgspec.json.Encoder().encode
        while True:
            note = await self._outbox.get()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._redis.publish(CHANNEL, encode(note))
            except Exception as error:  # the others ask the database
                LOG.warning("a note was lost", extra={"reason": type(error).__name__})
