"""Browsers that were signed out."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Remembers the sessions whose cookies are void. Sessions ended before this migration are forgotten."""
    op.create_table("ended_sessions", sa.Column("session", sa.Text, primary_key=True))
