"""The door for requests: uvicorn's own, for heads of a decent size that come in decent time."""

from __future__ import annotations

from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 32 * 1024  # bytes of a request before its body
PATIENCE = 20.0  # seconds from the first byte of a request, or from coming, to the end of it


class Door(HttpToolsProtocol):
    """What uvicorn takes requests with. One that never ends would hold its place for ever."""

    _head = 0  # bytes of a head that has not ended
    _in_head = True
    _late: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody has come, and has said nothing yet."""
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """He has gone."""
        self._request_is_there()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request, or all of it."""
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        self._in_head = True
        self._await_request()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """All but its body."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it."""
        self._request_is_there()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It was the request for a socket, which may stay."""
        self._request_is_there()
        super().handle_websocket_upgrade()

    def _await_request(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(PATIENCE, self.transport.abort)

    def _request_is_there(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
