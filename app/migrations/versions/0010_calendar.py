"""calendar."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Make the table and put it behind the policy."""
    op.create_table(
        "calendar_event",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("number", BigInt, nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("url", sa.String(length=2000), nullable=False),
        sa.Column("calendar", sa.String(length=20), nullable=False),
        sa.Column("is_all_day", sa.Boolean(), nullable=False),
        sa.Column("start_at", sa.DateTime(), nullable=True),
        sa.Column("end_at", sa.DateTime(), nullable=True),
        sa.Column("first_day", sa.Date(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("start_text", sa.String(length=40), nullable=True),
        sa.Column("end_text", sa.String(length=40), nullable=True),
        sa.Column("display", sa.String(length=40), nullable=False),
        sa.Column("extended_props", sa.JSON(), nullable=False),
        sa.Column("given", sa.String(length=80), nullable=False),
        sa.Column("uid", sa.String(length=255), nullable=False),
        sa.Column("is_deleted", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_calendar_event_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_event")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_calendar_event_workspace_id_id")),
    )
    op.create_index("uq_calendar_event_number", "calendar_event", ["workspace_id", "number"], unique=True)
    op.create_index("ix_calendar_event_start", "calendar_event", ["workspace_id", "is_deleted", "start_at"])
    op.create_index("ix_calendar_event_day", "calendar_event", ["workspace_id", "is_deleted", "first_day"])
    op.create_index("ix_calendar_event_uid", "calendar_event", ["workspace_id", "uid"])
    protect(op.get_bind(), ["calendar_event"])


def downgrade():
    """Remove the table with everything in it."""
    op.drop_table("calendar_event")
