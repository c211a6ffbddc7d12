"""Sessions that have ended."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Stores the sessions whose cookies are void, from now on."""
    op.create_table("ended_sessions", sa.Column("session", sa.Text, primary_key=True))
