"""Limits on the size and duration of requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn

from schatzkammer.server import http_protocol
from schatzkammer.server.http_protocol import LARGEST_HEAD, HttpProtocol
from tests.processes import free_port
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio


async def _answer(scope: dict, receive: Callable, send: Callable) -> None:
    await receive()
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def connection() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter, HttpProtocol]]:
    """A connection to a server with our HTTP protocol, and the server's end of it."""
    port = free_port()
    config = uvicorn.Config(_answer, port=port, http=HttpProtocol, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await until(lambda: server.server_state.connections)
    (protocol,) = server.server_state.connections
    try:
        async with asyncio.timeout(PATIENCE):
            yield reader, writer, protocol
    finally:
        writer.close()
        server.should_exit = True
        await serving


async def test_an_endless_head_is_refused() -> None:
    async with connection() as (reader, writer, _):
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        sent = 0
        while not reader.at_eof() and sent < 20 * LARGEST_HEAD:
            writer.write(b"X-Long: " + b"x" * 1000 + b"\r\n")
            sent += 1010
            await asyncio.sleep(0)
            if b"400" in reader._buffer:
                break
        assert (await reader.readline()).startswith(b"HTTP/1.1 400")
        assert sent < 20 * LARGEST_HEAD


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (b"", b""),
        (b"GET / HTT", b""),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab", b"HTTP/1.1 204 No Content\r\n"),
    ],
    ids=["nothing", "half a line", "half a body"],
)
async def test_an_unfinished_request_is_disconnected(
    request_: bytes, answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "TIMEOUT", 0.5)
    async with connection() as (reader, writer, _):
        writer.write(request_)
        line = b""
        with suppress(ConnectionError):
            line = await reader.readline()
            await reader.read()
        assert line == answer


async def test_only_requests_that_have_not_ended_are_timed() -> None:
    async with connection() as (reader, writer, protocol):
        assert protocol._disconnect is not None
        for _ in range(3):
            writer.write(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204")
            assert protocol._disconnect is None
