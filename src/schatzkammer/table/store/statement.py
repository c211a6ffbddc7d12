"""Statements that are executed for every move and every client who comes: turned into SQL once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

    def rows(self, connection: Connection, values: Mapping[str, object]) -> Sequence[tuple[Any, ...]]:
        """What it finds: columns as the driver gives them, in the order of the statement."""
        found: Sequence[tuple[Any, ...]] = self._executed(connection, values).fetchall()
        return found

    def _executed(self, connection: Connection, values: Mapping[str, object]) -> DBAPICursor:
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            statement = self._by_dialect.get(dialect.name, self._statement)
            if statement is None:
                raise LookupError(dialect.name)
            compiled = statement.compile(connection.engine)
            fixed = {name: value for name, value in (compiled.params or {}).items() if value is not None}
            self._compiled[dialect.name] = str(compiled), fixed
        sql, fixed = self._compiled[dialect.name]
        cursor = connection.connection.cursor()
        try:
            cursor.execute(sql, {**fixed, **values})
        except dialect.loaded_dbapi.Error as error:
            raise DBAPIError(None, None, error) from error
        return cursor
