"""Backups: one SQLite file, complete in itself, of whichever database; it can be restored into either kind.

A backup is made while people play. It holds everything that was committed before it began.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, MetaData, Select, Table, create_engine, delete, insert, inspect, select, text
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.pool import NullPool

from schatzkammer.core.text import Phrase
from schatzkammer.table.errors import WORDS
from schatzkammer.table.store.database import BadDatabase, make_private
from schatzkammer.table.store.location import backup_folder
from schatzkammer.table.store.migrate import HEAD, current_revision, upgrade

SNAPSHOTS_KEPT = 3  # from before migrations
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite may leave beside a file, and reads again with whatever is there
_BEFORE = r"before-\d+-"  # in the names of backups made before migrations
_ROWS = 1000  # copied at once
_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


class Damaged(BadDatabase):
    """A database whose pages or rows contradict each other."""

    def __init__(self, reason: str) -> None:
        super().__init__(Phrase(WORDS, "database.damaged", reason=reason))
        self.reason = reason


# Files -------------------------------------------------------------------------------------------------
def back_up(engine: Engine, folder: Path | None = None) -> Path:
    """Writes a new backup into a folder and returns its path."""
    with _new_file(engine, folder, "") as (partial, file):
        if engine.dialect.name == "sqlite":
            _copy_file(_file_of(engine), partial)
        else:
            with snapshot(engine) as connection:
                copy(connection, partial)
    return file


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection whose reads all see the same state of the database, however long they take."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":  # SQLite always does this
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            _remove_timeouts(connection)
            yield connection


def back_up_before_migration(connection: Connection) -> Path:
    """Writes a backup of a database that the open transaction is going to migrate."""
    engine = connection.engine
    with _new_file(engine, None, f"before-{HEAD}-") as (partial, file):
        if engine.dialect.name == "sqlite":
            _copy_file(_file_of(engine), partial)  # the transaction has changed nothing yet, and others must wait
        else:
            names = ", ".join(f'"{name}"' for name in inspect(connection).get_table_names())
            connection.execute(text(f"LOCK TABLE {names} IN SHARE MODE"))
            copy(connection, partial)
    for old in _backups(engine, None, _BEFORE)[:-SNAPSHOTS_KEPT]:
        old.unlink(missing_ok=True)
    return file


def latest_snapshot(engine: Engine) -> Path | None:
    """The backup made before the last migration of a database."""
    snapshots = _backups(engine, None, _BEFORE)
    return snapshots[-1] if snapshots else None


def drop_old(engine: Engine, keep: int, folder: Path | None = None) -> None:
    """Removes all but the latest backups of a database from a folder, except those made before migrations."""
    for file in _backups(engine, folder, "")[:-keep]:
        file.unlink(missing_ok=True)


def _backups(engine: Engine, folder: Path | None, kind: str) -> list[Path]:
    """The backups of a database in a folder, the oldest first."""
    name = re.compile(rf"{re.escape(_stem(engine))}-{kind}\d{{8}}T\d{{9}}Z\.sqlite")
    folder = folder or backup_folder(engine.url)
    return sorted(file for file in folder.glob("*.sqlite") if name.fullmatch(file.name))


@contextmanager
def _new_file(engine: Engine, folder: Path | None, kind: str) -> Iterator[tuple[Path, Path]]:
    """A file to write, and the name that it gets once it is complete."""
    folder = folder or backup_folder(engine.url)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")[:-3]
    file = folder / f"{_stem(engine)}-{kind}{stamp}Z.sqlite"
    with _complete(file) as partial:
        yield partial, file


@contextmanager
def _complete(file: Path) -> Iterator[Path]:
    """A file to write; it gets its name when it is complete and on the disk, and replaces nothing."""
    partial = file.with_name(f"{file.name}.{os.getpid()}.partial")
    make_private(partial)
    try:
        yield partial
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        if file.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
        partial.rename(file)
    except sqlite3.Error as error:
        raise BadDatabase(Phrase(WORDS, "database.not_copied", reason=error)) from None
    finally:
        partial.unlink(missing_ok=True)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        folder = os.open(file.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _stem(engine: Engine) -> str:
    return Path(engine.url.database or "").stem or "tables"


def _file_of(engine: Engine) -> Path:
    return Path(engine.url.database or "").absolute()


# Restoring ---------------------------------------------------------------------------------------------
@contextmanager
def open_backup(file: Path) -> Iterator[Engine]:
    """A backup, for reading only; raises BadDatabase if it is none, or damaged."""
    for suffix in BESIDE:
        if Path(f"{file}{suffix}").exists():
            raise BadDatabase(Phrase(WORDS, "database.copy_in_use", file=f"{file}{suffix}"))
    engine = create_engine("sqlite://", creator=lambda: _open(file, "ro"), poolclass=NullPool, paramstyle="named")
    try:
        try:
            with engine.connect() as connection:
                check_pages(connection, thorough=True)
                revision = current_revision(connection)
        except DatabaseError as error:
            raise BadDatabase(Phrase(WORDS, "database.not_read", file=file, reason=error.orig)) from None
        if revision is None or revision > HEAD:
            raise BadDatabase(Phrase(WORDS, "database.no_backup"))
        yield engine
    finally:
        engine.dispose()


def restore_file(source: Path, target: Path) -> None:
    """Restores a backup as a new SQLite file."""
    for path in (target, *(Path(f"{target}{suffix}") for suffix in BESIDE)):
        if path.exists():
            raise BadDatabase(Phrase(WORDS, "database.exists", file=path))
    with open_backup(source), _complete(target) as partial:
        _copy_file(source, partial, "ro")


def restore_rows(source: Path, target: Connection) -> None:
    """Restores a backup into an empty database; the caller commits."""
    if inspect(target).get_table_names():
        raise BadDatabase(Phrase(WORDS, "database.not_empty"))
    with open_backup(source) as backup, backup.connect() as connection:
        _copy_rows(connection, target)


def roll_back(engine: Engine, before: Path) -> Path:
    """Replaces a database that no server uses by a backup; returns a backup of what was there."""
    saved = back_up(engine)
    if engine.dialect.name == "sqlite":
        with (
            open_backup(before),
            closing(_open(before, "ro")) as old,
            closing(_open(_file_of(engine), "rw")) as now,
        ):
            old.backup(now)
        return saved
    with engine.connect() as connection, connection.begin():
        if connection.execute(text(_OTHERS)).scalar():
            raise BadDatabase(Phrase(WORDS, "database.others"))
        _remove_timeouts(connection)
        present = MetaData()
        present.reflect(connection)
        present.drop_all(connection)
        restore_rows(before, connection)
    return saved


# Checking ----------------------------------------------------------------------------------------------
def check_pages(connection: Connection, *, thorough: bool = False) -> None:
    """Raises Damaged if an SQLite file contradicts itself; a thorough check also compares indexes and references."""
    if connection.dialect.name != "sqlite":
        return  # PostgreSQL reports a damaged page when it is read
    try:
        found = connection.execute(text("PRAGMA integrity_check(1)" if thorough else "PRAGMA quick_check(1)")).scalar()
        if found == "ok" and thorough and connection.execute(text("PRAGMA foreign_key_check")).first() is not None:
            found = "a row refers to one that is missing"
    except DatabaseError as error:
        if isinstance(error, OperationalError):  # locked, or not readable
            raise
        found = str(error.orig)
    if found != "ok":
        raise Damaged(" ".join(str(found).split()))


# Copying -----------------------------------------------------------------------------------------------
def _open(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(file))}?mode={mode}", uri=True, timeout=30, check_same_thread=False)


def _copy_file(source: Path, target: Path, mode: str = "rw") -> None:
    """Copies an SQLite database in use, with what is still in its log; the copy is one file."""
    with closing(_open(source, mode)) as old, closing(_open(target, "rw")) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
    _check_copy(target)


def copy(source: Connection, target: Path) -> None:
    """Copies what a connection sees into an SQLite file, row by row."""
    make_private(target)
    engine = create_engine("sqlite://", creator=lambda: _open(target, "rw"), poolclass=NullPool)
    try:
        with engine.begin() as connection:
            _copy_rows(source, connection)
    finally:
        engine.dispose()
    _check_copy(target)


def _check_copy(target: Path) -> None:
    with open_backup(target):
        pass


def _copy_rows(source: Connection, target: Connection) -> None:
    """Copies all rows into an empty database; creates the tables as they were at the source's revision."""
    upgrade(target, current_revision(source) or HEAD)
    old, new = MetaData(), MetaData()
    old.reflect(source)
    new.reflect(target)
    for table in new.sorted_tables:  # what is referred to comes first
        if table.name != "alembic_version":
            target.execute(delete(table))  # what the migrations have written
            rows = source.execute(_in_order(old.tables[table.name]), execution_options={"yield_per": _ROWS})
            for part in rows.mappings().partitions():
                target.execute(insert(table), [dict(row) for row in part])
    if target.dialect.name == "postgresql":
        last = "SELECT setval(pg_get_serial_sequence('chat', 'id'), coalesce(max(id), 0) + 1, false) FROM chat"
        target.execute(text(last))


def _in_order(table: Table) -> Select[Any]:
    """All rows; those that refer to others of the same table come last."""
    own = [key.parent for key in table.foreign_keys if key.column.table is table]
    return select(table).order_by(*(column.is_not(None) for column in own))


def _remove_timeouts(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        from schatzkammer.table.store import postgres  # the driver is optional

        postgres.disable_timeouts(connection)
