"""events that waiting pages are told of."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Make the table and put it behind the policy."""
    op.create_table(
        "live_event",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("number", BigInt, nullable=False),
        sa.Column("user_id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_live_event_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_live_event")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_live_event_workspace_id_id")),
    )
    op.create_index("ix_live_event_person", "live_event", ["workspace_id", "user_id", "number"])
    protect(op.get_bind(), ["live_event"])


def downgrade():
    """Remove the table with everything in it."""
    op.drop_table("live_event")
