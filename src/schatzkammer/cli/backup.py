"""`backup`, `restore`, `check` and `rollback`: the whole database, with accounts, chat and unfinished games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from schatzkammer.cli.database import (
    Data,
    database_location,
    database_url,
    exclusive,
    open_database,
    open_unmigrated,
)
from schatzkammer.cli.files import reason
from schatzkammer.cli.texts import phrase, said
from schatzkammer.core.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import Connection

MOST_NAMED = 5  # damaged tables


def backup(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="FOLDER", help="Where to write; by default `backups` in the folder of the data."),
    ] = None,
    keep: Annotated[
        int | None, typer.Option("--keep", metavar="N", min=1, help="Keep only the latest N backups in the folder.")
    ] = None,
    data: Data = None,
) -> None:
    """Back up the database, also while people play.

    The backup is one new file, named after the database and the time (UTC). It contains everything:
    accounts, tokens, seeds and hands, so keep it as private as the database.
    """
    from schatzkammer.table.store.backup import back_up, drop_old

    with open_unmigrated(database_url(data)) as engine, _files():
        file = back_up(engine, folder)
        if keep is not None:
            drop_old(engine, keep, folder)
    typer.echo(file)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `backup`.")],
    data: Data = None,
) -> None:
    """Restore a backup where there is nothing yet.

    The database must be missing or empty; nothing is ever overwritten. A backup of an SQLite file can also
    be restored into PostgreSQL, and the other way round.
    """
    from schatzkammer.table.store.backup import restore_file, restore_rows
    from schatzkammer.table.store.database import address

    database = database_url(data)
    url = address(database)
    where = database_location(url)
    _check_exists(file)
    with exclusive(database), _files():
        if url.get_backend_name() == "sqlite":
            restore_file(file, Path(where))
        else:
            with open_unmigrated(database) as engine, engine.begin() as connection:
                restore_rows(file, connection)
    typer.echo(said("backup.restored", file=file, where=where), err=True)


def check(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup to check, instead of the database.")
    ] = None,
    data: Data = None,
) -> None:
    """Check that the database, or a backup, is sound and that every table can be loaded.

    Nothing is changed. People may play meanwhile.
    """
    from schatzkammer.table.store.backup import check_pages, open_backup, snapshot
    from schatzkammer.table.store.check import damaged_tables, sizes

    if file is not None:
        _check_exists(file)
    with (
        open_unmigrated(database_url(data)) if file is None else open_backup(file) as engine,
        snapshot(engine) as connection,
    ):
        check_pages(connection, thorough=True)
        with _migrated(connection) as current:
            damaged = damaged_tables(current)
            tables, entries = sizes(current)
    if damaged:
        names = ", ".join(damaged[:MOST_NAMED]) + (", …" if len(damaged) > MOST_NAMED else "")
        raise BadInput(phrase("error.damaged_tables", damaged=len(damaged), tables=tables, names=names))
    typer.echo(said("backup.sound", tables=tables, entries=entries))


def rollback(data: Data = None) -> None:
    """Undo the last migration: go back to the backup made before it.

    Stop all servers first. What was played since is in a new backup, whose name is printed. Then start the release
    from before the migration; this one would migrate again.
    """
    from schatzkammer.table.store.backup import latest_snapshot, roll_back

    database = database_url(data)
    with exclusive(database), open_unmigrated(database) as engine, _files():
        snapshot = latest_snapshot(engine)
        if snapshot is None:
            raise BadInput(phrase("error.no_snapshot"))
        saved = roll_back(engine, snapshot)
    typer.echo(said("backup.rolled_back", file=snapshot), err=True)
    typer.echo(saved)


@contextmanager
def _migrated(connection: Connection) -> Iterator[Connection]:
    """The database in the current schema: itself, or a migrated copy of an earlier one."""
    from schatzkammer.table.store.backup import copy
    from schatzkammer.table.store.migrate import HEAD, current_revision

    if current_revision(connection) == HEAD:
        yield connection
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "copy.db"
        copy(connection, file)
        with open_database(f"sqlite:///{file}") as copied, copied.connect() as current:
            yield current


@contextmanager
def _files() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadInput(phrase("error.backup_file", reason=reason(error))) from None


def _check_exists(file: Path) -> None:
    if not file.is_file():
        raise BadInput(phrase("error.no_file", file=file))
