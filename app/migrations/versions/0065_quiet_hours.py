"""hours in which a person wants no mail that they have not asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade():
    """Add the columns."""
    for name in ("quiet_from", "quiet_to"):
        op.add_column("user", sa.Column(name, sa.String(5), nullable=True))


def downgrade():
    """Remove them."""
    for name in ("quiet_to", "quiet_from"):
        op.drop_column("user", name)
