"""Notices that it is somebody's turn: where to, what about, and what became of them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Adds the tables; nobody is told anything before they ask for it."""
    op.create_table(
        "notice_settings", _of("identities", "identity_id"), sa.Column("data", sa.LargeBinary, nullable=False)
    )
    op.create_table(
        "notice_channels",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("identity_id", sa.Text, sa.ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
        sa.Column("session_id", sa.Text, sa.ForeignKey("sessions.id", ondelete="CASCADE")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("kind", "address", "name")),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("since", sa.BigInteger),
        sa.Column("code", sa.Text),
        sa.Column("code_until", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("next", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("problem", sa.Text),
    )
    op.create_index("ix_notice_channels_identity_id", "notice_channels", ["identity_id"])
    op.create_index("ix_notice_channels_session_id", "notice_channels", ["session_id"])
    op.create_table(
        "notices",
        _of("notice_channels", "channel_id"),
        _of("tables", "table_id"),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("lease", sa.BigInteger),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("outcome", sa.Text),
    )
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_index("ix_notices_table_id", "notices", ["table_id"])
    op.create_table("notice_mutes", _of("identities", "identity_id"), _of("tables", "table_id"))
    op.create_index("ix_notice_mutes_table_id", "notice_mutes", ["table_id"])


def _of(name: str, column: str) -> sa.Column[str]:
    """A part of the primary key that refers to another table."""
    return sa.Column(column, sa.Text, sa.ForeignKey(f"{name}.id", ondelete="CASCADE"), primary_key=True)
