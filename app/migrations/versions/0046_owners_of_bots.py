"""who answers for a bot."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade():
    """Add the column."""
    with op.batch_alter_table("bot") as batch:
        batch.add_column(sa.Column("owner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True))


def downgrade():
    """Remove it."""
    with op.batch_alter_table("bot") as batch:
        batch.drop_column("owner_id")
