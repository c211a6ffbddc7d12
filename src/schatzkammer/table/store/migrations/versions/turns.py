"""Whose turn it is, for lists of tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Stores who owes a decision with tables and entries; games under way are correct from their next entry on."""
    for table in ("tables", "entries"):
        op.add_column(table, sa.Column("owing", sa.Integer, nullable=False, server_default="0"))
