"""Duplicate evenings and cups."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Adds the tables."""
    op.create_table(
        "evenings",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_evenings_phase", "evenings", ["phase", "touched"])
    op.create_table(
        "evening_people",
        sa.Column("evening_id", sa.Text, sa.ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("identity_id", sa.Text, sa.ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("ix_evening_people_identity_id", "evening_people", ["identity_id"])
