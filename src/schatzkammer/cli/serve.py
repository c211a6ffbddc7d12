"""`serve`: the web table."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from schatzkammer.cli.kept import Data, database_address, opened
from schatzkammer.core.errors import BadInput

LARGEST_FRAME = 64 * 1024  # what is larger is not even read; what may be in a message is far less


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

    redis = os.environ.get("REDIS_URL") or None
    database = database_address(data)
    if workers > 1 and (redis is None or database.startswith("sqlite")):
        raise BadServer("More than one worker needs PostgreSQL (DATABASE_URL) and Redis (REDIS_URL).")
    if public_url is not None and urlsplit(public_url).scheme not in ("http", "https"):
        raise BadServer("A public URL begins with http:// or https://.")
    web = web or pages.shipped()
    if web is not None and not web.joinpath("index.html").is_file():
        raise BadServer(f"There is no web client in {web}.")
    _check_free(host, port)
    with opened(database):
        pass
    Settings(
        database, redis, public_url, limits, bots, patience, None if web is None else str(web.absolute())
    ).to_environment()
    logs.configure("info")
    typer.echo(f"Schatzkammer is served on http://{f'[{host}]' if ':' in host else host}:{port}", err=True)
    if browser:
        _open_when_ready(host, port)
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


def _open_when_ready(host: str, port: int) -> None:
    """Opens the browser as soon as somebody can be let in; where there is none, the address was told anyway."""
    import threading
    import webbrowser

    def wait() -> None:
        for _ in range(240):
            try:
                socket.create_connection((host, port), timeout=0.25).close()
            except OSError:
                threading.Event().wait(0.25)
                continue
            webbrowser.open(f"http://{f'[{host}]' if ':' in host else host}:{port}/")
            return

    threading.Thread(target=wait, daemon=True).start()


def _check_free(host: str, port: int) -> None:
    """Whether the door can be opened: known at once, and said in a sentence."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(where)
    except OSError as error:
        raise BadServer(f"{host}:{port} cannot be listened on: {error.strerror}.") from None
