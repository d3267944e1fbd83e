"""failed sign-ins and other events that limits count, for all processes together."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade():
    """Make the table; its rows are of no workspace."""
    op.create_table(
        "limit_hit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_limit_hit")),
    )
    op.create_index("ix_limit_hit_key", "limit_hit", ["key", "at"])
    op.create_index("ix_limit_hit_at", "limit_hit", ["at"])


def downgrade():
    """Forget the counts."""
    op.drop_table("limit_hit")
