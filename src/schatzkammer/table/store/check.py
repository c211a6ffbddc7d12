"""Checks that every table can be loaded from its log."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, func, select

from schatzkammer.core.errors import Error
from schatzkammer.table.errors import UNPLAYABLE, Refused
from schatzkammer.table.store import tables
from schatzkammer.table.store.schema import ENTRIES, TABLES

DAMAGE = (Error, msgspec.DecodeError, LookupError, TypeError, ValueError)  # what loading a damaged log raises


def sizes(connection: Connection) -> tuple[int, int]:
    """The numbers of tables and of log entries."""
    counts = [connection.execute(select(func.count()).select_from(table)).scalar() or 0 for table in (TABLES, ENTRIES)]
    return counts[0], counts[1]


def damaged_tables(connection: Connection) -> list[str]:
    """The ids of the tables whose log has a gap, cannot be read, or does not lead to a table."""
    table_ids = connection.execute(select(TABLES.c.id).order_by(TABLES.c.created)).scalars().all()
    return [table_id for table_id in table_ids if not _is_sound(connection, table_id)]


def _is_sound(connection: Connection, table_id: str) -> bool:
    try:
        log = tables.entries(connection, table_id)
        table = tables.load(connection, table_id)
    except Refused as refusal:
        return refusal.code in UNPLAYABLE
    except DAMAGE:
        return False
    versions = [entry.version for entry in log]
    return table is not None and versions == list(range(1, len(log) + 1)) and table.version >= len(log)
