"""The whole application without a network: requests and sockets are passed to it directly."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping, MutableMapping
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import msgspec

from schatzkammer.server.app import build
from schatzkammer.server.middleware import Middleware
from schatzkammer.server.settings import Settings
from schatzkammer.server.worker import Worker
from schatzkammer.server.ws_protocol import EXTENSION

HOST = "localhost"
PATIENCE = 60.0  # seconds for a message that must come
STATE = ('{"t":"update"', '{"t":"snapshot"')

_Message = MutableMapping[str, Any]


class Application:
    """An application and its worker."""

    def __init__(self, app: Middleware, worker: Worker) -> None:
        self.app = app
        self.worker = worker

    async def enter(self, name: str) -> Reader:
        """A guest of this name."""
        client = Client(self.app)
        entered = await client.request("POST", "/api/me", {"name": name})
        client.headers["x-csrf-token"] = msgspec.json.decode(entered.body)["csrf"]
        return Reader(self.app, client)


@asynccontextmanager
async def application(
    folder: Path, *, limits: bool = False, public_url: str | None = None
) -> AsyncIterator[Application]:
    """The application with a database in this folder."""
    app = build(Settings(f"sqlite:///{folder / 'tables.db'}", limits=limits, public_url=public_url))
    await app.worker.start()
    try:
        yield Application(app, app.worker)
    finally:
        await app.worker.close()


class Answer:
    """The answer to a request."""

    def __init__(self) -> None:
        self.status = 0
        self.body = b""
        self.cookies = SimpleCookie()

    def __str__(self) -> str:
        return f"{self.status} {self.body.decode(errors='backslashreplace')}"  # of pictures, too

    async def take(self, message: _Message) -> None:
        """Takes a message of the application."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            for name, value in message["headers"]:
                if name == b"set-cookie":
                    self.cookies.load(value.decode())
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")


class Client:
    """Sends requests to an application; keeps its cookies."""

    def __init__(self, app: Middleware) -> None:
        self.headers = {"host": HOST}
        self.cookies: dict[str, str] = {}
        self._app = app

    @property
    def cookie(self) -> str:
        """The header with the cookies."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def get(self, address: str) -> str:
        """The status and the body at an address."""
        return str(await self.request("GET", address))

    async def request(self, method: str, address: str, data: object = None) -> Answer:
        """Sends a request, with data as JSON."""
        path, _, query = address.partition("?")
        headers = {**self.headers, "cookie": self.cookie, "content-type": "application/json"}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": (HOST, 80),
            "state": {},
        }
        body = b"" if data is None else msgspec.json.encode(data)
        sent = [{"type": "http.request", "body": body, "more_body": False}]
        never = asyncio.Event()

        async def receive() -> Any:  # noqa: ANN401
            if not sent:
                await never.wait()
            return sent.pop()

        answer = Answer()
        await self._app(scope, receive, answer.take)  # type: ignore[arg-type]
        self.cookies |= {name: morsel.value for name, morsel in answer.cookies.items()}
        return answer


class Reader:
    """A client with one socket at a table; keeps everything it is sent."""

    def __init__(self, app: Middleware, client: Client) -> None:
        self.client = client
        self.sent: list[str] = []
        self.keeps_up = asyncio.Event()
        self.keeps_up.set()
        self._app = app
        self._messages: asyncio.Queue[Mapping[str, object]] = asyncio.Queue()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._refs = 0

    @property
    def cookie(self) -> str:
        """The header that says who this is."""
        return self.client.cookie

    async def connect(self, table: str) -> None:
        """Opens the socket at a table, and waits for the table."""
        path = f"/ws/tables/{table}"
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", HOST.encode()), (b"cookie", self.cookie.encode())],
            "client": ("127.0.0.1", 1),
            "server": (HOST, 80),
            "subprotocols": [],
            "state": {},
            "extensions": {"websocket.http.response": {}, EXTENSION: self},
        }
        self._messages.put_nowait({"type": "websocket.connect"})
        running: Any = self._app(scope, self._messages.get, _ignore)  # type: ignore[arg-type]
        self._task = asyncio.create_task(running)
        await self.until(lambda raw: '"t":"snapshot"' in raw)

    @property
    def full(self) -> bool:
        """Whether it reads too slowly; part of what the server asks of a socket."""
        return not self.keeps_up.is_set()

    async def drain(self) -> None:
        """Waits until it keeps up."""
        await self.keeps_up.wait()

    def send(self, message: bytes) -> None:
        """Takes a message from the server."""
        self.sent.append(message.decode())
        self._news.set()

    async def until(self, is_it: Callable[[str], bool], start: int = 0) -> str:
        """The first message from an index on that fulfils a condition."""
        async with asyncio.timeout(PATIENCE):
            index = start
            while True:
                while index < len(self.sent):
                    if is_it(self.sent[index]):
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
        return await self.until(lambda raw: raw.startswith(STATE), start)

    async def close(self) -> None:
        """Closes the socket."""
        if self._task is not None:
            self._messages.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await self._task


async def _ignore(message: _Message) -> None:
    """There is no real socket to open or close."""


def id_of(opened: Answer) -> str:
    """The id of a table that was opened."""
    found = re.search(r'"id":"([^"]+)"', str(opened))
    if found is None:
        raise ValueError(f"no table was opened: {opened}")
    return found[1]
