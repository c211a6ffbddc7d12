"""`serve`: the web table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from schatzkammer.cli.addresses import addresses, check_free, open_when_ready
from schatzkammer.cli.kept import Data, alone, database_address, opened, whereabouts
from schatzkammer.core.errors import BadInput

LARGEST_FRAME = 64 * 1024  # what is larger is not even read; what may be in a message is far less
REDIS_PATIENCE = 3.0  # seconds


class BadServer(BadInput):
    """A server that cannot be started like this."""


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="The port to listen on.")] = 8000,
    data: Data = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes; more than one need PostgreSQL and Redis.")
    ] = 1,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help="How the server is called from outside.")
    ] = None,
    proxy: Annotated[
        str,
        typer.Option("--proxy", metavar="ADDRESSES", help="Proxies that may say for whom they speak."),
    ] = "127.0.0.1",
    bots: Annotated[
        int, typer.Option("--bot-processes", min=1, max=64, help="Processes for bots, for each worker.")
    ] = 1,
    patience: Annotated[
        float, typer.Option("--bot-patience", min=0.1, max=600, help="Seconds after which a bot counts as hung.")
    ] = 20.0,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help="Limits on requests of one client.")] = True,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the table in the browser.")] = False,
    web: Annotated[
        Path | None, typer.Option("--web", metavar="FOLDER", help="Another web client than the one shipped.")
    ] = None,
) -> None:
    """Serve the table; DATABASE_URL and REDIS_URL name a PostgreSQL and a Redis to be used."""
    import uvicorn

    from schatzkammer.server import logs, pages
    from schatzkammer.server.cable import Cable
    from schatzkammer.server.door import Door
    from schatzkammer.server.settings import Settings
    from schatzkammer.table.store.database import address

    redis = os.environ.get("REDIS_URL") or None
    database = database_address(data)
    if workers > 1 and (redis is None or database.startswith("sqlite")):
        raise BadServer("More than one worker needs PostgreSQL (DATABASE_URL) and Redis (REDIS_URL).")
    if public_url is not None:
        _check_public(public_url)
    web = web or pages.shipped()
    if web is not None and not web.joinpath("index.html").is_file():
        raise BadServer(f"There is no web client in {web}.")
    check_free(host, port)
    warning = None if redis is None else _checked_redis(redis)
    with alone(database):
        with opened(database, create=True):
            pass
        Settings(
            database, redis, public_url, limits, bots, patience, None if web is None else str(web.absolute())
        ).to_environment()
        logs.configure("info")
        here, *elsewhere = addresses(host, port)
        typer.echo(f"Schatzkammer is served on {here}", err=True)
        for other in elsewhere:
            typer.echo(f"and for others in your network on {other}", err=True)
        typer.echo(f"The tables are kept in {whereabouts(address(database))}", err=True)
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
            http=Door,
            forwarded_allow_ips=proxy,
            ws=Cable,
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )


def _check_public(url: str) -> None:
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise BadServer(
            "A public URL is http:// or https:// and the name of the server, as in https://games.example.org."
        )


def _checked_redis(url: str) -> str | None:
    """A sentence of warning about a Redis that does not answer: the table goes on without it, and it may come back."""
    try:
        from redis import Redis, RedisError
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        raise BadServer("REDIS_URL needs the package redis: install schatzkammer[redis].") from None
    once = Retry(NoBackoff(), 0)
    patience = {"socket_connect_timeout": REDIS_PATIENCE, "socket_timeout": REDIS_PATIENCE}
    try:
        with Redis.from_url(url, retry=once, **patience) as redis:
            redis.ping()
    except (ValueError, TypeError):  # the latter of a setting in it that there is not
        raise BadServer("REDIS_URL makes no sense: it is redis://HOST:PORT/NUMBER, rediss://… or unix://….") from None
    except (RedisError, OSError):
        return "The Redis of REDIS_URL does not answer: until it does, what happens at other workers is told late."
    return None
