"""Requests that never end: their heads are not kept, and their places are free again after a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import uvicorn

from schatzkammer.server import door
from schatzkammer.server.door import LARGEST_HEAD, Door
from tests.server.serving import free_port

Scene = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def _answer(scope: dict, receive: Callable, send: Callable) -> None:
    await receive()
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def at_the_door(scene: Scene) -> None:
    """A server with this door, and one who comes."""

    async def run() -> None:
        port = free_port()
        config = uvicorn.Config(_answer, port=port, http=Door, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            async with asyncio.timeout(30):
                await scene(reader, writer)
        finally:
            writer.close()
            server.should_exit = True
            await serving

    asyncio.run(run())


def test_a_head_without_end_is_refused() -> None:
    async def scene(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
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

    at_the_door(scene)


@pytest.mark.parametrize("said", [b"", b"GET / HTT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab"])
def test_who_does_not_come_to_an_end_has_to_go(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.3)

    async def scene(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        try:
            told = await reader.read()
        except ConnectionError:
            told = b""
        assert told in (b"", b"HTTP/1.1 204 No Content\r\n") or told.startswith(b"HTTP/1.1 204")

    at_the_door(scene)


def test_several_requests_one_after_the_other_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.5)

    async def scene(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(4):
            writer.write(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204")
            await asyncio.sleep(0.25)

    at_the_door(scene)
