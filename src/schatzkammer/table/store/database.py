"""The way to the database: readers beside each other, and one writer that gathers what comes in into one commit."""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar, cast

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
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.pool import ConnectionPoolEntry

from schatzkammer.core.errors import BadInput
from schatzkammer.table.errors import NotSaved, ThereAlready, Unsure
from schatzkammer.table.store.statement import Statement, as_ours

LOG = logging.getLogger("schatzkammer.database")

T = TypeVar("T")
Work = Callable[[Connection], T]

READERS = 4
LARGEST_BATCH = 500
PATIENCE = 20.0  # seconds after which nobody wants to know any more what is waiting for its turn
ASKED_AGAIN = 5.0  # seconds for which a database is asked that has not said what became of something


class BadDatabase(BadInput):
    """An address that leads to no database."""


def address(given: str) -> URL:
    """The address of a database: an SQLite file, or PostgreSQL by its usual address."""
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):  # the latter of a port that is no number
        raise BadDatabase("The address of the database makes no sense.") from None
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise BadDatabase(f"A database is sqlite:///… or postgresql://…, not {url.drivername}.")
    return url


def connect(url: URL) -> Engine:
    """An engine with the settings that keep promises: what is committed survives a power cut."""
    if url.get_backend_name() == "sqlite":
        if url.database is None or url.database == ":memory:":
            raise BadDatabase("The tables are kept in a file, not in memory.")
        make_private(Path(url.database).absolute())
        engine = create_engine(
            url, paramstyle="named", hide_parameters=True, connect_args={"timeout": 30, "check_same_thread": False}
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    from schatzkammer.table.store import postgres  # the driver need not be installed

    engine = create_engine(
        url, pool_pre_ping=True, pool_size=READERS + 2, hide_parameters=True, connect_args=postgres.ARGUMENTS
    )
    postgres.prepare(engine)
    return engine


def make_private(file: Path) -> None:
    """Makes a file that is not there, and its folder, such that nobody else can read them: keys and seeds are in it.

    What SQLite keeps beside the file gets the mode of the file.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _prepare_sqlite(connection: object, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # type: ignore[attr-defined]  # transactions are begun below, savepoints included
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    driver = connection.connection.driver_connection
    if driver is not None and not driver.in_transaction:  # else the writer has begun
        driver.execute("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes", False) else "BEGIN")


class Row:
    """The work of writing a line; False if it was there already. What one statement writes is written by one call."""

    def __init__(self, statement: Statement, values: Mapping[str, object]) -> None:
        self.statement = statement
        self.values = values

    def __call__(self, connection: Connection) -> bool:
        return self.statement.run(connection, self.values) == 1


class _Job:
    """Work for the writer, and the loop that waits for it."""

    def __init__(self, work: Work[object], meanwhile: Callable[[], None] | None) -> None:
        self.work = work
        self.meanwhile = meanwhile
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[object] = self.loop.create_future()


class _SomeThereAlready(Exception):
    """Some lines of a batch are there already, and it is not known which."""


class Database:
    """Runs work on the database away from the event loop."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.batches = 0
        self.jobs = 0
        self._connection: Connection | None = None  # the writer's own
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")
        self._gathered: list[_Job] = []  # not yet handed to the writer
        self._writing = False
        self._queue: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="write", daemon=True)
        self._writer.start()

    @property
    def shared(self) -> bool:
        """Whether other machines may use the same database."""
        return self.engine.dialect.name != "sqlite"

    async def read(self, work: Work[T], *, at_once: bool = False) -> T:
        """The result of work that changes nothing; if asked for, all it reads is of one moment."""
        latest = time.monotonic() + PATIENCE

        def run() -> T:
            if time.monotonic() > latest:
                raise NoneFree
            with self.engine.connect() as connection:
                if at_once and self.shared:  # SQLite does so by itself
                    connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except SQLAlchemyError as error:
            # What the database says, without the values that were to be written.
            raise NotSaved(type(error).__name__) from error

    def write(self, work: Work[T], meanwhile: Callable[[], None] | None = None) -> asyncio.Future[T]:
        """The result of work that changes something, once it is committed; NotSaved if it was not, or perhaps not.

        What can be done `meanwhile` is done in the loop before that is known, if possible while the disk is waited for.
        """
        job = _Job(work, meanwhile)
        self._gathered.append(job)
        if len(self._gathered) == 1 and not self._writing:
            job.loop.call_soon(self._gather, job.loop, 0)
        return cast("asyncio.Future[T]", job.done)

    async def write_surely(self, work: Work[T], again: Work[T], meanwhile: Callable[[], None] | None = None) -> T:
        """As `write`; when it is not known whether it was committed, `again` is done, which sees what is there."""
        try:
            return await self.write(work, meanwhile)
        except Unsure:
            end = time.monotonic() + ASKED_AGAIN
        while True:
            try:
                return await self.write(again)
            except NotSaved as error:
                if time.monotonic() > end:
                    raise Unsure(str(error)) from error
            await asyncio.sleep(0.3)

    def close(self) -> None:
        """Ends after all that was asked for is written."""
        self._hand_over()
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    def _gather(self, loop: asyncio.AbstractEventLoop, before: int) -> None:
        """Hands over what has come in: one piece at once, several as soon as a turn of the loop brings no more.

        So there are fewer commits under load, and nothing waits where there is none.
        """
        now = len(self._gathered)
        if now > 1 and before < now < LARGEST_BATCH:
            loop.call_soon(self._gather, loop, now)
        else:
            self._writing = True
            self._hand_over()

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        self._queue.put(gathered)

    def _wake(self, batch: list[_Job], results: list[object]) -> None:
        """Tells those who wait for a batch what has become of it, and goes on with what came in meanwhile."""
        _pass_the_time(batch)
        for job, result in zip(batch, results, strict=True):
            if job.done.done():
                continue  # nobody waits any more
            if isinstance(result, SQLAlchemyError):
                # What the database says, without the values that were to be written, and without what it says it with:
                # that holds on to the connection.
                kind = ThereAlready if isinstance(result, IntegrityError) else NotSaved
                job.done.set_exception(kind(type(result).__name__))
            elif isinstance(result, Unsure):
                job.done.set_exception(Unsure(str(result)))  # one for each who waits
            elif isinstance(result, BaseException):
                job.done.set_exception(result)
            else:
                job.done.set_result(result)
        self._writing = False
        if self._gathered:
            loop = batch[0].loop
            loop.call_soon(self._gather, loop, 0)

    def _write_all(self) -> None:
        while (batch := self._queue.get()) is not None:
            if batch and not _in_loop(batch, self._wake, self._written(batch)):
                self._writing = False
        self._drop_connection()

    def _drop_connection(self) -> None:
        """The next batch gets a new connection: this one may be broken."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
                connection.close()

    def _written(self, batch: list[_Job]) -> list[object]:
        """What becomes of each: its result, once it is committed, or what went wrong."""
        latest = time.monotonic() + PATIENCE
        try:
            return self._committed(batch)
        except Exception as error:
            if not _is_of_the_work(error) or (len(batch) == 1 and not _is_deadlock(error)):
                return [error] * len(batch)
        # One of them spoiled it for all, or another worker was in the way: each gets a commit of its own.
        results: list[object] = []
        for job in batch:
            try:
                results += self._committed([job])
            except Exception as error:
                results.append(error)
                if not _is_of_the_work(error) or time.monotonic() > latest:
                    break
        return results + [NoneFree()] * (len(batch) - len(results))

    def _committed(self, batch: list[_Job]) -> list[object]:
        """The result of each after the commit. If anything is raised but Unsure nothing has happened."""
        try:
            if self._connection is None:
                self._connection = self.engine.connect()
            _begin(self._connection)
            results = _done(self._connection, batch)
            if len(batch) > 1:  # for one it would take longer to wake the loop than it saves
                _in_loop(batch, _pass_the_time)
            try:
                _commit(self._connection)
            except SQLAlchemyError as error:
                raise Unsure(type(error).__name__) from error
        except Exception as error:
            self._drop_connection()
            if not _is_of_the_work(error):
                reason = {"reason": str(error.__cause__ or error), "jobs": len(batch)}
                LOG.warning("the database did not take it", extra=reason)
            raise
        self.batches += 1
        self.jobs += len(batch)
        return results


def _is_of_the_work(error: Exception) -> bool:
    """Whether one piece of work went wrong: others may go well. Else the database is locked, away or full for all."""
    if isinstance(error, (NoneFree, Unsure)):
        return False
    if not isinstance(error, (OperationalError, InterfaceError, InternalError)):
        return True
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return bool(code & 0xFF == sqlite3.SQLITE_ERROR)
    return _is_deadlock(error) or getattr(error.orig, "sqlstate", None) == "55P03"  # another worker holds a lock


def _is_deadlock(error: Exception) -> bool:
    """Whether PostgreSQL stopped it because it and what another worker was at did not go together."""
    state = getattr(getattr(error, "orig", None), "sqlstate", None)
    return isinstance(state, str) and state.startswith("40")


def _begin(connection: Connection) -> None:
    """Begins to write. Asked of the driver, as is the commit: SQLAlchemy's own way costs half as much as a move."""
    if connection.dialect.name == "sqlite":  # PostgreSQL begins by itself
        with as_ours(connection):
            connection.connection.cursor().execute("BEGIN IMMEDIATE")


def _commit(connection: Connection) -> None:
    if connection.in_transaction():  # some of the work was done by SQLAlchemy, which thinks that it began
        connection.commit()
    else:
        with as_ours(connection):
            connection.connection.commit()


def _done(connection: Connection, batch: list[_Job]) -> list[object]:
    """What becomes of each."""
    rows: dict[Statement, list[Mapping[str, object]]] = {}
    for job in batch:
        if isinstance(job.work, Row):
            rows.setdefault(job.work.statement, []).append(job.work.values)
    together = {statement: values for statement, values in rows.items() if len(values) > 1}
    for statement, values in together.items():
        if statement.run_all(connection, values) != len(values):
            raise _SomeThereAlready
    results: list[object] = []
    for job in batch:
        written = isinstance(job.work, Row) and job.work.statement in together
        results.append(True if written else job.work(connection))
    return results


def _in_loop(batch: list[_Job], function: Callable[..., None], *given: object) -> bool:
    """Lets the loop do something for all who wait for a batch, with one call into it; False: nobody waits any more."""
    try:
        batch[0].loop.call_soon_threadsafe(function, batch, *given)
    except RuntimeError:  # the loop is closed
        return False
    return True


def _pass_the_time(batch: list[_Job]) -> None:
    for job in batch:
        meanwhile, job.meanwhile = job.meanwhile, None  # once, even if the batch has to be written again
        if meanwhile is not None:
            try:
                meanwhile()
            except Exception:
                LOG.exception("what could be done meanwhile was not")
