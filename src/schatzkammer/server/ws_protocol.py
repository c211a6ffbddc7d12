"""The websocket protocol for uvicorn, with a fast path for the short messages of every move.

uvicorn sends through a coroutine that inspects every message, and pauses reading after each message received;
websockets parses a frame with five generators. A move is one short text in and five out. Here it is decoded directly,
replies are framed directly, and everything sent to a client in one turn of the loop is written at once.

No client may slow down the others: reading pauses while messages wait to be handled and while the client does not read.
A client that does not read for long, or that sends too many pings, pongs and fragments, is disconnected.
"""

from __future__ import annotations

from asyncio import BaseTransport, Future, TimerHandle
from collections.abc import Coroutine, Mapping
from typing import Any, cast

from litestar.types import Scope
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from schatzkammer.server.limits import Bucket
from schatzkammer.server.ws_frames import FrameWriter, MessageQueue, Writer, is_one_message, short_text

EXTENSION = "schatzkammer.writer"
MOST_WAITING = 8  # messages received and not yet handled, before reading pauses
CHUNK = 4096  # bytes that websockets parses at once: hundreds of the smallest frames, at about 10 µs each
CONTROL_FRAMES = 10.0, 200.0  # pings, pongs and fragments: per second in the long run, at once
TIMEOUT = 30.0  # seconds for a client to read what it was sent


def writer_of(scope: Scope) -> Writer:
    """The writer of a socket."""
    extensions = cast("Mapping[str, Writer]", scope.get("extensions") or {})
    if EXTENSION not in extensions:
        raise RuntimeError("Only `schatzkammer serve` can serve sockets.")
    return extensions[EXTENSION]


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's websocket protocol with our own queue, writer and limits."""

    queue: MessageQueue  # type: ignore[assignment]  # uvicorn uses put_nowait and get only
    read_paused: bool
    _writer: FrameWriter
    _control_frames: Bucket
    _between_messages = True  # websockets has parsed only whole messages
    _unparsed = b""  # received and not yet parsed by websockets
    _disconnect: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Sets up a new connection."""
        super().connection_made(transport)
        self.queue = MessageQueue(self.loop)
        self._writer = FrameWriter(self.loop, self.transport, self.writable, self.queue)
        self._control_frames = Bucket(*CONTROL_FRAMES)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cleans up after a connection."""
        self._cancel_disconnect()
        super().connection_lost(exc)

    def run_asgi(self) -> Coroutine[Any, Any, None]:
        """Runs the application with the writer in its scope."""
        writer = cast("dict[object, object]", self._writer)
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), EXTENSION: writer}
        return super().run_asgi()

    # Sending ----------------------------------------------------------------------------------------
    def pause_writing(self) -> None:
        """Called by the transport when the client reads too slowly."""
        self._writer.full = True
        super().pause_writing()
        self._pause_or_resume_reading()
        self._disconnect_later()

    def resume_writing(self) -> None:
        """Called by the transport when the client has read most of it."""
        self._cancel_disconnect()
        self._writer.full = False
        super().resume_writing()
        self._pause_or_resume_reading()

    async def send(self, message: ASGISendEvent) -> None:
        """Sends an ASGI event, after the messages sent before."""
        self._writer.flush()
        if message["type"] == "websocket.close":
            self._writer.closed = True
            self._disconnect_later()  # a client that does not read would never leave
        await super().send(message)

    def keepalive_timeout(self) -> None:
        """Disconnects a client that does not answer pings, even with unsent data."""
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size() > 0:
            self.transport.abort()

    def _disconnect_later(self) -> None:
        if self._disconnect is None:
            self._disconnect = self.loop.call_later(TIMEOUT, self.transport.abort)

    def _cancel_disconnect(self) -> None:
        if self._disconnect is not None and not self._writer.closed:
            self._disconnect.cancel()
            self._disconnect = None

    # Receiving --------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Queues a short text that came by itself; websockets parses everything else.

        After a fragmented message, or several at once, websockets parses everything from then on.
        """
        if not self.handshake_initiated:
            super().data_received(data)
            return
        text = short_text(data) if self._between_messages and self.conn.state is State.OPEN else None
        if text is not None:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self._between_messages = self._between_messages and is_one_message(data)
            self._unparsed += data
            self._parse()
        if len(self.queue.waiting) >= MOST_WAITING or self._unparsed:
            self._pause_or_resume_reading()

    def _parse(self) -> None:
        """Lets websockets parse received data while few messages wait."""
        while self._unparsed and len(self.queue.waiting) < MOST_WAITING:
            if self.transport.is_closing():
                self._unparsed = b""
                return
            chunk, self._unparsed = self._unparsed[:CHUNK], self._unparsed[CHUNK:]
            super().data_received(chunk)

    def send_receive_event_to_app(self) -> None:
        """Queues a parsed message, without uvicorn's pause after each one."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused

    def handle_cont(self, event: Frame) -> None:
        """Handles a fragment."""
        if self._allow_control_frame():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Handles a ping."""
        if self._allow_control_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Handles a pong."""
        if self._allow_control_frame():
            super().handle_pong(event)

    def _allow_control_frame(self) -> bool:
        """Disconnects a client that sends too many frames that are not messages."""
        if not self._control_frames.take():
            self.transport.abort()
        return not self.transport.is_closing()

    def _pause_or_resume_reading(self) -> None:
        """Pauses reading while messages wait or the client does not read; resumes it afterwards."""
        waiting = len(self.queue.waiting)
        pause = waiting >= MOST_WAITING or bool(self._unparsed) or self._writer.full
        if self.transport.is_closing() or pause == self.read_paused or (not pause and waiting > 1):
            return
        self.read_paused = pause
        if pause:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def receive(self) -> Future[ASGIReceiveEvent]:  # type: ignore[override]  # awaited; a coroutine costs more
        """The next event from the client."""
        if self.read_paused and len(self.queue.waiting) <= 1:
            self._parse()
            self._pause_or_resume_reading()
        return self.queue.get()
