"""The database: concurrent readers, and one writer that commits all queued work in one transaction."""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import (
    ArgumentError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry

from schatzkammer.core.errors import BadInput
from schatzkammer.core.text import Phrase
from schatzkammer.table.errors import WORDS, AlreadyExists, NotSaved, OutcomeUnknown
from schatzkammer.table.store.statement import Append, Row, wrapped

LOG = logging.getLogger("schatzkammer.database")

T = TypeVar("T")
Work = Callable[[Connection], T]

READERS = 4
TIMEOUT = 20.0  # seconds that work may wait
RETRY_FOR = 5.0  # seconds to retry work when the outcome of its commit is unknown


class BadDatabase(BadInput):
    """The database address is not valid."""


def address(given: str) -> URL:
    """Parses the address of an SQLite file or a PostgreSQL database."""
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):  # ValueError: the port is not a number
        raise BadDatabase(Phrase(WORDS, "database.address")) from None
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise BadDatabase(Phrase(WORDS, "database.driver", driver=url.drivername))
    return url


def connect(url: URL) -> Engine:
    """Creates an engine with durable commits: what is committed survives a power failure."""
    if url.get_backend_name() == "sqlite":
        if url.database is None or url.database == ":memory:":
            raise BadDatabase(Phrase(WORDS, "database.memory"))
        make_private(Path(url.database).absolute())
        engine = create_engine(
            url, paramstyle="named", hide_parameters=True, connect_args={"timeout": 30, "check_same_thread": False}
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    from schatzkammer.table.store import postgres  # the driver is optional

    engine = create_engine(
        url, pool_pre_ping=True, pool_size=READERS + 2, hide_parameters=True, connect_args=postgres.ARGUMENTS
    )
    postgres.prepare(engine)
    return engine


def make_private(file: Path) -> None:
    """Creates a missing file and its folder so that only their owner can read them: the file holds keys and seeds.

    The files SQLite puts beside it get the same mode.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _prepare_sqlite(connection: object, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # type: ignore[attr-defined]  # _begin_sqlite and _begin start transactions
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    driver = connection.connection.driver_connection
    if driver is not None and not driver.in_transaction:  # else the writer has started one
        driver.execute("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes", False) else "BEGIN")


class Insert(NamedTuple):
    """Inserts one row; the result is False if the row exists. Inserts by the same statement run together."""

    statement: Append
    row: Row


class _Job(NamedTuple):
    """Work for the writer, and the loop that waits for its result."""

    work: Work[object] | Insert
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[object]


class Database:
    """Runs work on the database outside the event loop."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.batches = 0
        self.jobs = 0
        self._connection: Connection | None = None  # the writer's own
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")
        self._collected: list[_Job] = []  # not yet handed to the writer
        self._writing = False
        self._queue: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="write", daemon=True)
        self._writer.start()

    @property
    def shared(self) -> bool:
        """Whether other machines may use the same database."""
        return self.engine.dialect.name != "sqlite"

    async def read(self, work: Work[T], *, at_once: bool = False) -> T:
        """Runs work that changes nothing; with `at_once` all its reads see the same state of the database."""
        deadline = time.monotonic() + TIMEOUT

        def run() -> T:
            if time.monotonic() > deadline:
                raise PoolTimeout
            with self.engine.connect() as connection:
                if at_once and self.shared:  # SQLite always does this
                    connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except SQLAlchemyError as error:
            raise NotSaved(type(error).__name__) from error

    def write(self, work: Work[T] | Insert) -> asyncio.Future[T]:
        """Runs work that changes something; the future gets the result once it is committed, else NotSaved.

        Work that comes in during one turn of the loop, or during a commit, is committed together.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._collected.append(_Job(work, loop, cast("asyncio.Future[object]", done)))
        if len(self._collected) == 1 and not self._writing:
            loop.call_soon(self._hand_over)
        return done

    async def write_or_retry(self, work: Work[T], retry: Work[T]) -> T:
        """Runs work as `write` does, and `retry` when the outcome of the commit is unknown."""
        try:
            return await self.write(work)
        except OutcomeUnknown:
            return await self.retry(retry)

    async def retry(self, work: Work[T]) -> T:
        """Repeats work for a few seconds until it is committed; the work must check whether it already was."""
        end = time.monotonic() + RETRY_FOR
        while True:
            try:
                return await self.write(work)
            except NotSaved as error:
                if time.monotonic() > end:
                    raise OutcomeUnknown(str(error)) from error
            await asyncio.sleep(0.3)

    def close(self) -> None:
        """Waits until everything is written, then closes all connections."""
        self._hand_over()
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    def _hand_over(self) -> None:
        collected, self._collected = self._collected, []
        self._writing = True
        self._queue.put(collected)

    def _finish(self, batch: list[_Job], results: list[object]) -> None:
        """Sets the results, and hands over the work that came in meanwhile."""
        for job, result in zip(batch, results, strict=True):
            if job.done.done():
                continue  # cancelled
            if isinstance(result, SQLAlchemyError):
                # A new exception: the original holds the values and keeps the connection alive.
                kind = AlreadyExists if isinstance(result, IntegrityError) else NotSaved
                job.done.set_exception(kind(type(result).__name__))
            elif isinstance(result, OutcomeUnknown):
                job.done.set_exception(OutcomeUnknown(str(result)))  # each waiter gets its own
            elif isinstance(result, BaseException):
                job.done.set_exception(result)
            else:
                job.done.set_result(result)
        self._writing = False
        if self._collected:
            batch[0].loop.call_soon(self._hand_over)

    def _write_all(self) -> None:
        """Runs the writer's thread."""
        while (batch := self._queue.get()) is not None:
            if not batch:
                continue
            deadline = time.monotonic() + TIMEOUT
            try:
                results = self._commit(batch)
            except Exception as error:
                results = self._commit_each(batch, error, deadline)
            try:
                batch[0].loop.call_soon_threadsafe(self._finish, batch, results)
            except RuntimeError:  # the loop is closed
                self._writing = False
            del results  # the traceback of an error in it would keep the connection open
        self._drop_connection()

    def _writer_connection(self) -> Connection:
        """A connection on which every batch begins its own transaction: one of a single statement needs no more."""
        connection = self.engine.connect()
        if self.shared:
            connection.connection.driver_connection.autocommit = True  # type: ignore[union-attr]
        return connection

    def _drop_connection(self) -> None:
        """Drops a connection that may be broken; the next batch opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
                connection.close()

    def _commit_each(self, batch: list[_Job], error: Exception, deadline: float) -> list[object]:
        """Commits each job by itself, after the batch failed because of one of them or of another worker."""
        if not _is_of_one_job(error) or (len(batch) == 1 and not _is_deadlock(error)):
            return [error] * len(batch)
        results: list[object] = []
        for job in batch:
            try:
                results += self._commit([job])
            except Exception as again:
                results.append(again)
                if not _is_of_one_job(again) or time.monotonic() > deadline:
                    break
        return results + [PoolTimeout()] * (len(batch) - len(results))

    def _commit(self, batch: list[_Job]) -> list[object]:
        """Commits a batch and returns the results. Unless it raises OutcomeUnknown, an exception means no change."""
        try:
            connection = self._connection = self._connection or self._writer_connection()
            inserts = _inserts(batch) if self.shared else []
            results = _execute(connection, batch) if not inserts else []
            try:
                if inserts:
                    results = _insert_at_once(connection, inserts)
                elif connection.in_transaction():  # some work used SQLAlchemy, which takes the transaction for its own
                    connection.commit()
                else:
                    connection.connection.commit()
            except (SQLAlchemyError, connection.dialect.loaded_dbapi.Error) as error:
                if inserts and _has_failed(connection):
                    raise
                _log_failure(error, batch)  # here: an exception raised by compiled code has no cause
                raise OutcomeUnknown(type(error).__name__) from error
        except OutcomeUnknown:
            self._drop_connection()
            raise
        except Exception as error:
            self._drop_connection()
            if not _is_of_one_job(error):
                _log_failure(error, batch)
            raise
        self.batches += 1
        self.jobs += len(batch)
        return results


def _log_failure(error: Exception, batch: list[_Job]) -> None:
    LOG.warning("the database did not accept a batch", extra={"reason": str(error), "jobs": len(batch)})


def _is_of_one_job(error: Exception) -> bool:
    """Whether one job failed and others may succeed; else the database is locked, down or full."""
    if isinstance(error, (PoolTimeout, OutcomeUnknown)):
        return False
    if not isinstance(error, (OperationalError, InterfaceError, InternalError)):
        return True
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return bool(code & 0xFF == sqlite3.SQLITE_ERROR)
    return _is_deadlock(error) or getattr(error.orig, "sqlstate", None) == "55P03"  # another worker holds a lock


def _is_deadlock(error: Exception) -> bool:
    """Whether PostgreSQL aborted the transaction because it conflicts with another worker's."""
    state = getattr(getattr(error, "orig", None), "sqlstate", None)
    return isinstance(state, str) and state.startswith("40")


def _execute(connection: Connection, batch: list[_Job]) -> list[object]:
    """Begins a transaction and runs a batch in it: inserts first, those of one statement together."""
    try:
        # Through the driver, like the commit: SQLAlchemy would need half as long as a whole move.
        connection.connection.cursor().execute("BEGIN IMMEDIATE" if connection.dialect.name == "sqlite" else "BEGIN")
    except connection.dialect.loaded_dbapi.Error as error:
        raise wrapped(connection, error) from error
    rows: dict[Append, list[Row]] = {}
    for job in batch:
        if isinstance(job.work, Insert):
            rows.setdefault(job.work.statement, []).append(job.work.row)
    inserted = {statement: iter(statement.execute(connection, new)) for statement, new in rows.items()}
    results: list[object] = []
    for job in batch:
        work = job.work
        results.append(next(inserted[work.statement]) if isinstance(work, Insert) else work(connection))
    return results


def _inserts(batch: list[_Job]) -> list[Insert]:
    """The inserts of a batch if it has nothing else, and all are by one statement; else none."""
    inserts = [job.work for job in batch if isinstance(job.work, Insert)]
    return inserts if len(inserts) == len(batch) and len({one.statement for one in inserts}) == 1 else []


def _insert_at_once(connection: Connection, inserts: list[Insert]) -> list[object]:
    """Inserts rows by one statement, with which PostgreSQL commits."""
    return [*inserts[0].statement.execute(connection, [one.row for one in inserts])]


def _has_failed(connection: Connection) -> bool:
    """Whether PostgreSQL says that a statement outside transactions has failed; else it may have been committed."""
    driver: Any = connection.connection.driver_connection
    return driver is not None and driver.info.transaction_status.name == "IDLE"
