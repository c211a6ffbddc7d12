"""A client as people have it: a cookie, a socket at a table, and a picture of how the table stands."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncIterator
from typing import Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 60.0


class Refused(Exception):
    def __init__(self, message: dict) -> None:
        super().__init__(message["sentence"])
        self.code = message["code"]
        self.rule = message.get("rule")
        self.sentence = message["sentence"]


class Guest:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str, lang: str = "en") -> None:
        self.name = name
        self.lang = lang
        headers = {"accept-language": lang, "origin": url}
        # Without TLS to set up, which takes longer than everything else.
        self.http = httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE, verify=False)

    async def enter(self) -> Self:
        answer = await self.http.post("/api/me", json={"name": self.name})
        assert answer.status_code == 200, answer.text
        self.http.headers["x-csrf-token"] = answer.json()["csrf"]
        return self

    async def register(self, account: dict[str, str]) -> None:
        answer = await self.http.post("/api/account", json=account)
        assert (answer.status_code, answer.json()["kind"]) == (200, "account"), answer.text
        self.http.headers["x-csrf-token"] = answer.json()["csrf"]

    async def sign_in(self, account: dict[str, str]) -> None:
        answer = await self.http.post("/api/session", json=account)
        assert answer.status_code == 200, answer.text
        self.http.headers["x-csrf-token"] = answer.json()["csrf"]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def open(
        self, players: int = 2, bots: list[str | None] | None = None, local: list[str] | None = None, **terms: object
    ) -> str:
        body = {"terms": {"game": "ali-baba", "players": players, **terms}, "bots": bots or [], "local": local or []}
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def at(self, table: str, since: int = 0, url: str | None = None) -> Place:
        """Sits down before a table, or stands beside it."""
        place = Place(self, table, url or str(self.http.base_url))
        await place.connect(since)
        return place

    async def __aenter__(self) -> Self:
        return await self.enter()

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()


class Place:
    """One socket at one table. What arrives is kept raw, and the latest state is known."""

    def __init__(self, guest: Guest, table: str, url: str) -> None:
        self.guest = guest
        self.table = table
        self.url = url.rstrip("/").replace("http", "ws", 1)
        self.state: dict = {}
        self.raw: list[str] = []
        self.entries: list[dict] = []
        self.chat: list[dict] = []
        self.presence: dict = {}
        self.unasked: list[dict] = []  # refusals of what carries no ref
        self._refs = itertools.count(1)
        self._answers: dict[int, dict | None] = {}  # by ref, None until it arrives
        self._changed = asyncio.Condition()
        self._reader: asyncio.Task | None = None
        self.socket: ClientConnection | None = None

    async def connect(self, since: int = 0, said: int = 0, look: int | None = None) -> None:
        address = f"{self.url}/ws/tables/{self.table}?since={since}&said={said}&lang={self.guest.lang}"
        if look is not None:
            address += f"&look={look}"
        headers = {"cookie": self.guest.cookie, "accept-language": self.guest.lang}
        self._had = since
        self.socket = await connect(address, additional_headers=headers, max_size=None, compression=None)
        self._reader = asyncio.create_task(self._read())

    async def again(self, url: str | None = None) -> None:
        """Connects again with what it has, perhaps to another worker."""
        await self.close()
        if url is not None:
            self.url = url.rstrip("/").replace("http", "ws", 1)
        await self.connect(self.version, self.chat[-1]["id"] if self.chat else 0)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self._reader is not None:
            await self._reader

    async def closed(self, seconds: float = PATIENCE) -> int | None:
        """The code with which the server closes the socket."""
        with contextlib.suppress(ConnectionError):
            await self.until(lambda _: False, seconds)
        return self.socket.close_code

    async def _read(self) -> None:
        try:
            async for raw in self.socket:
                self.raw.append(raw)
                await self._take(msgspec.json.decode(raw))
        except ConnectionClosed:
            pass
        finally:
            async with self._changed:
                self._changed.notify_all()

    async def _take(self, message: dict) -> None:
        kind = message["t"]
        if kind == "snapshot":
            self.entries = message["entries"]
            self.state = message
        elif kind == "update":
            assert message["since"] <= max(self.version, self._had), "a gap in the versions"
            self.entries = [one for one in self.entries if one["version"] <= message["since"]] + message["entries"]
            self.state = {**message, "table": message["table"] or self.state["table"]}
        elif kind == "chat":
            self.chat += message["lines"]
        elif kind == "presence":
            self.presence = message
        elif message.get("ref") in self._answers:
            self._answers[message["ref"]] = message
        elif kind == "refused":
            self.unasked.append(message)
        async with self._changed:
            self._changed.notify_all()

    @property
    def version(self) -> int:
        return self.state.get("version", 0)

    @property
    def seat(self) -> int | None:
        return self.state["seat"]

    @property
    def over(self) -> bool:
        return bool(self.state) and self.state["table"]["status"] == "over"

    @property
    def legal(self) -> list[str]:
        legal = self.state.get("legal")
        return [] if legal is None else [choice["move"] for choice in legal["moves"]]

    async def until(self, so, seconds: float = PATIENCE) -> None:
        """Waits until something is so, as far as this place knows."""
        async with asyncio.timeout(seconds), self._changed:
            while not so(self):
                assert self._reader is not None
                if self._reader.done():
                    self._reader.result()
                    raise ConnectionError("the socket is closed")
                await self._changed.wait()

    async def ask(self, kind: str, **fields: object) -> dict:
        """Sends a command; returns the answer or raises Refused."""
        ref = next(self._refs)
        self._answers[ref] = None
        await self.socket.send(msgspec.json.encode({"t": kind, "ref": ref, **fields}).decode())
        await self.until(lambda place: place._answers[ref] is not None)
        answer = self._answers.pop(ref)
        if answer["t"] == "refused":
            raise Refused(answer)
        return answer

    async def move(self, move: str, version: int | None = None) -> dict:
        return await self.ask("move", move=move, version=self.version if version is None else version)

    async def play_on(self, rng: random.Random, until=lambda place: place.over) -> None:
        """Plays random moves whenever it has to decide."""
        while True:
            await self.until(lambda place: place.state and (until(place) or place.legal))
            if until(self):
                return
            with contextlib.suppress(Refused):
                version = self.version
                await self.move(rng.choice(self.legal))
                await self.until(lambda place, known=version: place.version > known or place.over)


@contextlib.asynccontextmanager
async def couple(url: str) -> AsyncIterator[tuple[Place, Place]]:
    """Anna, who is the host, and Bruno at a table for two; the game has not begun."""
    async with Guest(url, "Anna") as anna, Guest(url, "Bruno") as bruno:
        table = await anna.open(2)
        first, second = await anna.at(table), await bruno.at(table)
        await second.ask("sit")
        yield first, second
        await first.close()
        await second.close()
