"""A client's socket as uvicorn opens and closes it, with a short way for what is said at every move.

uvicorn sends by a coroutine that looks at every message for what it may be, and stops listening to the socket after
each message it has read; websockets reads a frame by five generators. A move is one short text in and five out: here it
is read where it lies, they are written as they are, and all that is said to a client in one turn of the loop at once.

Whatever a client does costs the others little: no more is read than is heard, in small pieces; nothing is read of a
client that does not take what it is sent, and after a while it is cut off; so is one that sends nothing but pings,
pongs and parts of messages.
"""

from __future__ import annotations

from asyncio import BaseTransport, Future, TimerHandle
from collections.abc import Mapping
from typing import cast

from litestar.types import Scope
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from schatzkammer.server.limits import Bucket
from schatzkammer.server.talk import Inbox, Mouth, Speaker, is_one_message, short_text

EXTENSION = "schatzkammer.speaker"
MOST_UNHEARD = 8  # messages that were read and not yet heard, before no more are read
PIECE = 4096  # bytes that websockets reads at once: hundreds of the smallest frames, at about 10 µs each
SIDE_FRAMES = 10.0, 200.0  # pings, pongs and parts of messages: a second in the long run, at once
PATIENCE = 30.0  # seconds for a client to take what it is sent


def speaker_of(scope: Scope) -> Speaker:
    """The speaker that belongs to a socket."""
    extensions = cast("Mapping[str, Speaker]", scope.get("extensions") or {})
    if EXTENSION not in extensions:
        raise RuntimeError("Sockets are served by `schatzkammer serve` only.")
    return extensions[EXTENSION]


class Cable(WebSocketsSansIOProtocol):
    """What uvicorn speaks to sockets with."""

    queue: Inbox  # type: ignore[assignment]  # uvicorn wants no more of it than this
    read_paused: bool
    _mouth: Mouth
    _side: Bucket
    _between_messages = True  # what websockets has read ends with the end of one
    _unread = b""  # what has come and not yet been read by websockets
    _cut: TimerHandle | None = None  # the end, unless it is put off

    def connection_made(self, transport: BaseTransport) -> None:
        """The socket is there, but nothing has been read of it."""
        super().connection_made(transport)
        self.queue = Inbox(self.loop)
        self._mouth = Mouth(self.loop, self.transport, self.writable, self.queue)
        self._side = Bucket(*SIDE_FRAMES)

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        self._put_off_the_end()
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Runs the application, which finds the speaker in what it is told of the socket."""
        speaker = cast("dict[object, object]", self._mouth)
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: speaker}
        await super().run_asgi()

    # What is said -----------------------------------------------------------------------------------
    def pause_writing(self) -> None:
        """The client takes less than it is sent."""
        self._mouth.full = True
        super().pause_writing()
        self._mind_what_is_read()
        self._end_soon()

    def resume_writing(self) -> None:
        """It has taken most of it."""
        self._put_off_the_end()
        self._mouth.full = False
        super().resume_writing()
        self._mind_what_is_read()

    async def send(self, message: ASGISendEvent) -> None:
        """What uvicorn sends, after what was said before."""
        self._mouth.write()
        if message["type"] == "websocket.close":
            self._mouth.closed = True
            self._end_soon()  # a client that takes nothing would never be gone
        await super().send(message)

    def keepalive_timeout(self) -> None:
        """The client does not answer: whatever it has not taken it will not take."""
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size() > 0:
            self.transport.abort()

    def _end_soon(self) -> None:
        if self._cut is None:
            self._cut = self.loop.call_later(PATIENCE, self.transport.abort)

    def _put_off_the_end(self) -> None:
        if self._cut is not None and not self._mouth.closed:
            self._cut.cancel()
            self._cut = None

    # What is heard ----------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Hands on a short text that came by itself; everything else is read by websockets.

        Whoever sends a message in pieces, or several together, is read by websockets from then on.
        """
        if not self.handshake_initiated:  # the request for a socket
            super().data_received(data)
            return
        text = short_text(data) if self._between_messages and self.conn.state is State.OPEN else None
        if text is not None:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self._between_messages = self._between_messages and is_one_message(data)
            self._unread += data
            self._read_on()
        if self.queue.qsize() >= MOST_UNHEARD or self._unread:
            self._mind_what_is_read()

    def _read_on(self) -> None:
        """Lets websockets read what has come, while few messages are waiting."""
        while self._unread and self.queue.qsize() < MOST_UNHEARD:
            if self.transport.is_closing():
                self._unread = b""
                return
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            super().data_received(piece)

    def send_receive_event_to_app(self) -> None:
        """Hands a message on; goes on listening to the client while few are waiting."""
        paused, self.read_paused = self.read_paused, True  # or uvicorn would stop after every message
        super().send_receive_event_to_app()
        self.read_paused = paused

    def handle_cont(self, event: Frame) -> None:
        """A part of a message."""
        if self._is_let_pass():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """The client asks whether we are there."""
        if self._is_let_pass():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """The client says that it is there."""
        if self._is_let_pass():
            super().handle_pong(event)

    def _is_let_pass(self) -> bool:
        """Whether a frame that is no message may be read: who sends nothing but these is cut off."""
        if not self._side.take():
            self.transport.abort()
        return not self.transport.is_closing()

    def _mind_what_is_read(self) -> None:
        """Reads no more than is heard, and nothing of a client that does not take what it is sent."""
        waiting = self.queue.qsize()
        stop = waiting >= MOST_UNHEARD or bool(self._unread) or self._mouth.full
        if self.transport.is_closing() or stop == self.read_paused or (not stop and waiting > 1):
            return
        self.read_paused = stop
        if stop:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def receive(self) -> Future[ASGIReceiveEvent]:  # type: ignore[override]  # it is awaited; a coroutine costs more
        """The next message of the client's, or that he has gone."""
        if self.read_paused and self.queue.qsize() <= 1:
            self._read_on()
            self._mind_what_is_read()
        return self.queue.get()
