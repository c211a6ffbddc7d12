"""The application: everything put together for uvicorn."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request
from litestar.datastructures import State
from litestar.di import Provide

from schatzkammer.server import described, logs, pages
from schatzkammer.server.gate import Gate
from schatzkammer.server.house import House
from schatzkammer.server.problems import HANDLERS as PROBLEMS
from schatzkammer.server.routes import HANDLERS
from schatzkammer.server.settings import Settings
from schatzkammer.server.visitors import Visitor, visitor_of
from schatzkammer.table.service import wall_clock

LARGEST_BODY = 16 * 1024


def create() -> Gate:
    """The application of a worker, as its environment says."""
    logs.configure("info")
    return build(Settings.from_environment())


def build(settings: Settings, now: Callable[[], int] = wall_clock) -> Gate:
    """The application with these settings."""
    house = House(settings, now)

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await house.start()
        try:
            yield
        finally:
            await house.close()

    async def visitor(request: Request[Any, Any, Any]) -> Visitor:
        return await visitor_of(request, house)

    handlers: list[Any] = [*HANDLERS]
    if settings.web is not None:
        handlers += pages.handlers(Path(settings.web))
    app = Litestar(
        handlers,
        lifespan=[opened],
        state=State({"house": house}),
        dependencies={"house": Provide(lambda: house, sync_to_thread=False), "visitor": Provide(visitor)},
        exception_handlers=PROBLEMS,
        request_max_body_size=LARGEST_BODY,
        openapi_config=described.config(),
        plugins=[described.Described()],
        logging_config=None,
    )
    return Gate(app, house)
