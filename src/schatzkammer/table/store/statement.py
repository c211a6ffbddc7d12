"""Precompiled SQL statements for the hot paths: every move and every connecting client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError


class Statement:
    """A statement handed to the driver as SQL text: SQLAlchemy takes longer to build it than to execute it."""

    def __init__(self, statement: ClauseElement | None = None, **by_dialect: ClauseElement) -> None:
        self._statement = statement
        self._by_dialect = by_dialect
        self._compiled: dict[str, tuple[str, dict[str, object]]] = {}

    def run(self, connection: Connection, values: Mapping[str, object]) -> int:
        """Executes the statement; returns how many rows it wrote."""
        return int(self._executed(connection, values).rowcount)

    def run_all(self, connection: Connection, rows: Sequence[Mapping[str, object]]) -> int:
        """Executes the statement for each of these; returns how many rows it wrote in all."""
        sql, fixed = self._compiled.get(connection.dialect.name) or self._compile(connection)
        given = [{**fixed, **values} for values in rows] if fixed else rows
        try:
            cursor = connection.connection.cursor()
            if len(given) == 1:
                cursor.execute(sql, given[0])
            else:
                cursor.executemany(sql, given)
        except connection.dialect.loaded_dbapi.Error as error:
            raise wrapped(connection, error) from error
        return int(cursor.rowcount)

    def rows(self, connection: Connection, values: Mapping[str, object]) -> Sequence[tuple[Any, ...]]:
        """The rows found, with columns as the driver returns them."""
        found: Sequence[tuple[Any, ...]] = self._executed(connection, values).fetchall()
        return found

    def _executed(self, connection: Connection, values: Mapping[str, object]) -> DBAPICursor:
        sql, fixed = self._compiled.get(connection.dialect.name) or self._compile(connection)
        try:
            cursor = connection.connection.cursor()
            cursor.execute(sql, {**fixed, **values})
        except connection.dialect.loaded_dbapi.Error as error:
            raise wrapped(connection, error) from error
        return cursor

    def _compile(self, connection: Connection) -> tuple[str, dict[str, object]]:
        """The SQL for the connection's dialect, and its constant values."""
        dialect = connection.dialect.name
        statement = self._by_dialect.get(dialect, self._statement)
        if statement is None:
            raise LookupError(dialect)
        compiled = statement.compile(connection.engine)
        fixed = {name: value for name, value in (compiled.params or {}).items() if value is not None}
        self._compiled[dialect] = str(compiled), fixed
        return self._compiled[dialect]


def wrapped(connection: Connection, error: Exception) -> Exception:
    """A driver's error as SQLAlchemy would raise it."""
    return DBAPIError.instance(None, None, error, connection.dialect.loaded_dbapi.Error)
