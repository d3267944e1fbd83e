"""as whom a session looks at the application, and until when."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade():
    """Add the columns."""
    with op.batch_alter_table("auth_session") as batch:
        batch.add_column(sa.Column("viewing_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True))
        batch.add_column(sa.Column("viewing_until", sa.DateTime(), nullable=True))


def downgrade():
    """Remove them."""
    with op.batch_alter_table("auth_session") as batch:
        batch.drop_column("viewing_until")
        batch.drop_column("viewing_id")
