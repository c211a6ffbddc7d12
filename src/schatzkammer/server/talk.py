"""What is heard of a client and said to it at every move: the part of a cable that is compiled."""

from __future__ import annotations

from asyncio import AbstractEventLoop, Event, Future, Transport
from collections import deque
from typing import Any, Final, Protocol

from websockets.utils import apply_mask

WHOLE_TEXT: Final = 0x81  # the first byte of a frame that is a text by itself
MASKED: Final = 0x80  # in the second byte, beside the size of what follows
HEAD: Final = 6  # bytes before a short text: those two, and the mask
SHORT: Final = 126  # from here on the size has bytes of its own


class Speaker(Protocol):
    """Through which a client is spoken to."""

    full: bool  # whether the client takes less than it is sent

    async def emptied(self) -> None:
        """Waits until the client has taken what it was sent, or has gone."""

    def say(self, message: bytes) -> None:
        """Sends a text; to somebody who has gone, nothing."""

    def unheard(self) -> int:
        """How many messages of the client's wait to be heard."""


class Mouth:
    """Says to a client by one write what is said in one turn of the loop."""

    def __init__(self, loop: AbstractEventLoop, transport: Transport, writable: Event, inbox: Inbox) -> None:
        self.full = False
        self.closed = False  # farewell was said
        self._loop = loop
        self._transport = transport
        self._writable = writable
        self._inbox = inbox
        self._said: list[bytes] = []

    async def emptied(self) -> None:
        """Waits until the client has taken what it was sent, or has gone."""
        await self._writable.wait()

    def say(self, message: bytes) -> None:
        """Sends a text; to somebody who has gone, nothing."""
        if not self._said:
            waiting = _SAID.get(self._loop)
            if waiting is None:
                waiting = _SAID[self._loop] = []
                self._loop.call_soon(_write_all, self._loop)
            waiting.append(self)
        size = len(message)
        if size < SHORT:
            self._said.append(bytes((WHOLE_TEXT, size)))
        elif size < 65536:
            self._said.append(b"\x81\x7e" + size.to_bytes(2, "big"))
        else:
            self._said.append(b"\x81\x7f" + size.to_bytes(8, "big"))
        self._said.append(message)

    def unheard(self) -> int:
        """How many messages of the client's wait to be heard."""
        return self._inbox.qsize()

    def write(self) -> None:
        """Writes what was said."""
        said, self._said = self._said, []
        if said and not (self.closed or self._transport.is_closing()):
            self._transport.write(b"".join(said))


_SAID: dict[AbstractEventLoop, list[Mouth]] = {}  # by which something was said in this turn of their loop


def _write_all(loop: AbstractEventLoop) -> None:
    for mouth in _SAID.pop(loop):
        try:
            mouth.write()
        except (OSError, RuntimeError):  # he has gone, which is nothing to the others
            continue


class Inbox:
    """What was read and not yet heard. There is one who listens: asyncio's queue is for many."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._unheard: deque[Any] = deque()
        self._listening: Future[Any] | None = None

    def put_nowait(self, event: object) -> None:
        """Hands an event to whoever listens, now or later."""
        listening, self._listening = self._listening, None
        if listening is None or listening.done():  # done: he has gone
            self._unheard.append(event)
        else:
            listening.set_result(event)

    def get(self) -> Future[Any]:
        """The next event."""
        listening: Future[Any] = self._loop.create_future()
        if self._unheard:
            listening.set_result(self._unheard.popleft())
        else:
            self._listening = listening
        return listening

    def qsize(self) -> int:
        """How many are waiting."""
        return len(self._unheard)


def short_text(data: bytes) -> str | None:
    """What is said, if this is one frame, masked, of a text not longer than its second byte can tell."""
    size = len(data) - HEAD
    if not 0 <= size < SHORT or data[0] != WHOLE_TEXT or data[1] != MASKED + size:
        return None
    try:
        return apply_mask(data[HEAD:], data[2:HEAD]).decode()
    except UnicodeDecodeError:
        return None


def is_one_message(data: bytes) -> bool:
    """Whether this is one frame, masked, and neither a part of a message nor the last part of one."""
    if len(data) < HEAD or data[0] < WHOLE_TEXT:
        return False
    size = data[1] - MASKED
    if size == SHORT:
        return len(data) == HEAD + 2 + int.from_bytes(data[2:4], "big")
    return size < SHORT and len(data) == HEAD + size
