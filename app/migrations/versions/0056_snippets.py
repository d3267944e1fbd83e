"""text snippets."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import expose, protect

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Add the table."""
    op.create_table(
        "text_snippet",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_text_snippet_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_text_snippet")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_text_snippet_workspace_id_id")),
    )
    op.create_index("uq_text_snippet_key", "text_snippet", ["workspace_id", "key"], unique=True)
    protect(op.get_bind(), ["text_snippet"])


def downgrade():
    """Remove the table."""
    if op.get_bind().dialect.name == "postgresql":
        expose(op.get_bind(), ["text_snippet"])
    op.drop_table("text_snippet")
