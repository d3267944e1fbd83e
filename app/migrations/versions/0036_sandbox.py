"""conversations of the sandbox."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _own(name, holder):
    """What both tables have: they belong to a row of another one."""
    return (
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column(f"{holder}_id", BigInt, nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.ForeignKeyConstraint(
            ["workspace_id", f"{holder}_id"],
            [f"{holder}.workspace_id", f"{holder}.id"],
            name=op.f(f"fk_{name}_workspace_id_{holder}_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def upgrade():
    """Make the tables and put them behind the policy."""
    op.create_table(
        "sandbox",
        *_own("sandbox", "bot"),
        sa.Column("user_id", BigInt, nullable=False),
        sa.Column("version", sa.String(length=12), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("language", sa.String(length=12), nullable=True),
        sa.Column("channel", sa.String(length=12), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=True),
        sa.Column("failing", sa.JSON(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("opening", sa.JSON(), nullable=False),
        sa.Column("restarts", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_sandbox_user", "sandbox", ["workspace_id", "user_id", "id"])
    op.create_index("ix_sandbox_updated", "sandbox", ["updated_at"])
    op.create_table(
        "sandbox_turn",
        *_own("sandbox_turn", "sandbox"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("said", sa.JSON(), nullable=False),
        sa.Column("messages", sa.JSON(), nullable=False),
        sa.Column("trace", sa.JSON(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_index("uq_sandbox_turn_number", "sandbox_turn", ["workspace_id", "sandbox_id", "number"], unique=True)
    protect(op.get_bind(), ["sandbox", "sandbox_turn"])


def downgrade():
    """Remove the tables."""
    op.drop_table("sandbox_turn")
    op.drop_table("sandbox")
