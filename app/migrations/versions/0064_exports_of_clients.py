"""exports of all that a client has."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None


def upgrade():
    """Add the columns."""
    op.add_column("export", sa.Column("of_client", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True))
    op.add_column("export", sa.Column("client_name", sa.String(60), nullable=True))


def downgrade():
    """Take them away."""
    op.drop_column("export", "client_name")
    op.drop_column("export", "of_client")
