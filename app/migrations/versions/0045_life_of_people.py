"""when people were deactivated, until when they are locked, and what they may do beyond their role."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0042"
branch_labels = None
depends_on = None

LISTED = ["workspace_id", "deleted_at", "role", "current_plan", "status"]


def upgrade():
    """Add the columns, and to the index of lists those that tell a state."""
    with op.batch_alter_table("user") as batch:
        batch.add_column(sa.Column("extra_abilities", sa.JSON(), nullable=False, server_default="[]"))
        batch.add_column(sa.Column("deactivated_at", sa.DateTime(), nullable=True))
        batch.add_column(sa.Column("locked_until", sa.DateTime(), nullable=True))
        batch.drop_index("ix_user_listed")
    op.create_index("ix_user_listed", "user", [*LISTED, "deactivated_at", "locked_until"])


def downgrade():
    """Remove them."""
    op.drop_index("ix_user_listed", "user")
    with op.batch_alter_table("user") as batch:
        batch.drop_column("locked_until")
        batch.drop_column("deactivated_at")
        batch.drop_column("extra_abilities")
    op.create_index("ix_user_listed", "user", LISTED)
