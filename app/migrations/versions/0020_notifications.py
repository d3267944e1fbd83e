"""Notifications, whose blog posts are, and who brought imports."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OF_WHOM = ("blog_post", "import")


def upgrade():
    """Make the table, put it behind the policy, and give posts and imports a person."""
    op.create_table(
        "notification",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("user_id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("what", sa.String(length=200), nullable=False),
        sa.Column("link", sa.String(length=200), nullable=False),
        sa.Column("actor_id", BigInt, nullable=True),
        sa.Column("actor", sa.String(length=120), nullable=False),
        sa.Column("avatar", sa.String(length=500), nullable=False),
        sa.Column("read_at", sa.DateTime(), nullable=True),
        sa.Column("deleted_at", sa.DateTime(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_notification_workspace_id")),
        sa.ForeignKeyConstraint(
            ["workspace_id", "user_id"], ["user.workspace_id", "user.id"], ondelete="CASCADE",
            name=op.f("fk_notification_workspace_id_user_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_notification_workspace_id_id")),
    )  # fmt: skip
    for name, columns in (("user", ("deleted_at",)), ("unread", ("read_at", "deleted_at"))):
        op.create_index(f"ix_notification_{name}", "notification", ["workspace_id", "user_id", *columns, "id"])
    protect(op.get_bind(), ["notification"])
    for name in OF_WHOM:
        op.add_column(name, sa.Column("user_id", BigInt, nullable=True))


def downgrade():
    """Remove all of it."""
    for name in OF_WHOM:
        op.drop_column(name, "user_id")
    op.drop_table("notification")
