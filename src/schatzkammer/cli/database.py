"""The `--data` option, and opening the database of the tables."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

from schatzkammer.cli.files import reason
from schatzkammer.cli.texts import phrase
from schatzkammer.core.errors import BadInput
from schatzkammer.table.store.location import data_folder

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine
    from sqlalchemy.exc import SQLAlchemyError

DATA_HELP = (
    "The SQLite file of the tables; by default the database of DATABASE_URL, "
    "or else schatzkammer/tables.db in $XDG_DATA_HOME or ~/.local/share."
)
LEAST_FREE = 256 * 1024  # bytes; with less, SQLite fails in ways that do not name the disk
Data = Annotated[Path | None, typer.Option("--data", metavar="FILE", help=DATA_HELP)]


def database_url(data: Path | None) -> str:
    """The URL of the file given, of DATABASE_URL, or of the default file."""
    if data is not None:
        return f"sqlite:///{data.absolute()}"
    return os.environ.get("DATABASE_URL") or f"sqlite:///{data_folder() / 'tables.db'}"


def database_location(url: URL, *, subject: bool = False) -> str:
    """A description for messages: the file, or the database without its password; it may be a sentence's subject."""
    if url.get_backend_name() == "sqlite":
        return str(Path(url.database or "").absolute())
    name = url.database or url.username or ""
    case = "subject" if subject else "place"
    if url.host:
        return phrase(f"database.{case}.remote", name=name, host=url.host)
    return phrase(f"database.{case}.here", name=name)


@contextmanager
def exclusive(database: str) -> Iterator[None]:
    """Locks an SQLite file against other servers, which would overwrite each other's changes.

    The lock is held on a file beside it and ends with the process.
    """
    from schatzkammer.table.store.database import address, make_private

    url = address(database)
    if url.get_backend_name() != "sqlite" or url.database in (None, ":memory:") or fcntl is None:
        yield
        return
    where = database_location(url)
    lock_file = Path(f"{where}.lock")
    try:
        make_private(lock_file)
        lock = lock_file.open("wb")
    except OSError as error:
        raise BadInput(phrase("error.not_opened", where=where, reason=reason(error))) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(phrase("error.in_use", where=where)) from None
        yield


@contextmanager
def open_database(database: str, create: bool = False) -> Iterator[Engine]:
    """The database, migrated to the current schema; a missing file is created only if asked for."""
    with open_unmigrated(database, create) as engine:
        migrate_database(engine)
        yield engine


def migrate_database(engine: Engine) -> None:
    """Migrates a database to the current schema, after a backup."""
    from schatzkammer.table.store.migrate import migrate

    try:
        migrate(engine)
    except OSError as error:
        raise BadInput(phrase("error.no_backup", reason=reason(error))) from None


@contextmanager
def open_unmigrated(database: str, create: bool = False) -> Iterator[Engine]:
    """The database as it is; a missing file is created only if asked for."""
    from sqlalchemy.exc import SQLAlchemyError

    from schatzkammer.table.store.database import address, connect

    url = address(database)
    where = database_location(url, subject=True)
    if url.get_backend_name() == "sqlite" and not Path(where).exists():
        if not create:
            raise BadInput(phrase("error.no_database", where=where))
        if Path(f"{where}-wal").exists():
            raise BadInput(phrase("error.wal_left", where=where))
    try:
        engine = connect(url)
    except (OSError, ImportError) as error:
        raise BadInput(phrase("error.not_opened", where=where, reason=reason(error))) from None
    try:
        yield engine
    except SQLAlchemyError as error:
        raise BadInput(phrase("error.not_used", where=where, reason=_cause(error, url))) from None
    finally:
        engine.dispose()


def _cause(error: SQLAlchemyError, url: URL) -> str:
    """Why the database cannot be used; SQLite does not always know that its disk is full."""
    if url.get_backend_name() == "sqlite":
        with suppress(OSError):
            if shutil.disk_usage(Path(url.database or "").absolute().parent).free < LEAST_FREE:
                return phrase("error.disk_full")
    return str(getattr(error, "orig", None) or type(error).__name__).split("\n")[0]


@contextmanager
def transaction(data: Path | None, *, writes: bool = False, create: bool = False) -> Iterator[Connection]:
    """A connection to the database of `--data`, in one transaction."""
    with (
        open_database(database_url(data), create) as engine,
        engine.connect().execution_options(writes=writes) as connection,
        connection.begin(),
    ):
        yield connection
