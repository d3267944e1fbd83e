"""models that understand what people write to a bot."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Make the table and put it behind the policy; a bot remembers which version waits for its model."""
    op.create_table(
        "bot_model",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("bot_id", BigInt, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("progress", sa.Float(), nullable=False),
        sa.Column("job_id", BigInt, nullable=True),
        sa.Column("data", sa.JSON(), nullable=True),
        sa.Column("engines", sa.JSON(), nullable=False),
        sa.Column("thresholds", sa.JSON(), nullable=False),
        sa.Column("accuracy", sa.Float(), nullable=True),
        sa.Column("intents", sa.JSON(), nullable=False),
        sa.Column("confusions", sa.JSON(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        sa.Column("error", sa.String(length=300), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("trained_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_bot_model_workspace_id")),
        sa.ForeignKeyConstraint(
            ["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"], name=op.f("fk_bot_model_workspace_id_bot_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot_model")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_bot_model_workspace_id_id")),
    )
    op.create_index("uq_bot_model_key", "bot_model", ["workspace_id", "bot_id", "key"], unique=True)
    protect(op.get_bind(), ["bot_model"])
    op.add_column("bot", sa.Column("next_version", sa.Integer(), nullable=True))


def downgrade():
    """Remove both."""
    op.drop_table("bot_model")
    with op.batch_alter_table("bot") as batch:
        batch.drop_column("next_version")
