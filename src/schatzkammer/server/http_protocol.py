"""The HTTP protocol for uvicorn, with limits on the size and duration of requests."""

from __future__ import annotations

from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 32 * 1024  # bytes of a request before its body
TIMEOUT = 20.0  # seconds for a request, from its first byte or from the connection


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol; disconnects clients whose request is too large or does not end."""

    _head = 0  # bytes of the head so far
    _in_head = True
    _disconnect: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Starts the timeout of the first request."""
        super().connection_made(transport)
        self._start_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the timeout."""
        self._cancel_timeout()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parses data and limits the size of the head."""
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The request's headers are too large.")

    def on_message_begin(self) -> None:
        """Starts the timeout of a request, unless it is running."""
        self._in_head = True
        self._start_timeout()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Marks the end of the head."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stops the timeout."""
        self._cancel_timeout()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Stops the timeout: a socket may stay open."""
        self._cancel_timeout()
        super().handle_websocket_upgrade()

    def _start_timeout(self) -> None:
        if self._disconnect is None:
            self._disconnect = self.loop.call_later(TIMEOUT, self.transport.abort)

    def _cancel_timeout(self) -> None:
        if self._disconnect is not None:
            self._disconnect.cancel()
            self._disconnect = None
