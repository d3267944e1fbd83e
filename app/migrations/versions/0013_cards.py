"""rows of the sample table."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Make the table and put it behind the policy."""
    op.create_table(
        "table_row",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("number", BigInt, nullable=False),
        sa.Column("avatar", sa.String(length=500), nullable=False),
        sa.Column("full_name", sa.String(length=120), nullable=False),
        sa.Column("post", sa.String(length=120), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("city", sa.String(length=80), nullable=False),
        sa.Column("start_date", sa.Date(), nullable=False),
        sa.Column("salary_cents", BigInt, nullable=False),
        sa.Column("age", sa.Integer(), nullable=False),
        sa.Column("experience", sa.Integer(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("said", sa.String(length=1500), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_table_row_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_row")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_table_row_workspace_id_id")),
    )
    op.create_index("uq_table_row_number", "table_row", ["workspace_id", "number"], unique=True)
    protect(op.get_bind(), ["table_row"])


def downgrade():
    """Remove the table with everything in it."""
    op.drop_table("table_row")
