"""Migrates a database to the current schema, and checks that it can be written; `serve` does both when it starts."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from schatzkammer.table.store.database import BadDatabase

HEAD = "0003"


def migrate(engine: Engine) -> None:
    """Runs missing migrations, after a backup; of several workers that start at once, only one does."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            from schatzkammer.table.store import postgres  # the driver is optional

            postgres.disable_timeouts(connection)
            connection.execute(text("SELECT pg_advisory_xact_lock(6021023)"))
        revision = current_revision(connection)
        if revision is not None and revision > HEAD:
            raise BadDatabase(
                f"The database has schema {revision} of a later release, and this one knows none after {HEAD}: "
                "install that release, or go back with its `rollback`."
            )
        if revision != HEAD:
            if revision is not None:
                from schatzkammer.table.store.backup import back_up_before_migration

                back_up_before_migration(connection)
            upgrade(connection, HEAD)


def current_revision(connection: Connection) -> str | None:
    """The revision of a database's schema; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return revision


def check_writable(engine: Engine) -> None:
    """Commits a change that changes nothing: a full disk refuses it, while reading may still work."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "sqlite":
            version = connection.execute(text("PRAGMA user_version")).scalar_one()
            connection.execute(text(f"PRAGMA user_version = {int(version)}"))
        elif connection.execute(text("SHOW transaction_read_only")).scalar() == "on":
            raise BadDatabase("The database is read-only: DATABASE_URL must name the primary server, not a replica.")


def upgrade(connection: Connection, revision: str) -> None:
    """Runs the migrations up to a revision."""
    # Imported late: starts are faster when the database is up to date.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
