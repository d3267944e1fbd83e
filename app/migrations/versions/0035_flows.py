"""working copies and versions of bots' flow documents."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _own(name):
    """What both tables have."""
    return (
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("bot_id", BigInt, nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.ForeignKeyConstraint(
            ["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"], name=op.f(f"fk_{name}_workspace_id_bot_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def upgrade():
    """Make the tables and put them behind the policy."""
    op.add_column("bot", sa.Column("live_version", sa.Integer(), nullable=True))
    op.create_table(
        "bot_flow",
        *_own("bot_flow"),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("backup", sa.JSON(), nullable=True),
        sa.Column("changed_by", BigInt, nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
    )
    op.create_index("uq_bot_flow", "bot_flow", ["workspace_id", "bot_id"], unique=True)
    op.create_table(
        "bot_version",
        *_own("bot_version"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("checksum", sa.String(length=64), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("published_by", BigInt, nullable=True),
        sa.Column("published_name", sa.String(length=120), nullable=False),
        sa.Column("published_at", sa.DateTime(), nullable=False),
        sa.Column("live_at", sa.DateTime(), nullable=True),
    )
    op.create_index("uq_bot_version_number", "bot_version", ["workspace_id", "bot_id", "number"], unique=True)
    protect(op.get_bind(), ["bot_flow", "bot_version"])


def downgrade():
    """Remove the tables: bots are names again."""
    op.drop_table("bot_version")
    op.drop_table("bot_flow")
    with op.batch_alter_table("bot") as batch:
        batch.drop_column("live_version")
