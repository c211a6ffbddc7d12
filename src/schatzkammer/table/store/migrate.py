"""Migrates a database to the current schema, and checks that it can be written; `serve` does both when it starts."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from schatzkammer.core.errors import BadInput

HEAD = "0003"


class BadSchema(BadInput):
    """The database has a schema that this version does not know."""


class ReadOnly(BadInput):
    """The database accepts no changes."""


def migrate(engine: Engine) -> None:
    """Runs missing migrations; of several workers that start at once, only one does."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            from schatzkammer.table.store import postgres  # the driver is optional

            postgres.disable_timeouts(connection)
            connection.execute(text("SELECT pg_advisory_xact_lock(6021023)"))
        current = current_schema(connection)
        if current != HEAD:
            _upgrade(connection, current)


def current_schema(connection: Connection) -> str | None:
    """The schema of a database; None if it has none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def check_writable(engine: Engine) -> None:
    """Commits a change that changes nothing: a full disk refuses it, while reading may still work."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "sqlite":
            version = connection.execute(text("PRAGMA user_version")).scalar_one()
            connection.execute(text(f"PRAGMA user_version = {int(version)}"))
        elif connection.execute(text("SHOW transaction_read_only")).scalar() == "on":
            raise ReadOnly("The database is read-only: DATABASE_URL must name the primary server, not a replica.")


def _upgrade(connection: Connection, current: str | None) -> None:
    # Imported late: starts are faster when the database is up to date.
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise BadSchema(
            f"The database has schema {current}, and this version of Schatzkammer knows none after {HEAD}: "
            "install the newer version that wrote it, or use another database."
        ) from None
