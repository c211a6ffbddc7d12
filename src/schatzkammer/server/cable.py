"""A client's socket as uvicorn opens and closes it, with a short way for what is said at every move.

uvicorn sends by a coroutine that looks at every message for what it may be, and stops listening to the socket after
each message it has read; websockets reads a frame by five generators. A move is one short text in and five out: here it
is read where it lies, they are written as they are, and all that is said to a client in one turn of the loop at once.
"""

from __future__ import annotations

from asyncio import BaseTransport, Future
from collections.abc import Mapping
from typing import cast

from litestar.types import Scope
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from schatzkammer.server.talk import Inbox, Mouth, Speaker, is_one_message, short_text

EXTENSION = "schatzkammer.speaker"
MOST_UNHEARD = 8  # messages that were read and not yet heard, before no more are read


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
    _between_messages = True  # what websockets has read ends with the end of one

    def connection_made(self, transport: BaseTransport) -> None:
        """The socket is there, but nothing has been read of it."""
        super().connection_made(transport)
        self.queue = Inbox(self.loop)
        self._mouth = Mouth(self.loop, self.transport, self.writable)

    async def run_asgi(self) -> None:
        """Runs the application, which finds the speaker in what it is told of the socket."""
        speaker = cast("dict[object, object]", self._mouth)
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: speaker}
        await super().run_asgi()

    def pause_writing(self) -> None:
        """The client takes less than it is sent."""
        self._mouth.full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        """It has taken most of it."""
        self._mouth.full = False
        super().resume_writing()

    async def send(self, message: ASGISendEvent) -> None:
        """What uvicorn sends, after what was said before."""
        self._mouth.write()
        if message["type"] == "websocket.close":
            self._mouth.closed = True
        await super().send(message)

    def data_received(self, data: bytes) -> None:
        """Hands on a short text that came by itself; everything else is read by websockets.

        Whoever sends a message in pieces, or several together, is read by websockets from then on.
        """
        text = short_text(data) if self._between_messages and self.conn.state is State.OPEN else None
        if text is not None:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            self._read_no_more_than_is_heard()
        else:
            if self.handshake_initiated:  # else it is the request for a socket
                self._between_messages = self._between_messages and is_one_message(data)
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
