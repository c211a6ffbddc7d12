"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates all tables."""
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "identities",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("login", sa.Text, unique=True),
        sa.Column("password", sa.Text),
        sa.Column("token", sa.Text, unique=True),
        sa.Column("owner", sa.Text, sa.ForeignKey("identities.id")),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("blocked", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_identities_owner", "identities", ["owner"])
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("opened", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("lease", sa.BigInteger),
    )
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("ix_tables_status", "tables", ["status", "touched"])
    _of_tables()


def _of_tables() -> None:
    """Creates the tables whose rows are deleted with their table."""
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, _of("tables"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Text, _of("tables"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("table_id", sa.Text, _of("tables"), primary_key=True),
        sa.Column("identity_id", sa.Text, _of("identities"), primary_key=True),
        sa.Column("seated", sa.Boolean, nullable=False),
    )
    op.create_index("ix_members_identity_id", "members", ["identity_id"])
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.Text, _of("tables"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("identity_id", sa.Text, _of("identities"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_chat_table_id", "chat", ["table_id", "id"])


def _of(name: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{name}.id", ondelete="CASCADE")
