"""Results of finished games, ratings, and who may see a profile."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the tables; the server fills in the results of games that are over."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
    )
    op.create_index("ix_results_player", "results", ["player", "ended"])
    op.create_index("ix_results_game", "results", ["game", "ended"])
    op.create_table(
        "profiles",
        sa.Column("identity_id", sa.Text, sa.ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen_by", sa.Text, nullable=False),
    )
