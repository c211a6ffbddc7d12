"""The database of the table, as several commands open it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schatzkammer.core.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import Engine

Data = Annotated[
    Path | None, typer.Option("--data", metavar="FILE", help="The file with all tables; else DATABASE_URL is used.")
]


class BadDatabase(BadInput):
    """A database that cannot be used."""


def database_address(data: Path | None) -> str:
    """The database asked for, that of the environment, or the usual file."""
    if data is not None:
        return f"sqlite:///{data.absolute()}"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return os.environ.get("DATABASE_URL") or f"sqlite:///{Path(home) / 'schatzkammer' / 'tables.db'}"


@contextmanager
def opened(database: str) -> Iterator[Engine]:
    """The database, brought to the present schema."""
    from sqlalchemy.exc import SQLAlchemyError

    from schatzkammer.table.store.database import address, connect
    from schatzkammer.table.store.migrate import migrate

    try:
        engine = connect(address(database))
    except (OSError, ImportError) as error:
        raise BadDatabase(f"The database cannot be opened: {error}.") from None
    try:
        migrate(engine)
        yield engine
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or type(error).__name__).split("\n")[0]
        raise BadDatabase(f"The database cannot be used: {reason}.") from None
    finally:
        engine.dispose()
