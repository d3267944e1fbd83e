"""links that people get by mail: to reset a password, and to join a workspace."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _own(name):
    """What both tables have."""
    return (
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("user_id", BigInt, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("used_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.ForeignKeyConstraint(
            ["workspace_id", "user_id"], ["user.workspace_id", "user.id"], name=op.f(f"fk_{name}_workspace_id_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def upgrade():
    """Make the tables and put them behind the policy."""
    op.create_table("password_reset", *_own("password_reset"))
    op.create_table(
        "invitation",
        *_own("invitation"),
        sa.Column("invited_by", BigInt, nullable=True),
        sa.Column("sends", sa.Integer(), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
    )
    for table in ("password_reset", "invitation"):
        op.create_index(f"uq_{table}_digest", table, ["digest"], unique=True)
        op.create_index(f"ix_{table}_user", table, ["workspace_id", "user_id"])
    protect(op.get_bind(), ["password_reset", "invitation"])


def downgrade():
    """Remove the tables: open links end."""
    op.drop_table("invitation")
    op.drop_table("password_reset")
