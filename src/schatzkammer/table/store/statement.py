"""Precompiled SQL statements for the hot paths: every move and every connecting client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import BindParameter, ClauseElement, Connection, Table, bindparam, update
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


class SomeExist(Exception):
    """Some rows of several exist already; it is not known which."""


class Row(NamedTuple):
    """A row to be inserted, and what changes in its owner's row if it is new."""

    values: Mapping[str, object]
    changes: Mapping[str, object] | None = None


class Append:
    """Inserts rows whose keys are new; each may change some columns of the row that it belongs to, its owner.

    On PostgreSQL one statement does it for any number of rows; where nothing else is to be done, it is a transaction.
    """

    def __init__(self, table: Table, owner: Table, changes: Sequence[str]) -> None:
        """The first column of `table` is the id of its row's owner."""
        self._key = [column.name for column in table.primary_key.columns]
        self._columns = [column.name for column in table.columns]
        self._changes = list(changes)
        self._insert = insert_new(table)
        changed: dict[str, BindParameter[object]] = {name: bindparam(name) for name in changes}
        self._update = Statement(update(owner).where(owner.c.id == bindparam("owner")).values(changed))
        key, columns = ", ".join(self._key), ", ".join(self._columns)
        self._sql = (
            f"INSERT INTO {table.name} ({columns}) SELECT * FROM {_unnested(table, self._columns)} "  # noqa: S608  names only
            f"ON CONFLICT DO NOTHING RETURNING {key}"
        )
        setting = ", ".join(f"{name} = new.{name}" for name in changes)
        lists = (
            f"{_unnested(table, self._key, 'of_')[:-1]}, {_unnested(owner, changes, 'new_').removeprefix('unnest(')}"
        )
        self._sql_changing = (
            f"WITH added AS ({self._sql}), "  # noqa: S608
            f"changed AS (UPDATE {owner.name} SET {setting} FROM {lists} AS new({key}, {', '.join(changes)}) "
            f"WHERE {owner.name}.id = new.{self._key[0]} AND ({', '.join('new.' + name for name in self._key)}) "
            f"IN (SELECT {key} FROM added)) SELECT {key} FROM added"
        )

    def execute(self, connection: Connection, rows: Sequence[Row]) -> list[bool]:
        """Inserts rows and says which were new; SQLite raises SomeExist if it is not known which."""
        if connection.dialect.name == "postgresql":
            return self._execute_at_once(connection, rows)
        added = self._insert.execute(connection, *[row.values for row in rows]).rowcount
        if added != len(rows):
            if len(rows) > 1:
                raise SomeExist
            return [False]
        changes = [{**row.changes, "owner": row.values[self._key[0]]} for row in rows if row.changes is not None]
        if changes:
            self._update.execute(connection, *changes)
        return [True] * len(rows)

    def _execute_at_once(self, connection: Connection, rows: Sequence[Row]) -> list[bool]:
        # In the same order in every worker: they would wait for each other's rows.
        ordered = sorted(rows, key=self._key_of)
        values: dict[str, object] = {name: [row.values[name] for row in ordered] for name in self._columns}
        changing = [(row, row.changes) for row in ordered if row.changes is not None]
        for name in self._key if changing else ():
            values[f"of_{name}"] = [row.values[name] for row, _ in changing]
        for name in self._changes if changing else ():
            values[f"new_{name}"] = [changes[name] for _, changes in changing]
        try:
            cursor = connection.connection.cursor()
            cursor.execute(self._sql_changing if changing else self._sql, values)
            added = set(cursor.fetchall())
        except connection.dialect.loaded_dbapi.Error as error:
            raise wrapped(connection, error) from error
        return [self._key_of(row) in added for row in rows]

    def _key_of(self, row: Row) -> tuple[object, ...]:
        return tuple([row.values[name] for name in self._key])


def _unnested(table: Table, columns: Sequence[str], prefix: str = "") -> str:
    """PostgreSQL's rows of these columns, given as one list for each."""
    types = [table.columns[name].type.compile(dialect=postgresql.dialect()) for name in columns]  # type: ignore[no-untyped-call]
    return f"unnest({', '.join(f'%({prefix}{name})b::{kind}[]' for name, kind in zip(columns, types, strict=True))})"


def wrapped(connection: Connection, error: Exception) -> Exception:
    """A driver's error as SQLAlchemy would raise it."""
    return DBAPIError.instance(None, None, error, connection.dialect.loaded_dbapi.Error)
