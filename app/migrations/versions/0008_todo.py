"""tasks."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Make the table and put it behind the policy."""
    op.create_table(
        "task",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("number", BigInt, nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("title_key", sa.String(length=600), nullable=False),
        sa.Column("due_date", sa.Date(), nullable=True),
        sa.Column("description", sa.JSON(), nullable=False),
        sa.Column("assignee_name", sa.String(length=120), nullable=False),
        sa.Column("assignee_avatar", sa.String(length=500), nullable=False),
        sa.Column("tag_text", sa.String(length=60), nullable=False),
        sa.Column("is_completed", sa.Boolean(), nullable=False),
        sa.Column("is_deleted", sa.Boolean(), nullable=False),
        sa.Column("is_important", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_task_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_task")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_task_workspace_id_id")),
    )
    op.create_index("uq_task_number", "task", ["workspace_id", "number"], unique=True)
    op.create_index("ix_task_place", "task", ["workspace_id", "is_deleted", "place"])
    protect(op.get_bind(), ["task"])


def downgrade():
    """Remove the table with everything in it."""
    op.drop_table("task")
