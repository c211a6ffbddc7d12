"""Whose turn it is, for lists of tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Tables and entries tell who owes a decision; at tables that are played that is known from the next entry on."""
    for table in ("tables", "entries"):
        op.add_column(table, sa.Column("owing", sa.Integer, nullable=False, server_default="0"))
