"""who made a token: a program may do no more than they."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0056"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Add the column; tokens from before opened nothing and go on doing so."""
    op.add_column("bot_token", sa.Column("created_by", BigInt, nullable=True))


def downgrade():
    """Remove the column."""
    op.drop_column("bot_token", "created_by")
