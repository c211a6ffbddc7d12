"""Migrates a database to the current schema; `serve` does this when it starts."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

HEAD = "0003"


def migrate(engine: Engine) -> None:
    """Runs missing migrations; of several workers that start at once, only one does."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            from schatzkammer.table.store import postgres  # the driver is optional

            postgres.disable_timeouts(connection)
            connection.execute(text("SELECT pg_advisory_xact_lock(6021023)"))
        if _current(connection) != HEAD:
            _upgrade(connection)


def _current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    # Imported late: starts are faster when the database is up to date.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
