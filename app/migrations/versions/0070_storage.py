"""Which process works on the answer to an idempotency key."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0065"
branch_labels = None
depends_on = None


def upgrade():
    """Add the column; the answers of before are all there."""
    op.add_column("idempotent_call", sa.Column("holder", sa.String(80), nullable=True))


def downgrade():
    """Remove the column."""
    op.drop_column("idempotent_call", "holder")
