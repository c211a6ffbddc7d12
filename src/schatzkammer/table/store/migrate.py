"""Migrates a database to the current schema, and checks that it can be written; `serve` does both when it starts."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from schatzkammer.core.text import Phrase
from schatzkammer.table.errors import WORDS
from schatzkammer.table.store.database import BadDatabase

HEAD = "0012"


def migrate(engine: Engine) -> None:
    """Runs missing migrations, after a backup; of several workers that start at once, only one does."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            from schatzkammer.table.store import postgres  # the driver is optional

            postgres.disable_timeouts(connection)
            connection.execute(text("SELECT pg_advisory_xact_lock(6021023)"))
        revision = current_revision(connection)
        if revision is not None and revision > HEAD:
            raise BadDatabase(Phrase(WORDS, "database.newer", schema=revision, head=HEAD))
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
        write_nothing(connection)


def write_nothing(connection: Connection) -> None:
    """Makes the next commit write to the disk, without changing anything; raises BadDatabase if it is read-only."""
    if connection.dialect.name == "sqlite":
        version = connection.execute(text("PRAGMA user_version")).scalar_one()
        connection.execute(text(f"PRAGMA user_version = {int(version)}"))  # unlike a row, always written
    elif connection.execute(text("SHOW transaction_read_only")).scalar() == "on":
        raise BadDatabase(Phrase(WORDS, "database.replica"))
    else:
        connection.execute(text("SELECT pg_logical_emit_message(true, 'schatzkammer', '')"))


def upgrade(connection: Connection, revision: str) -> None:
    """Runs the migrations up to a revision."""
    # Imported late: starts are faster when the database is up to date.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
