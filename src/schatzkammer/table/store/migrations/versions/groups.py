"""Groups with their seasons; decisions from reviews, by seat; whom readers mute; reports to the operator."""

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Adds the tables, and what kept reviews say about decisions."""
    op.create_table(
        "groups",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "group_members",
        sa.Column("group_id", sa.Text, sa.ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("identity_id", sa.Text, primary_key=True),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("owner", sa.Boolean, nullable=False),
    )
    op.create_index("ix_group_members_identity_id", "group_members", ["identity_id"])
    op.create_table(
        "seasons",
        sa.Column("group_id", sa.Text, sa.ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("start", sa.BigInteger, primary_key=True),
        sa.Column("until", sa.BigInteger),
        sa.Column("utc_offset", sa.Integer, nullable=False),
        sa.Column("games", sa.Text, nullable=False),
        sa.Column("points", sa.Text, nullable=False),
        sa.Column("least", sa.Integer, nullable=False),
    )
    op.add_column("tables", sa.Column("group_id", sa.Text))
    op.create_index("ix_tables_group_id", "tables", ["group_id", "touched"])
    op.create_table(
        "decisions",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("loss", sa.Double, nullable=False),
        sa.Column("squares", sa.Double, nullable=False),
    )
    op.create_table(
        "muted",
        sa.Column("reader_id", sa.Text, sa.ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("identity_id", sa.Text, sa.ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("ix_muted_identity_id", "muted", ["identity_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("identity_id", sa.Text, sa.ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("about_id", sa.Text, sa.ForeignKey("identities.id", ondelete="CASCADE")),
        sa.Column("about", sa.Text),
        sa.Column("line", sa.Text),
        sa.Column("closed", sa.BigInteger),
    )
    op.create_index("ix_reports_identity_id", "reports", ["identity_id"])
    op.create_index("ix_reports_about_id", "reports", ["about_id"])
    _fill_decisions(op.get_bind())


def _fill_decisions(connection: sa.Connection) -> None:
    """Counts the decisions of the reviews that are kept; each is read by itself, for they are large."""
    reviews = sa.table("reviews", sa.column("table_id", sa.Text), sa.column("data", sa.LargeBinary))
    decisions = sa.table("decisions", *(sa.column(name) for name in ("table_id", "seat", "number", "loss", "squares")))
    kept = connection.execute(sa.select(reviews.c.table_id).where(reviews.c.data.is_not(None))).scalars().all()
    for table_id in kept:
        data = connection.execute(sa.select(reviews.c.data).where(reviews.c.table_id == table_id)).scalar_one()
        rows = []
        for seat in msgspec.json.decode(data)["seats"]:
            losses = [one["loss_win"] for one in seat["decisions"] if one["real"]]
            rows.append(
                {
                    "table_id": table_id,
                    "seat": seat["seat"],
                    "number": len(losses),
                    "loss": sum(losses),
                    "squares": sum(loss * loss for loss in losses),
                }
            )
        connection.execute(sa.insert(decisions), rows)
