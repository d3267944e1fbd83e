"""comments wait for approval, and workspaces have the plan they were registered with."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade():
    """Add the columns; what is read already stays readable."""
    op.add_column("blog_comment", sa.Column("approved_at", sa.DateTime(), nullable=True))
    op.execute("UPDATE blog_comment SET approved_at = created_at")
    op.create_index("ix_blog_comment_waiting", "blog_comment", ["workspace_id", "approved_at", "id"])
    op.add_column("workspace", sa.Column("plan", sa.String(length=20), server_default="", nullable=False))


def downgrade():
    """Take the columns away; comments that wait go with them, for they were never shown."""
    op.drop_column("workspace", "plan")
    op.execute("DELETE FROM blog_comment WHERE approved_at IS NULL")
    op.drop_index("ix_blog_comment_waiting", "blog_comment")
    op.drop_column("blog_comment", "approved_at")
