"""Deals that several tables play."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0007"


def upgrade() -> None:
    """Adds the tables and columns."""
    op.create_table(
        "deals",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("drawn", sa.BigInteger, nullable=False),
        sa.Column("published", sa.BigInteger),
    )
    op.add_column("tables", sa.Column("deal", sa.Text))
    op.add_column("tables", sa.Column("concealed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_tables_deal", "tables", ["deal"])
