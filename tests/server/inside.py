"""The whole application without a network: requests and sockets are handed to it as a server would."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec

from schatzkammer.server.app import build
from schatzkammer.server.cable import EXTENSION
from schatzkammer.server.gate import Gate
from schatzkammer.server.house import House
from schatzkammer.server.settings import Settings

HOST = "localhost"


class Inside:
    """An application, and the house it stands on."""

    def __init__(self, gate: Gate, house: House) -> None:
        self.gate = gate
        self.house = house

    async def enter(self, name: str) -> Reader:
        client = httpx.AsyncClient(transport=httpx.ASGITransport(self.gate), base_url=f"http://{HOST}")
        answer = await client.post("/api/me", json={"name": name})
        client.headers["x-csrf-token"] = answer.json()["csrf"]
        return Reader(self, client)


@asynccontextmanager
async def inside(folder: Path, *, limits: bool = False, public_url: str | None = None) -> AsyncIterator[Inside]:
    gate = build(Settings(f"sqlite:///{folder / 'tables.db'}", limits=limits, public_url=public_url))
    house = gate._house
    await house.start()
    try:
        yield Inside(gate, house)
    finally:
        await house.close()


class Reader:
    """Somebody, with one socket at a table: what is sent to him is kept as it is."""

    def __init__(self, app: Inside, client: httpx.AsyncClient) -> None:
        self.http = client
        self.sent: list[str] = []
        self.keeping_up = asyncio.Event()
        self.keeping_up.set()
        self._app = app
        self._wishes: asyncio.Queue[dict] = asyncio.Queue()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._refs = 0

    async def sit_before(self, table: str) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": f"/ws/tables/{table}",
            "raw_path": f"/ws/tables/{table}".encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", HOST.encode()), (b"cookie", cookie.encode())],
            "client": ("127.0.0.1", 1),
            "server": (HOST, 80),
            "subprotocols": [],
            "state": {},
            "extensions": {"websocket.http.response": {}, EXTENSION: self},
        }
        self._wishes.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app.gate(scope, self._wishes.get, _let_be))
        await self.until(lambda raw: '"t":"snapshot"' in raw)

    @property
    def full(self) -> bool:
        return not self.keeping_up.is_set()

    async def emptied(self) -> None:
        await self.keeping_up.wait()

    def say(self, message: bytes) -> None:
        self.sent.append(message.decode())
        self._news.set()

    async def until(self, so, start: int = 0) -> str:
        """The first message from a place on of which something is so."""
        async with asyncio.timeout(60):
            at = start
            while True:
                while at < len(self.sent):
                    if so(self.sent[at]):
                        return self.sent[at]
                    at += 1
                self._news.clear()
                await self._news.wait()

    async def ask(self, kind: str, **fields: object) -> str:
        """The raw answer to a wish."""
        self._refs += 1
        start, ref = len(self.sent), self._refs
        text = msgspec.json.encode({"t": kind, "ref": ref, **fields}).decode()
        self._wishes.put_nowait({"type": "websocket.receive", "text": text})
        answer = await self.until(lambda raw: f'"ref":{ref},' in raw, start)
        return answer.replace(f'"ref":{ref},', '"ref":0,')

    async def look(self, seat: int | None, since: int) -> str:
        """How the table stands, and what has happened since a version, as it is sent."""
        start = len(self.sent)
        await self.ask("look", seat=seat, since=since)
        return await self.until(lambda raw: raw.startswith(('{"t":"update"', '{"t":"snapshot"')), start)

    async def close(self) -> None:
        if self._task is not None:
            self._wishes.put_nowait({"type": "websocket.disconnect", "code": 1000})
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self.http.aclose()


async def _let_be(message: dict) -> None:
    """Nothing is to be done when a socket that is none is opened or closed."""
