"""`serve`: the web table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schatzkammer.cli.addresses import addresses, check_free, check_public, open_when_ready
from schatzkammer.cli.database import Data, database_location, database_url, exclusive, open_database
from schatzkammer.cli.server_options import (
    HOST,
    PORT,
    BotPatience,
    BotProcesses,
    Host,
    Port,
    Proxy,
    PublicUrl,
    RateLimits,
    Workers,
)
from schatzkammer.core.errors import BadInput

if TYPE_CHECKING:
    from redis import Redis

LARGEST_FRAME = 64 * 1024  # larger frames are refused unread; the messages are far smaller
REDIS_TIMEOUT = 3.0  # seconds
LATE = "Redis (REDIS_URL) does not answer: until it does, updates from other workers arrive late."


def serve(
    host: Host = HOST,
    port: Port = PORT,
    data: Data = None,
    workers: Workers = 1,
    public_url: PublicUrl = None,
    proxy: Proxy = "127.0.0.1",
    bots: BotProcesses = 1,
    patience: BotPatience = 20.0,
    limits: RateLimits = True,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the table in the browser.")] = False,
    web: Annotated[
        Path | None, typer.Option("--web", metavar="FOLDER", help="A web client other than the built-in one.")
    ] = None,
    api_only: Annotated[
        bool, typer.Option("--api-only", help="Serve no web client, only the API and the sockets.")
    ] = False,
) -> None:
    """Serve the web table.

    Set DATABASE_URL to use PostgreSQL instead of an SQLite file, and REDIS_URL to connect several workers.
    """
    import uvicorn

    from schatzkammer.server import logs, pages
    from schatzkammer.server.http_protocol import HttpProtocol
    from schatzkammer.server.settings import Settings
    from schatzkammer.server.ws_protocol import WebSocketProtocol
    from schatzkammer.table.store.database import address
    from schatzkammer.table.store.migrate import check_writable

    redis = os.environ.get("REDIS_URL") or None
    database = database_url(data)
    if workers > 1 and (redis is None or database.startswith("sqlite")):
        raise BadInput("More than one worker needs PostgreSQL (DATABASE_URL) and Redis (REDIS_URL).")
    if public_url is not None:
        check_public(public_url)
    web = None if api_only else _web_client(web or pages.shipped())
    check_free(host, port)
    late = False
    if redis is not None:
        with connected_redis(redis) as connection:
            late = connection is None
    with exclusive(database):
        with open_database(database, create=True) as engine:
            check_writable(engine)
        Settings(
            database, redis, public_url, limits, bots, patience, None if web is None else str(web.absolute())
        ).to_environment()
        logs.configure()
        here, *elsewhere = addresses(host, port)
        typer.echo(f"Schatzkammer is running at {here}", err=True)
        for other in elsewhere:
            typer.echo(f"and for others in your network at {other}", err=True)
        typer.echo(f"The tables are stored in {database_location(address(database))}", err=True)
        if late:
            typer.echo(LATE, err=True)
        if browser:
            open_when_ready(here)
        uvicorn.run(
            "schatzkammer.server.app:create",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            log_config=None,
            access_log=False,
            server_header=False,
            http=HttpProtocol,
            forwarded_allow_ips=proxy,
            ws=WebSocketProtocol,
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )


def _web_client(folder: Path | None) -> Path:
    """The folder, if there is a built web client in it."""
    if folder is None:
        raise BadInput("The web client is not built: `make serve` builds it, and --api-only does without.")
    if not folder.joinpath("index.html").is_file():
        raise BadInput(f"There is no web client in {folder}.")
    return folder


@contextmanager
def connected_redis(url: str) -> Iterator[Redis | None]:
    """A connection to Redis, or None if it does not answer, as it may come back; BadInput if the URL cannot work."""
    try:
        from redis import Redis, RedisError
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        raise BadInput("REDIS_URL needs the package redis: install schatzkammer[redis].") from None
    timeouts = {"socket_connect_timeout": REDIS_TIMEOUT, "socket_timeout": REDIS_TIMEOUT}
    redis = None
    try:
        redis = Redis.from_url(url, retry=Retry(NoBackoff(), 0), **timeouts)
        redis.ping()
    except (ValueError, TypeError):  # TypeError: an unknown parameter in the URL
        raise BadInput("REDIS_URL is invalid: its form is redis://HOST:PORT/NUMBER, rediss://… or unix://….") from None
    except (RedisError, OSError):
        redis = None
    if redis is None:
        yield None
    else:
        with redis:
            yield redis
