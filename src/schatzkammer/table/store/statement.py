"""Precompiled SQL statements for the hot paths: every move and every connecting client."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ClauseElement, Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError


class Statement:
    """A statement handed to the driver as SQL text: SQLAlchemy takes longer to build it than to execute it."""

    def __init__(self, statement: ClauseElement | None = None, **by_dialect: ClauseElement) -> None:
        self._statement = statement
        self._by_dialect = by_dialect
        self._compiled: dict[str, tuple[str, dict[str, object]]] = {}

    def execute(self, connection: Connection, *rows: Mapping[str, object]) -> DBAPICursor:
        """Executes the statement for each of these rows of values; columns come as the driver returns them."""
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


def insert_new(table: Table) -> Statement:
    """Inserts a row unless its key exists."""
    return Statement(
        sqlite=sqlite.insert(table).on_conflict_do_nothing(),
        postgresql=postgresql.insert(table).on_conflict_do_nothing(),
    )


def wrapped(connection: Connection, error: Exception) -> Exception:
    """A driver's error as SQLAlchemy would raise it."""
    return DBAPIError.instance(None, None, error, connection.dialect.loaded_dbapi.Error)
