"""Who is muted at a table, or may not enter it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Stores it with the memberships; so far it is nobody."""
    for column in ("muted", "kept_out"):
        op.add_column("members", sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false()))
