"""What `doctor` checks. Nothing is changed: no file is created and no database migrated."""

from __future__ import annotations

import http.client
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from schatzkammer.cli.addresses import addresses, check_free, check_public
from schatzkammer.cli.catalog import version_line
from schatzkammer.cli.database import database_location
from schatzkammer.cli.files import reason
from schatzkammer.core.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import URL, Engine

MEGABYTE = 1024**2
FULL, SCARCE = 100 * MEGABYTE, 1024 * MEGABYTE
CLOCKS_DIFFER = 5.0  # seconds between this machine and a service
FUTURE = 60.0  # seconds by which a table may be newer than now
TIMEOUT = 5.0
BROKEN_FILE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class State(StrEnum):
    """How a check ended."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"


class Finding(NamedTuple):
    """The result of a check; its text, `doctor.<check>.<case>`, says what is wrong and how to mend it."""

    check: str
    state: State
    case: str
    details: dict[str, object]


def ok(check: str, case: str, **details: object) -> Finding:
    """All is well."""
    return Finding(check, State.OK, case, details)


def note(check: str, case: str, **details: object) -> Finding:
    """Something to know, which need not be mended."""
    return Finding(check, State.NOTE, case, details)


def wrong(check: str, case: str, **details: object) -> Finding:
    """Something to mend."""
    return Finding(check, State.WRONG, case, details)


def check_program() -> Iterator[Finding]:
    """The installation itself."""
    from schatzkammer.server import pages

    if pages.shipped() is None:
        yield wrong("program", "no_client", version=version_line())
    else:
        yield ok("program", "complete", version=version_line())


def check_database(given: str) -> Iterator[Finding]:
    """The database, its clock, and the disk it is on."""
    from schatzkammer.table.store.database import address

    try:
        url = address(given)
    except BadInput as error:
        yield wrong("database", "invalid", reason=error.clause())
        return
    if url.get_backend_name() == "sqlite":
        file = Path(database_location(url))
        folder = next(parent for parent in file.parents if parent.is_dir())
        yield from _disk(folder)
        if not file.exists():
            writable = os.access(folder, os.W_OK)
            yield note("database", "new", file=file) if writable else wrong("database", "no_access", folder=folder)
            return
        if file.stat().st_mode & 0o077:
            yield note("database", "readable", file=file)
    yield from _opened(url)


def _opened(url: URL) -> Iterator[Finding]:
    from sqlalchemy.exc import SQLAlchemyError

    from schatzkammer.table.store.backup import Damaged
    from schatzkammer.table.store.database import connect
    from schatzkammer.table.store.migrate import check_writable

    where = database_location(url, subject=True)
    try:
        engine = connect(url)
    except ImportError:
        yield wrong("database", "no_driver")
        return
    except OSError as error:
        yield wrong("database", "unusable", where=where, reason=reason(error))
        return
    except BadInput as error:
        yield wrong("database", "invalid", reason=error.clause())
        return
    try:
        yield _schema(engine, where)
        yield from _database_clock(engine)
        check_writable(engine)
    except Damaged as damage:
        yield wrong("database", "damaged", where=where, reason=damage.reason)
    except (SQLAlchemyError, BadInput) as error:
        cause = getattr(error, "orig", None) or error
        case = "damaged" if getattr(cause, "sqlite_errorcode", None) in BROKEN_FILE else "unusable"
        yield wrong("database", case, where=where, reason=str(cause).split("\n")[0].rstrip("."))
    finally:
        engine.dispose()


def _schema(engine: Engine, where: str) -> Finding:
    from schatzkammer.table.store.backup import check_pages
    from schatzkammer.table.store.migrate import HEAD, current_revision

    with engine.connect() as connection:
        check_pages(connection)
        schema = current_revision(connection)
    if schema is None:
        return note("database", "empty", where=where)
    if schema > HEAD:
        return wrong("database", "newer", where=where, schema=schema, head=HEAD)
    if schema < HEAD:
        return note("database", "older", where=where, schema=schema, head=HEAD)
    return ok("database", "current", where=where, schema=schema)


def _database_clock(engine: Engine) -> Iterator[Finding]:
    """Compares this machine's clock with the database server's, or with the newest table in a file."""
    from sqlalchemy import text

    from schatzkammer.table.store.migrate import current_revision

    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            there = connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one()
            yield _compared("PostgreSQL", float(there))
        elif current_revision(connection) is not None:
            newest = connection.execute(text("SELECT max(touched) FROM tables")).scalar() or 0
            if newest / 1000 > time.time() + FUTURE:
                yield wrong("clock", "behind", now=_shown(time.time()), newest=_shown(newest / 1000))
            else:
                yield ok("clock", "plausible", now=_shown(time.time()))


def _compared(service: str, there: float) -> Finding:
    difference = there - time.time()
    if abs(difference) > CLOCKS_DIFFER:
        return wrong("clock", "differs", service=service, seconds=round(abs(difference)))
    return ok("clock", "agrees", service=service, now=_shown(time.time()))


def _disk(folder: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(folder).free
    details = {"folder": folder, "free": free // MEGABYTE}
    if free < FULL:
        yield wrong("disk", "full", **details)
    elif free < SCARCE:
        yield note("disk", "scarce", **details)
    else:
        yield ok("disk", "free", **details)


def check_redis(url: str | None, workers: int, database: str) -> Iterator[Finding]:
    """Redis, which several workers need."""
    from schatzkammer.cli.serve import connected_redis

    if url is None:
        many = workers > 1
        yield wrong("redis", "needed", workers=workers) if many else ok("redis", "unused")
    else:
        try:
            with connected_redis(url) as redis:
                if redis is None:
                    yield wrong("redis", "no_answer")
                else:
                    seconds, fraction = redis.time()
                    yield ok("redis", "answers")
                    yield _compared("Redis", seconds + fraction / 1e6)
        except BadInput as error:
            yield wrong("redis", "invalid", reason=error.clause())
    if workers > 1 and database.startswith("sqlite"):
        yield wrong("database", "needs_postgres", workers=workers)


def check_address(host: str, port: int, public_url: str | None) -> Iterator[Finding]:
    """The address to listen on, and the public one."""
    here = addresses(host, port)[0]
    status = _health(here)
    if status is None:
        try:
            check_free(host, port)
            yield ok("address", "free", url=here)
        except BadInput as error:
            yield wrong("address", "unusable", reason=error.clause())
    elif status == http.client.OK:
        yield ok("address", "running", url=here)
    elif status == http.client.SERVICE_UNAVAILABLE:
        yield wrong("address", "unhealthy", url=here)
    else:
        yield wrong("address", "taken", url=here)
    if public_url is not None:
        yield from _public(public_url, running=status == http.client.OK)


def _public(url: str, *, running: bool) -> Iterator[Finding]:
    try:
        check_public(url)
    except BadInput as error:
        yield wrong("public", "invalid", reason=error.clause())
        return
    status = _health(url)
    if status == http.client.OK:
        yield ok("public", "answers", url=url)
    elif running:
        yield wrong("public", "no_answer", url=url)
    else:
        yield note("public", "not_running", url=url)


def _health(url: str) -> int | None:
    """The status of a server's health check; 0 if something else answers, None if nobody does."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT)
    try:
        connection.connect()
    except OSError:
        return None
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status if b'"database"' in answer.read(1024) else 0
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        with suppress(OSError):
            connection.close()


def _shown(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
