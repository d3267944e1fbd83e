"""when jobs were handed to a broker, and when the installation's own work is due."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade():
    """Add the column and the table."""
    with op.batch_alter_table("job") as batch:
        batch.add_column(sa.Column("handed_at", sa.DateTime(), nullable=True))
    op.create_table(
        "schedule",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_schedule")),
    )


def downgrade():
    """Remove them."""
    op.drop_table("schedule")
    with op.batch_alter_table("job") as batch:
        batch.drop_column("handed_at")
