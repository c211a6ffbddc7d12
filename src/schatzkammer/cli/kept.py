"""The database of the table, as several commands open it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

from schatzkammer.core.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import URL, Engine

DATA_HELP = (
    "The file with all tables; else DATABASE_URL says where they are, "
    "else it is schatzkammer/tables.db in $XDG_DATA_HOME or ~/.local/share."
)
Data = Annotated[Path | None, typer.Option("--data", metavar="FILE", help=DATA_HELP)]


class BadDatabase(BadInput):
    """A database that cannot be used."""


def database_address(data: Path | None) -> str:
    """The database asked for, that of the environment, or the usual file."""
    if data is not None:
        return f"sqlite:///{data.absolute()}"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return os.environ.get("DATABASE_URL") or f"sqlite:///{Path(home) / 'schatzkammer' / 'tables.db'}"


def whereabouts(url: URL) -> str:
    """Where the tables are, as it is told: a file, or a database without its password."""
    if url.get_backend_name() == "sqlite":
        return str(Path(url.database or "").absolute())
    return f"the database {url.database or url.username or ''} on {url.host or 'this machine'}"


@contextmanager
def alone(database: str) -> Iterator[None]:
    """Keeps other servers away from an SQLite file: each would act on what it remembers and the other has changed.

    The lock is on a file beside it, and ends with the process, however that ends.
    """
    from schatzkammer.table.store.database import address, make_private

    url = address(database)
    if url.get_backend_name() != "sqlite" or url.database in (None, ":memory:") or fcntl is None:
        yield
        return
    where = whereabouts(url)
    beside = Path(f"{where}.lock")
    try:
        make_private(beside)
        lock = beside.open("wb")
    except OSError as error:
        raise BadDatabase(f"{where} cannot be opened: {error.strerror}.") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadDatabase(f"Another server is at {where}: stop it first, or give this one another file.") from None
        yield


@contextmanager
def opened(database: str, create: bool = False) -> Iterator[Engine]:
    """The database, brought to the present schema; a file that is not there is made only where that is wanted."""
    from sqlalchemy.exc import SQLAlchemyError

    from schatzkammer.table.store.database import address, connect
    from schatzkammer.table.store.migrate import migrate

    url = address(database)
    where = whereabouts(url)
    if not create and url.get_backend_name() == "sqlite" and not Path(where).exists():
        raise BadDatabase(f"There is no database in {where}: --data or DATABASE_URL say where it is.")
    try:
        engine = connect(url)
    except OSError as error:
        raise BadDatabase(f"{where} cannot be opened: {error.strerror}.") from None
    except ImportError as error:
        raise BadDatabase(f"{where} cannot be opened: {error}.") from None
    try:
        migrate(engine)
        yield engine
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or type(error).__name__).split("\n")[0]
        raise BadDatabase(f"{where} cannot be used: {reason}.") from None
    finally:
        engine.dispose()
