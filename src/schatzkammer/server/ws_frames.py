"""Websocket frames: the part of the websocket protocol that is used for every move, and compiled."""

from __future__ import annotations

from asyncio import AbstractEventLoop, Event, Future, Transport
from collections import deque
from typing import Any, Final, Protocol

from websockets.utils import apply_mask

TEXT: Final = 0x81  # first byte of a frame that is a whole text message
MASKED: Final = 0x80  # in the second byte, with the payload's length
HEAD: Final = 6  # bytes before a short payload: these two, and the mask
SHORT: Final = 126  # longer payloads have their length in extra bytes


class Writer(Protocol):
    """Sends messages to one client."""

    full: bool  # whether the client reads more slowly than it is sent messages

    async def drain(self) -> None:
        """Waits until the client has read most of what was sent, or is gone."""

    def send(self, message: bytes) -> None:
        """Sends a text message; does nothing when the client is gone."""

    def pending(self) -> int:
        """The number of messages from the client that wait to be handled."""


class FrameWriter:
    """Frames messages; everything sent to a client in one turn of the loop is written at once."""

    def __init__(self, loop: AbstractEventLoop, transport: Transport, writable: Event, queue: MessageQueue) -> None:
        self.full = False
        self.closed = False  # a close frame was sent
        self._loop = loop
        self._transport = transport
        self._writable = writable
        self._queue = queue
        self._frames: list[bytes] = []

    async def drain(self) -> None:
        """Waits until the client has read most of what was sent, or is gone."""
        await self._writable.wait()

    def send(self, message: bytes) -> None:
        """Sends a text message; does nothing when the client is gone."""
        if not self._frames:
            writers = _UNFLUSHED.get(self._loop)
            if writers is None:
                writers = _UNFLUSHED[self._loop] = []
                self._loop.call_soon(_flush_all, self._loop)
            writers.append(self)
        size = len(message)
        if size < SHORT:
            self._frames.append(bytes((TEXT, size)))
        elif size < 65536:
            self._frames.append(b"\x81\x7e" + size.to_bytes(2, "big"))
        else:
            self._frames.append(b"\x81\x7f" + size.to_bytes(8, "big"))
        self._frames.append(message)

    def pending(self) -> int:
        """The number of messages from the client that wait to be handled."""
        return len(self._queue.waiting)

    def flush(self) -> None:
        """Writes all frames."""
        frames, self._frames = self._frames, []
        if frames and not (self.closed or self._transport.is_closing()):
            self._transport.write(b"".join(frames))


_UNFLUSHED: dict[AbstractEventLoop, list[FrameWriter]] = {}  # writers with frames from this turn of their loop


def _flush_all(loop: AbstractEventLoop) -> None:
    for writer in _UNFLUSHED.pop(loop):
        try:
            writer.flush()
        except (OSError, RuntimeError):  # this client is gone
            continue


class MessageQueue:
    """Received events for a single consumer; faster than asyncio.Queue."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.waiting: deque[Any] = deque()
        self._loop = loop
        self._consumer: Future[Any] | None = None

    def put_nowait(self, event: object) -> None:
        """Hands an event to the consumer, now or later."""
        consumer, self._consumer = self._consumer, None
        if consumer is None or consumer.done():  # done: cancelled
            self.waiting.append(event)
        else:
            consumer.set_result(event)

    def get(self) -> Future[Any]:
        """The next event."""
        consumer: Future[Any] = self._loop.create_future()
        if self.waiting:
            consumer.set_result(self.waiting.popleft())
        else:
            self._consumer = consumer
        return consumer


def short_text(data: bytes) -> str | None:
    """The text, if the data is exactly one masked frame with a short text."""
    size = len(data) - HEAD
    if not 0 <= size < SHORT or data[0] != TEXT or data[1] != MASKED + size:
        return None
    try:
        return apply_mask(data[HEAD:], data[2:HEAD]).decode()
    except UnicodeDecodeError:
        return None


def is_one_message(data: bytes) -> bool:
    """Whether the data is exactly one masked frame that is not part of a fragmented message."""
    if len(data) < HEAD or data[0] < TEXT:
        return False
    size = data[1] - MASKED
    if size == SHORT:
        return len(data) == HEAD + 2 + int.from_bytes(data[2:4], "big")
    return size < SHORT and len(data) == HEAD + size
