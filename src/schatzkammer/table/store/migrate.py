"""Brings a database to the present schema, whatever it was before; `serve` does this by itself."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

HEAD = "0003"


def migrate(engine: Engine) -> None:
    """Runs the migrations that are missing; of several workers that start at once one does it."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            from schatzkammer.table.store import postgres  # the driver need not be installed

            postgres.take_time(connection)
            connection.execute(text("SELECT pg_advisory_xact_lock(6021023)"))
        if _present(connection) != HEAD:
            _upgrade(connection)


def _present(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    # Imported here: a server whose database is up to date starts without it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
