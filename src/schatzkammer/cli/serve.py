"""`serve`: the web table."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from schatzkammer.cli import notices
from schatzkammer.cli.addresses import addresses, check_free, check_public, open_when_ready
from schatzkammer.cli.database import (
    Data,
    database_location,
    database_url,
    exclusive,
    migrate_database,
    open_unmigrated,
)
from schatzkammer.cli.files import reason
from schatzkammer.cli.server_options import (
    HOST,
    LOG_MEGABYTES,
    LOGS_KEPT,
    PORT,
    BotPatience,
    BotProcesses,
    GuestDays,
    Host,
    IdleDays,
    LogMegabytes,
    LogPath,
    LogsKept,
    MailFrom,
    Metrics,
    NoticeHosts,
    Port,
    Proxy,
    PublicUrl,
    RateLimits,
    SessionDays,
    UnfinishedDays,
    WaitingDays,
    Workers,
)
from schatzkammer.cli.texts import phrase, said
from schatzkammer.core.errors import BadInput
from schatzkammer.table.lifetimes import KEPT, Lifetimes

if TYPE_CHECKING:
    from redis import Redis

LARGEST_FRAME = 64 * 1024  # larger frames are refused unread; the messages are far smaller
REDIS_TIMEOUT = 3.0  # seconds
START_WITHIN = 60  # seconds for a worker to start, on however slow a machine


def serve(
    host: Host = HOST,
    port: Port = PORT,
    data: Data = None,
    workers: Workers = 1,
    public_url: PublicUrl = None,
    proxy: Proxy = "127.0.0.1",
    metrics: Metrics = None,
    bots: BotProcesses = 1,
    patience: BotPatience = 20.0,
    limits: RateLimits = True,
    session_days: SessionDays = KEPT.session,
    idle_days: IdleDays = KEPT.idle,
    guest_days: GuestDays = KEPT.guest,
    waiting_days: WaitingDays = KEPT.waiting,
    unfinished_days: UnfinishedDays = KEPT.unfinished,
    log_file: LogPath = None,
    log_megabytes: LogMegabytes = LOG_MEGABYTES,
    logs_kept: LogsKept = LOGS_KEPT,
    mail_from: MailFrom = None,
    notice_hosts: NoticeHosts = None,
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

    from schatzkammer.server import logs, pages, stopping
    from schatzkammer.server.http_protocol import HttpProtocol
    from schatzkammer.server.log_file import LogFile
    from schatzkammer.server.settings import LOOPBACK, Settings
    from schatzkammer.server.ws_protocol import WebSocketProtocol
    from schatzkammer.table.store.backup import check_pages
    from schatzkammer.table.store.database import address
    from schatzkammer.table.store.migrate import check_writable

    stopping.ignore_hangups()
    redis = os.environ.get("REDIS_URL") or None
    database = database_url(data)
    if workers > 1 and (redis is None or database.startswith("sqlite")):
        raise BadInput(phrase("error.workers"))
    if public_url is not None:
        check_public(public_url)
    readers = LOOPBACK if metrics is None else _networks(metrics)
    smtp, sender = notices.mail_settings(mail_from)
    hosts = notices.hosts(notice_hosts)
    web = None if api_only else _web_client(web or pages.shipped())
    check_free(host, port)
    late = False
    if redis is not None:
        with connected_redis(redis) as connection:
            late = connection is None
    with exclusive(database):
        with open_unmigrated(database, create=True) as engine:
            with engine.connect() as connection:
                check_pages(connection)
            migrate_database(engine)
            check_writable(engine)
        folder = None if web is None else str(web.absolute())
        lifetimes = Lifetimes(session_days, idle_days, guest_days, waiting_days, unfinished_days)
        log = None if log_file is None else LogFile(str(log_file.absolute()), log_megabytes, logs_kept)
        try:
            logs.configure(log)
        except OSError as error:
            raise BadInput(phrase("error.not_written", file=log_file, reason=reason(error))) from None
        settings = Settings(database, redis, public_url, limits, bots, patience, folder, readers, lifetimes, log)
        replace(settings, smtp=smtp, mail_from=sender, notice_hosts=hosts).to_environment()
        here, *elsewhere = addresses(host, port)
        typer.echo(said("serve.running", url=here), err=True)
        for other in elsewhere:
            typer.echo(said("serve.elsewhere", url=other), err=True)
        typer.echo(said("serve.stored", where=database_location(address(database))), err=True)
        if late:
            typer.echo(said("serve.late"), err=True)
        if browser:
            open_when_ready(here)
        launch = uvicorn.run if workers == 1 else stopping.supervise
        launch(
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
            timeout_graceful_shutdown=stopping.CLIENTS_WITHIN,
            timeout_worker_healthcheck=START_WITHIN,
        )


def _web_client(folder: Path | None) -> Path:
    """The folder, if there is a built web client in it."""
    if folder is None:
        raise BadInput(phrase("error.no_client"))
    if not folder.joinpath("index.html").is_file():
        raise BadInput(phrase("error.no_client_in", folder=folder))
    return folder


def _networks(given: str) -> tuple[str, ...]:
    try:
        return tuple(str(ipaddress.ip_network(one.strip(), strict=False)) for one in given.split(","))
    except ValueError:
        raise BadInput(phrase("error.networks")) from None


@contextmanager
def connected_redis(url: str) -> Iterator[Redis | None]:
    """A connection to Redis, or None if it does not answer, as it may come back; BadInput if the URL cannot work."""
    try:
        from redis import Redis, RedisError
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        raise BadInput(phrase("error.no_redis")) from None
    timeouts = {"socket_connect_timeout": REDIS_TIMEOUT, "socket_timeout": REDIS_TIMEOUT}
    redis = None
    try:
        redis = Redis.from_url(url, retry=Retry(NoBackoff(), 0), **timeouts)
        redis.ping()
    except (ValueError, TypeError):  # TypeError: an unknown parameter in the URL
        raise BadInput(phrase("error.redis_url")) from None
    except (RedisError, OSError):
        redis = None
    if redis is None:
        yield None
    else:
        with redis:
            yield redis
