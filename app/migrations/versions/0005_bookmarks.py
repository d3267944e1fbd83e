"""bookmarks; what the search asks of conversations."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Make the table and put it behind the policy; let conversations be found by the end of a number."""
    op.create_table(
        "bookmark",
        sa.Column("id", BIG, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BIG, nullable=False),
        sa.Column("user_id", BIG, nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.Column("url", sa.String(length=2000), nullable=False),
        sa.Column("view", sa.String(length=64), nullable=False),
        sa.Column("folder", sa.String(length=60), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("figure", sa.JSON(), nullable=True),
        sa.Column("figure_at", sa.DateTime(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_bookmark_workspace_id")),
        sa.ForeignKeyConstraint(
            ["workspace_id", "user_id"], ["user.workspace_id", "user.id"], name=op.f("fk_bookmark_workspace_id_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bookmark")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_bookmark_workspace_id_id")),
    )
    op.create_index("uq_bookmark_view", "bookmark", ["workspace_id", "user_id", "view"], unique=True)
    op.create_index("ix_contact_last4", "contact", ["workspace_id", "last4"])
    connection = op.get_bind()
    protect(connection, ["bookmark"])
    if connection.dialect.name == "postgresql":
        from app.reports.history.search import create_newest

        create_newest(connection)


def downgrade():
    """Remove them."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION newest_messages_with(tsquery, integer)")
    op.drop_index("ix_contact_last4", "contact")
    op.drop_table("bookmark")
