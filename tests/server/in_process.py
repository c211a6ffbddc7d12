"""The whole application without a network: tests pass requests and sockets to it directly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec

from schatzkammer.server.app import build
from schatzkammer.server.middleware import Middleware
from schatzkammer.server.settings import Settings
from schatzkammer.server.worker import Worker
from schatzkammer.server.ws_protocol import EXTENSION
from schatzkammer.table.table import Table
from tests.table.helpers import repeatable_seeds
from tests.waiting import PATIENCE

HOST = "localhost"


class InProcess:
    """An application and its worker."""

    def __init__(self, app: Middleware, worker: Worker) -> None:
        self.app = app
        self.worker = worker

    async def enter(self, name: str) -> Reader:
        client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=f"http://{HOST}")
        answer = await client.post("/api/me", json={"name": name})
        client.headers["x-csrf-token"] = answer.json()["csrf"]
        return Reader(self, client)

    async def start_game(self, readers: list[Reader], **terms: object) -> Table:
        """Starts a game with as many of the readers as it has players; the others watch."""
        answer = await readers[0].http.post("/api/tables", json={"terms": terms})
        table_id = answer.json()["id"]
        for reader in readers:
            await reader.connect(table_id)
        for reader in readers[1 : terms["players"]]:
            await reader.ask("sit")
        await readers[0].ask("start")
        return self.worker.tables._cache[table_id].table


@asynccontextmanager
async def in_process(folder: Path, *, limits: bool = False, public_url: str | None = None) -> AsyncIterator[InProcess]:
    app = build(Settings(f"sqlite:///{folder / 'tables.db'}", limits=limits, public_url=public_url))
    worker = app.worker
    await worker.start()
    try:
        with repeatable_seeds():
            yield InProcess(app, worker)
    finally:
        await worker.close()


class Reader:
    """A client with one socket at a table; keeps everything it is sent."""

    def __init__(self, app: InProcess, client: httpx.AsyncClient) -> None:
        self.http = client
        self.sent: list[str] = []
        self.keeps_up = asyncio.Event()
        self.keeps_up.set()
        self._app = app
        self._messages: asyncio.Queue[dict] = asyncio.Queue()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._refs = 0

    async def connect(self, table: str) -> None:
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
        self._messages.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app.app(scope, self._messages.get, _ignore))
        await self.until(lambda raw: '"t":"snapshot"' in raw)

    @property
    def full(self) -> bool:
        return not self.keeps_up.is_set()

    async def drain(self) -> None:
        await self.keeps_up.wait()

    def send(self, message: bytes) -> None:
        self.sent.append(message.decode())
        self._news.set()

    async def until(self, predicate: Callable[[str], bool], start: int = 0) -> str:
        """The first message from an index on that fulfils a condition."""
        async with asyncio.timeout(PATIENCE):
            index = start
            while True:
                while index < len(self.sent):
                    if predicate(self.sent[index]):
                        return self.sent[index]
                    index += 1
                self._news.clear()
                await self._news.wait()

    async def update(self, start: int) -> str:
        """The first update from an index on, as sent."""
        return await self.until(lambda raw: raw.startswith('{"t":"update"'), start)

    async def ask(self, kind: str, **fields: object) -> str:
        """The raw answer to a message."""
        self._refs += 1
        start, ref = len(self.sent), self._refs
        text = msgspec.json.encode({"t": kind, "ref": ref, **fields}).decode()
        self._messages.put_nowait({"type": "websocket.receive", "text": text})
        answer = await self.until(lambda raw: f'"ref":{ref},' in raw, start)
        return answer.replace(f'"ref":{ref},', '"ref":0,')

    async def look(self, seat: int | None, since: int) -> str:
        """The table and the entries since a version, as sent."""
        start = len(self.sent)
        await self.ask("look", seat=seat, since=since)
        return await self.until(lambda raw: raw.startswith(('{"t":"update"', '{"t":"snapshot"')), start)

    async def close(self) -> None:
        if self._task is not None:
            self._messages.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await self._task
        await self.http.aclose()


async def _ignore(message: dict) -> None:
    """There is no real socket to open or close."""
