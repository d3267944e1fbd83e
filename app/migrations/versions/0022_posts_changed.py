"""Posts and comments that are changed by who wrote them, and taken away by somebody who can bring them back."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Give posts the times of both, and who took them away."""
    for column in ("edited_at", "deleted_at"):
        op.add_column("post", sa.Column(column, sa.DateTime(), nullable=True))
    op.add_column("post", sa.Column("deleted_by", BigInt, nullable=True))


def downgrade():
    """Remove them; what was taken away is there again."""
    for column in ("deleted_by", "deleted_at", "edited_at"):
        op.drop_column("post", column)
