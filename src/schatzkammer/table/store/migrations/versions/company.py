"""Who is muted at a table, or may not enter it; the time that timers count."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Stores the former with memberships, the latter with entries; so far it is nobody, and the entry's own time."""
    op.add_column("entries", sa.Column("clock", sa.BigInteger))
    for column in ("muted", "kept_out"):
        op.add_column("members", sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false()))
