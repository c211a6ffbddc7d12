"""Statements that are executed for every move and every client who comes: turned into SQL once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError


class Statement:
    """A statement that is handed to the driver as it is: building and compiling it costs more than it does."""

    def __init__(self, statement: ClauseElement | None = None, **by_dialect: ClauseElement) -> None:
        self._statement = statement
        self._by_dialect = by_dialect
        self._compiled: dict[str, tuple[str, dict[str, object]]] = {}

    def run(self, connection: Connection, values: Mapping[str, object]) -> int:
        """Executes it; how many rows were written."""
        return int(self._executed(connection, values).rowcount)

    def run_all(self, connection: Connection, rows: Sequence[Mapping[str, object]]) -> int:
        """Executes it for each of these; how many rows were written in all."""
        sql, fixed = self._compiled_for(connection)
        given = [{**fixed, **values} for values in rows] if fixed else rows
        with as_ours(connection):
            cursor = connection.connection.cursor()
            cursor.executemany(sql, given)
        return int(cursor.rowcount)

    def rows(self, connection: Connection, values: Mapping[str, object]) -> Sequence[tuple[Any, ...]]:
        """What it finds: columns as the driver gives them, in the order of the statement."""
        found: Sequence[tuple[Any, ...]] = self._executed(connection, values).fetchall()
        return found

    def _executed(self, connection: Connection, values: Mapping[str, object]) -> DBAPICursor:
        sql, fixed = self._compiled_for(connection)
        with as_ours(connection):
            cursor = connection.connection.cursor()
            cursor.execute(sql, {**fixed, **values})
        return cursor

    def _compiled_for(self, connection: Connection) -> tuple[str, dict[str, object]]:
        """The SQL, and those of its values that never change."""
        dialect = connection.dialect.name
        if dialect not in self._compiled:
            statement = self._by_dialect.get(dialect, self._statement)
            if statement is None:
                raise LookupError(dialect)
            compiled = statement.compile(connection.engine)
            fixed = {name: value for name, value in (compiled.params or {}).items() if value is not None}
            self._compiled[dialect] = str(compiled), fixed
        return self._compiled[dialect]


@contextmanager
def as_ours(connection: Connection) -> Iterator[None]:
    """What the driver says went wrong, as SQLAlchemy says it."""
    base = connection.dialect.loaded_dbapi.Error
    try:
        yield
    except base as error:
        raise DBAPIError.instance(None, None, error, base) from error
