"""rows of imports that can be corrected, why they do not fit in every language, and mappings that are remembered."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import expose, protect

revision = "0061"
down_revision = "0066"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Add the table and the columns."""
    op.add_column("master_import", sa.Column("columns_key", sa.String(length=64), server_default="", nullable=False))
    op.add_column("master_import", sa.Column("mapped_as", BigInt, nullable=True))
    op.add_column("master_import", sa.Column("revision", sa.Integer(), server_default="1", nullable=False))
    op.create_index("ix_master_import_columns", "master_import", ["workspace_id", "columns_key", "id"])
    op.add_column("master_import_error", sa.Column("code", sa.String(length=40), server_default="", nullable=False))
    op.add_column("master_import_error", sa.Column("params", sa.JSON(), server_default="{}", nullable=False))
    op.create_table(
        "master_row",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("import_id", BigInt, nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=7), nullable=False),
        sa.Column("cells", sa.JSON(), nullable=False),
        sa.Column("given", sa.JSON(), nullable=False),
        sa.Column("action", sa.String(length=9), nullable=False),
        sa.Column("warned", sa.Boolean(), nullable=False),
        sa.Column("keys", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id", "import_id"],
            ["master_import.workspace_id", "master_import.id"],
            name=op.f("fk_master_row_workspace_id_import_id"),
        ),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_master_row_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_master_row")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_master_row_workspace_id_id")),
    )
    op.create_index("uq_master_row", "master_row", ["workspace_id", "import_id", "row"], unique=True)
    op.create_index("ix_master_row_state", "master_row", ["workspace_id", "import_id", "state", "row"])
    protect(op.get_bind(), ["master_row"])


def downgrade():
    """Remove them."""
    if op.get_bind().dialect.name == "postgresql":
        expose(op.get_bind(), ["master_row"])
    op.drop_table("master_row")
    op.drop_column("master_import_error", "params")
    op.drop_column("master_import_error", "code")
    op.drop_index("ix_master_import_columns", "master_import")
    for name in ("revision", "mapped_as", "columns_key"):
        op.drop_column("master_import", name)
