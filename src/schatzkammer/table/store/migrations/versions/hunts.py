"""Deals that several tables play, and the hunts of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


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
    op.create_table(
        "hunts",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("ghosts", sa.Integer, nullable=False),
        sa.Column("lease", sa.BigInteger),
    )
    op.create_table(
        "hunt_plays",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("identity_id", sa.Text, sa.ForeignKey("identities.id", ondelete="SET NULL")),
        sa.Column("ghost", sa.Text),
        sa.Column("ended", sa.BigInteger),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.Column("gone", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_hunt_plays_day", "hunt_plays", ["day", "game"])
    op.create_index("ix_hunt_plays_identity_id", "hunt_plays", ["identity_id", "day", "game"], unique=True)
