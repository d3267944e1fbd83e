"""regression cases of bots, and why a version was published although some failed."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _own(name, holder, parent):
    """What both tables have: they belong to a row of another one."""
    return (
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column(f"{holder}_id", BigInt, nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.ForeignKeyConstraint(
            ["workspace_id", f"{holder}_id"],
            [f"{parent}.workspace_id", f"{parent}.id"],
            name=op.f(f"fk_{name}_workspace_id_{holder}_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def upgrade():
    """Make the tables, put them behind the policy, and add the reason to versions."""
    op.create_table(
        "bot_case",
        *_own("bot_case", "bot", "bot"),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("language", sa.String(length=12), nullable=True),
        sa.Column("source", sa.String(length=12), nullable=False),
        sa.Column("link", sa.String(length=300), nullable=True),
        sa.Column("turns", sa.JSON(), nullable=False),
        sa.Column("recording", sa.JSON(), nullable=False),
        sa.Column("made_by", BigInt, nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_bot_case_bot", "bot_case", ["workspace_id", "bot_id", "id"])
    op.create_table(
        "bot_case_result",
        *_own("bot_case_result", "case", "bot_case"),
        sa.Column("bot_id", BigInt, nullable=False),
        sa.Column("version", sa.String(length=12), nullable=False),
        sa.Column("checksum", sa.String(length=64), nullable=False),
        sa.Column("case_revision", BigInt, nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.Column("turns", sa.JSON(), nullable=False),
        sa.Column("ran_at", sa.DateTime(), nullable=False),
    )
    op.create_index("uq_bot_case_result", "bot_case_result", ["workspace_id", "case_id"], unique=True)
    op.add_column("bot_version", sa.Column("override_reason", sa.String(length=500), nullable=True))
    op.add_column("sandbox", sa.Column("opened", sa.JSON(), nullable=False, server_default="{}"))
    protect(op.get_bind(), ["bot_case", "bot_case_result"])


def downgrade():
    """Remove the tables and the reason."""
    op.drop_column("sandbox", "opened")
    op.drop_column("bot_version", "override_reason")
    op.drop_table("bot_case_result")
    op.drop_table("bot_case")
