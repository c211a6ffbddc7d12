"""`serve`: the web table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from schatzkammer.cli.addresses import addresses, check_free, open_when_ready
from schatzkammer.cli.database import Data, database_location, database_url, exclusive, open_database
from schatzkammer.core.errors import BadInput

HOST, PORT = "127.0.0.1", 8000
LARGEST_FRAME = 64 * 1024  # larger frames are refused unread; the messages are far smaller
REDIS_TIMEOUT = 3.0  # seconds


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")] = HOST,
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="The port to listen on.")] = PORT,
    data: Data = None,
    workers: Annotated[
        int,
        typer.Option(
            "--workers", metavar="N", min=1, max=64, help="Server processes; several need PostgreSQL and Redis."
        ),
    ] = 1,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help="The URL under which users reach the server.")
    ] = None,
    proxy: Annotated[
        str,
        typer.Option("--proxy", metavar="ADDRESSES", help="Proxies that are trusted to name the client's address."),
    ] = "127.0.0.1",
    bots: Annotated[
        int, typer.Option("--bot-processes", metavar="N", min=1, max=64, help="Bot processes of each worker.")
    ] = 1,
    patience: Annotated[
        float,
        typer.Option("--bot-patience", metavar="S", min=0.1, max=600, help="Seconds after which a bot counts as hung."),
    ] = 20.0,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help="Limit the requests of each client.")] = True,
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
        _check_public(public_url)
    web = None if api_only else _web_client(web or pages.shipped())
    check_free(host, port)
    warning = None if redis is None else _checked_redis(redis)
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
        if warning is not None:
            typer.echo(warning, err=True)
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


def _check_public(url: str) -> None:
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise BadInput(
            "A public URL is http:// or https:// and the name of the server, e.g. https://games.example.org."
        )


def _checked_redis(url: str) -> str | None:
    """Raises BadInput if the URL cannot work; returns a warning if Redis does not answer, as it may come back."""
    try:
        from redis import Redis, RedisError
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        raise BadInput("REDIS_URL needs the package redis: install schatzkammer[redis].") from None
    timeouts = {"socket_connect_timeout": REDIS_TIMEOUT, "socket_timeout": REDIS_TIMEOUT}
    try:
        with Redis.from_url(url, retry=Retry(NoBackoff(), 0), **timeouts) as redis:
            redis.ping()
    except (ValueError, TypeError):  # TypeError: an unknown parameter in the URL
        raise BadInput("REDIS_URL is invalid: its form is redis://HOST:PORT/NUMBER, rediss://… or unix://….") from None
    except (RedisError, OSError):
        return "Redis (REDIS_URL) does not answer: until it does, updates from other workers arrive late."
    return None
