"""Clients of a real server: guests with a cookie, and their sockets at tables."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncIterator, Callable
from typing import Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.waiting import PATIENCE


class Refused(Exception):
    """The server's refusal of a command."""

    def __init__(self, message: dict) -> None:
        super().__init__(message["sentence"])
        self.code = message["code"]
        self.rule = message.get("rule")
        self.sentence = message["sentence"]


class Guest:
    """A person without an account, as a browser's requests show them."""

    def __init__(self, url: str, name: str, lang: str = "en") -> None:
        self.name = name
        self.lang = lang
        headers = {"accept-language": lang, "origin": url}
        # Setting up TLS would take longer than everything else.
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

    async def at(self, table: str, since: int = 0, url: str | None = None, *, outcomes: bool = False) -> Place:
        """Connects to a table."""
        place = Place(self, table, url or str(self.http.base_url))
        await place.connect(since, outcomes=outcomes)
        return place

    async def __aenter__(self) -> Self:
        return await self.enter()

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()


class Place:
    """A socket at a table: keeps the raw messages, the latest state, the log, the chat and who is present."""

    def __init__(self, guest: Guest, table: str, url: str) -> None:
        self.guest = guest
        self.table = table
        self.url = url.rstrip("/").replace("http", "ws", 1)
        self.state: dict = {}
        self.raw: list[str] = []
        self.entries: list[dict] = []
        self.chat: list[dict] = []
        self.presence: dict = {}
        self.unasked: list[dict] = []  # refusals of messages without a ref
        self._refs = itertools.count(1)
        self._answers: dict[int, dict | None] = {}  # by ref, None until it arrives
        self._changed = asyncio.Condition()
        self._reader: asyncio.Task | None = None
        self.socket: ClientConnection | None = None

    async def connect(self, since: int = 0, said: int = 0, look: int | None = None, *, outcomes: bool = False) -> None:
        address = f"{self.url}/ws/tables/{self.table}?since={since}&said={said}&lang={self.guest.lang}"
        if look is not None:
            address += f"&look={look}"
        if outcomes:
            address += "&outcomes=1"
        headers = {"cookie": self.guest.cookie, "accept-language": self.guest.lang}
        self._had = since
        self.socket = await connect(
            address,
            additional_headers=headers,
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        self._reader = asyncio.create_task(self._read())

    async def again(self, url: str | None = None) -> None:
        """Reconnects, perhaps to another worker, and asks for what it missed."""
        await self.close()
        if url is not None:
            self.url = url.rstrip("/").replace("http", "ws", 1)
        await self.connect(self.version, self.chat[-1]["id"] if self.chat else 0)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self._reader is not None:
            await self._reader

    async def closed(self) -> int | None:
        """Waits until the server closes the socket; returns the code."""
        async with asyncio.timeout(PATIENCE):
            await self._reader
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

    async def until(self, condition: Callable[[Place], object]) -> None:
        """Waits until messages from the server make a condition true; raises ConnectionError if the socket closes."""
        async with asyncio.timeout(PATIENCE), self._changed:
            while not condition(self):
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

    async def play_on(self, rng: random.Random, end: Callable[[Place], object] = lambda place: place.over) -> None:
        """Plays random moves until a condition holds, by default until the game is over."""
        while True:
            await self.until(lambda place: place.state and (end(place) or place.legal))
            if end(self):
                return
            version = self.version
            try:
                await self.move(rng.choice(self.legal))
            except Refused as refused:
                assert refused.code == "stale", refused  # then the version moves on
            await self.until(lambda place, version=version: place.version > version)


@contextlib.asynccontextmanager
async def couple(url: str, **terms: object) -> AsyncIterator[tuple[Place, Place]]:
    """The host Anna and Bruno at a table for two, before the game."""
    async with Guest(url, "Anna") as anna, Guest(url, "Bruno") as bruno:
        table = await anna.open(2, **terms)
        first, second = await anna.at(table), await bruno.at(table)
        await second.ask("sit")
        yield first, second
        await first.close()
        await second.close()
