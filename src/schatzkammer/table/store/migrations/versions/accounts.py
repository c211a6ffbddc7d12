"""Sessions of browsers, recovery codes, what names look like, and duties of the server."""

import time

import sqlalchemy as sa
from alembic import op

from schatzkammer.table.names import skeletons

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the tables; stores the skeletons of all accounts' names, also of those that look alike."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        _of_identity(),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("browser", sa.Text, nullable=False),
        sa.Column("system", sa.Text, nullable=False),
    )
    op.create_index("ix_sessions_identity_id", "sessions", ["identity_id"])
    op.create_table("recovery_codes", sa.Column("digest", sa.Text, primary_key=True), _of_identity())
    op.create_index("ix_recovery_codes_identity_id", "recovery_codes", ["identity_id"])
    op.create_table(
        "duties",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("lease", sa.BigInteger),
    )
    for column in ("skeleton", "skeleton_written"):
        op.add_column("identities", sa.Column(column, sa.Text))
        op.create_index(f"ix_identities_{column}", "identities", [column])
    op.create_index("ix_chat_identity_id", "chat", ["identity_id"])
    # When cookies of earlier releases were seen last is not known: they count from now on.
    settings = sa.table("settings", sa.column("name"), sa.column("value"))
    op.execute(settings.insert().values(name="sessions_since", value=str(time.time_ns() // 1_000_000)))
    _look_at_names()


def _of_identity() -> sa.Column[str]:
    return sa.Column("identity_id", sa.Text, sa.ForeignKey("identities.id", ondelete="CASCADE"), nullable=False)


def _look_at_names() -> None:
    names = ("id", "name", "login", "skeleton", "skeleton_written")
    identities = sa.table("identities", *[sa.column(name, sa.Text) for name in names])
    connection = op.get_bind()
    accounts = sa.select(identities.c.id, identities.c.name).where(identities.c.login.is_not(None))
    for account, name in connection.execute(accounts).all():
        folded, written = skeletons(name)
        values = {"skeleton": folded, "skeleton_written": written}
        connection.execute(identities.update().where(identities.c.id == account).values(values))
