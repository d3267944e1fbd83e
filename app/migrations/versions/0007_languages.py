"""what a workspace made of the interface's languages."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade():
    """Give workspaces the column; altered in place, as SQLite cannot make anew what is pointed at."""
    op.add_column("workspace", sa.Column("languages", sa.JSON(), server_default=sa.text("'{}'"), nullable=False))


def downgrade():
    """Remove it."""
    op.drop_column("workspace", "languages")
