"""contents of conversations that a client's policy has erased."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None

KEPT = sa.text("erased_days IS NULL")
MEDIA = sa.text("kind = 'media' AND erased_days IS NULL")


def upgrade():
    """Add the columns, and the indexes by which what is too old is found."""
    for table in ("conversation", "message"):
        op.add_column(table, sa.Column("erased_days", sa.Integer(), nullable=True))
    op.create_index(
        "ix_conversation_kept", "conversation", ["workspace_id", "client_id", "started_at"],
        sqlite_where=KEPT, postgresql_where=KEPT,
    )  # fmt: skip
    op.create_index(
        "ix_message_media", "message", ["workspace_id", "sent_at"], sqlite_where=MEDIA, postgresql_where=MEDIA
    )


def downgrade():
    """Remove them."""
    op.drop_index("ix_message_media", "message")
    op.drop_index("ix_conversation_kept", "conversation")
    for table in ("message", "conversation"):
        op.drop_column(table, "erased_days")
