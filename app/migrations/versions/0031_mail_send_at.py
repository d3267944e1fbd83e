"""A mail waits a few seconds before it is sent, so that sending can be undone."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade():
    """Add the time at which a draft is sent."""
    op.add_column("mail", sa.Column("send_at", sa.DateTime(), nullable=True))


def downgrade():
    """Remove it: what waits stays a draft."""
    with op.batch_alter_table("mail") as table:
        table.drop_column("send_at")
