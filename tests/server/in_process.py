"""The whole application without a network, with httpx for requests to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import httpx

from schatzkammer.certificate import application
from schatzkammer.certificate.application import HOST, Application, Client
from schatzkammer.table.table import Table
from tests.table.helpers import repeatable_seeds

__all__ = ["HOST", "InProcess", "Reader", "in_process"]


class InProcess(Application):
    """An application and its worker."""

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
    async with application.application(folder, limits=limits, public_url=public_url) as app:
        with repeatable_seeds():
            yield InProcess(app.app, app.worker)


class Reader(application.Reader):
    """A client with one socket at a table; keeps everything it is sent."""

    def __init__(self, app: InProcess, client: httpx.AsyncClient) -> None:
        super().__init__(app.app, cast("Client", None))
        self.http = client

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def close(self) -> None:
        await super().close()
        await self.http.aclose()
