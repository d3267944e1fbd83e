"""the day from which a workspace asks everybody for a second factor."""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade():
    """Add the column."""
    op.add_column("workspace", sa.Column("second_factor_from", sa.Date(), nullable=True))


def downgrade():
    """Take the column away."""
    op.drop_column("workspace", "second_factor_from")
