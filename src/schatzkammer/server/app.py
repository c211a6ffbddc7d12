"""The ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.di import Provide
from litestar.exceptions import NotFoundException

from schatzkammer.server import logs, openapi, pages, stopping
from schatzkammer.server.errors import HANDLERS as EXCEPTION_HANDLERS
from schatzkammer.server.identity import Visitor, visitor_of
from schatzkammer.server.middleware import Middleware
from schatzkammer.server.preview import with_preview
from schatzkammer.server.routes import HANDLERS
from schatzkammer.server.settings import Settings
from schatzkammer.server.worker import Worker

LARGEST_BODY = 16 * 1024


def create() -> Middleware:
    """Builds the application of a worker from the environment."""
    settings = Settings.from_environment()
    logs.configure(settings.log_file)
    return build(settings, stopping.limit_stop)


def describe_api() -> dict[str, Any]:
    """The OpenAPI description that a server of this version gives, without starting one."""
    absent = {name: Provide(lambda: None, sync_to_thread=False) for name in ("worker", "visitor")}
    app = Litestar(
        [*HANDLERS],
        dependencies=absent,
        openapi_config=openapi.config(),
        plugins=[openapi.DescribeRoutes()],
        logging_config=None,
    )
    described: dict[str, Any] = msgspec.to_builtins(app.openapi_schema.to_schema())
    return described


def build(settings: Settings, before_start: Callable[[], None] = lambda: None) -> Middleware:
    """Builds the application; `before_start` is called when the server has installed its signal handlers."""
    worker = Worker(settings)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        before_start()
        await worker.start()
        try:
            yield
        finally:
            await worker.close()

    async def visitor(request: Request[Any, Any, Any]) -> Visitor:
        return await visitor_of(request, worker)

    handlers: list[Any] = [*HANDLERS]
    exception_handlers = {**EXCEPTION_HANDLERS}
    if settings.web is not None:
        client = pages.WebClient(Path(settings.web), partial(with_preview, worker))
        handlers += client.routes()
        exception_handlers[NotFoundException] = client.not_found
    app = Litestar(
        handlers,
        lifespan=[lifespan],
        dependencies={"worker": Provide(lambda: worker, sync_to_thread=False), "visitor": Provide(visitor)},
        exception_handlers=exception_handlers,
        request_max_body_size=LARGEST_BODY,
        openapi_config=openapi.config(),
        plugins=[openapi.DescribeRoutes()],
        logging_config=None,
    )
    return Middleware(app, worker)
