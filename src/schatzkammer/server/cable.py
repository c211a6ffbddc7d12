"""A client's socket as uvicorn opens and closes it, with a short way for what is said at every move.

uvicorn sends by a coroutine that looks at every message for what it may be, and stops listening to the socket after
each message it has read; websockets reads a frame by five generators. A move is one short text in and five out: here it
is read where it lies, they are written as they are, and all that is said to a client in one turn of the loop at once.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, BaseTransport, Future
from collections import deque
from collections.abc import Mapping
from typing import Protocol, cast

from litestar.types import Scope
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

EXTENSION = "schatzkammer.speaker"
MOST_UNHEARD = 8  # messages that were read and not yet heard, before no more are read


class Speaker(Protocol):
    """Through which a client is spoken to."""

    full: bool  # whether the client takes less than it is sent

    async def emptied(self) -> None:
        """Waits until the client has taken what it was sent, or has gone."""

    def say(self, message: bytes) -> None:
        """Sends a text; to somebody who has gone, nothing."""


def speaker_of(scope: Scope) -> Speaker:
    """The speaker that belongs to a socket."""
    extensions = cast("Mapping[str, Speaker]", scope.get("extensions") or {})
    if EXTENSION not in extensions:
        raise RuntimeError("Sockets are served by `schatzkammer serve` only.")
    return extensions[EXTENSION]


class Inbox:
    """What was read and not yet heard. There is one who listens: asyncio's queue is for many."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._unheard: deque[ASGIReceiveEvent] = deque()
        self._listening: Future[ASGIReceiveEvent] | None = None

    def put_nowait(self, event: ASGIReceiveEvent) -> None:
        """Hands an event to whoever listens, now or later."""
        listening, self._listening = self._listening, None
        if listening is None or listening.done():  # done: he has gone
            self._unheard.append(event)
        else:
            listening.set_result(event)

    def get(self) -> Future[ASGIReceiveEvent]:
        """The next event."""
        listening = self._loop.create_future()
        if self._unheard:
            listening.set_result(self._unheard.popleft())
        else:
            self._listening = listening
        return listening

    def qsize(self) -> int:
        """How many are waiting."""
        return len(self._unheard)


class Cable(WebSocketsSansIOProtocol):
    """What uvicorn speaks to sockets with, and the speaker of each."""

    full = False
    read_paused: bool
    queue: Inbox  # type: ignore[assignment]  # uvicorn wants no more of it than this
    _said: list[bytes]  # in this turn of the loop
    _between_messages = True  # what websockets has read ends with the end of one

    def connection_made(self, transport: BaseTransport) -> None:
        """The socket is there, but nothing has been read of it."""
        super().connection_made(transport)
        self.queue = Inbox(self.loop)

    async def run_asgi(self) -> None:
        """Runs the application, which finds the speaker in what it is told of the socket."""
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: cast("dict[object, object]", self)}
        self._said = []
        try:
            await super().run_asgi()
        finally:
            self.scope["extensions"] = {}  # or neither would go before garbage is searched for

    def pause_writing(self) -> None:
        """The client takes less than it is sent."""
        self.full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        """It has taken most of it."""
        self.full = False
        super().resume_writing()

    async def emptied(self) -> None:
        """Waits until the client has taken what it was sent, or has gone."""
        await self.writable.wait()

    def say(self, message: bytes) -> None:
        """Sends a text; to somebody who has gone, nothing."""
        if not self._said:
            waiting = _SAID.get(self.loop)
            if waiting is None:
                waiting = _SAID[self.loop] = []
                self.loop.call_soon(_write_all, self.loop)
            waiting.append(self)
        size = len(message)
        if size < 126:
            self._said.append(bytes((0x81, size)))
        elif size < 65536:
            self._said.append(b"\x81\x7e" + size.to_bytes(2, "big"))
        else:
            self._said.append(b"\x81\x7f" + size.to_bytes(8, "big"))
        self._said.append(message)

    def write(self) -> None:
        """Writes what was said."""
        said, self._said = self._said, []
        if said and not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(said))

    def data_received(self, data: bytes) -> None:
        """Hands on a short text that came by itself; everything else is read by websockets.

        Whoever sends a message in pieces, or several together, is read by websockets from then on.
        """
        if self._between_messages and _is_short_text(data) and self.conn.state is State.OPEN:
            try:
                text = apply_mask(data[6:], data[2:6]).decode()
            except UnicodeDecodeError:
                super().data_received(data)
                return
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            self._read_no_more_than_is_heard()
        else:
            if self.handshake_initiated:  # else it is the request for a socket
                self._between_messages = self._between_messages and _is_one_message(data)
            super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Hands a message on; goes on listening to the client while few are waiting."""
        paused, self.read_paused = self.read_paused, True  # or uvicorn would stop after every message
        super().send_receive_event_to_app()
        self.read_paused = paused
        self._read_no_more_than_is_heard()

    def _read_no_more_than_is_heard(self) -> None:
        if not self.read_paused and self.queue.qsize() >= MOST_UNHEARD:
            self.read_paused = True
            self.transport.pause_reading()

    def receive(self) -> Future[ASGIReceiveEvent]:  # type: ignore[override]  # it is awaited; a coroutine costs more
        """The next message of the client's, or that he has gone."""
        if self.read_paused and self.queue.qsize() <= 1:
            self.read_paused = False
            self.transport.resume_reading()
        return self.queue.get()

    async def send(self, message: ASGISendEvent) -> None:
        """What uvicorn sends, after what was said before."""
        self.write()
        await super().send(message)


_SAID: dict[AbstractEventLoop, list[Cable]] = {}  # those to whom something was said in this turn of their loop


def _write_all(loop: AbstractEventLoop) -> None:
    for cable in _SAID.pop(loop):
        try:
            cable.write()
        except (OSError, RuntimeError):  # he has gone, which is nothing to the others
            continue


def _is_short_text(data: bytes) -> bool:
    """Whether this is one frame, masked, of a text that is not longer than its second byte can say."""
    size = len(data)
    return 6 <= size < 6 + 126 and data[0] == 0x81 and data[1] == 0x80 + size - 6


def _is_one_message(data: bytes) -> bool:
    """Whether this is one frame, masked, and neither a part of a message nor the last part of one."""
    if len(data) < 6 or data[0] <= 0x80:
        return False
    size = data[1] - 0x80
    if size == 126:
        return len(data) == 8 + int.from_bytes(data[2:4], "big")
    return size < 126 and len(data) == 6 + size
