"""tokens, themes and conversations of the web channel."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import expose, protect

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = ("bot_token", "bot_theme", "channel_session", "channel_event")


def _own(name, key, holder):
    """What all the tables have: they belong to a row of another one."""
    return (
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column(key, BigInt, nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.ForeignKeyConstraint(
            ["workspace_id", key], [f"{holder}.workspace_id", f"{holder}.id"], name=op.f(f"fk_{name}_workspace_id_{key}")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def _revisioned():
    """The columns of optimistic locking."""
    return (
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
    )


def upgrade():
    """Make the tables and put them behind the policy."""
    op.create_table(
        "bot_token",
        *_own("bot_token", "bot_id", "bot"),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=3), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("public_token", sa.String(length=64), nullable=True),
        sa.Column("prefix", sa.String(length=12), nullable=False),
        sa.Column("origins", sa.JSON(), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("identity", sa.String(length=8), nullable=False),
        sa.Column("sealed_identity", sa.Text(), nullable=True),
        sa.Column("identity_rotated_at", sa.DateTime(), nullable=True),
        sa.Column("previous_hash", sa.String(length=64), nullable=True),
        sa.Column("previous_until", sa.DateTime(), nullable=True),
        sa.Column("expires_at", sa.DateTime(), nullable=True),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
        sa.Column("last_used_at", sa.DateTime(), nullable=True),
        sa.Column("last_page", sa.String(length=300), nullable=True),
        *_revisioned(),
    )
    op.create_index("uq_bot_token_hash", "bot_token", ["token_hash"], unique=True)
    op.create_index("ix_bot_token_previous", "bot_token", ["previous_hash"])
    op.create_index("ix_bot_token_bot", "bot_token", ["workspace_id", "bot_id"])
    op.create_table(
        "bot_theme",
        *_own("bot_theme", "bot_id", "bot"),
        sa.Column("values", sa.JSON(), nullable=False),
        *_revisioned(),
    )
    op.create_index("uq_bot_theme", "bot_theme", ["workspace_id", "bot_id"], unique=True)
    op.create_table(
        "channel_session",
        *_own("channel_session", "bot_id", "bot"),
        sa.Column("channel", sa.String(length=12), nullable=False),
        sa.Column("account", sa.String(length=80), nullable=False),
        sa.Column("ext_user", sa.String(length=120), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("sealed_state", sa.Text(), nullable=False),
        sa.Column("cursor", sa.Integer(), nullable=False),
        sa.Column("restarts", sa.Integer(), nullable=False),
        sa.Column("conversation_id", BigInt, nullable=True),
        sa.Column("traffic", sa.String(length=4), nullable=False),
        sa.Column("language", sa.String(length=12), nullable=True),
        sa.Column("origin", sa.JSON(), nullable=False),
        sa.Column("told_paused", sa.Boolean(), nullable=False),
        sa.Column("last_event_at", sa.DateTime(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
    )
    op.create_index("ix_channel_session_conversation", "channel_session", ["workspace_id", "conversation_id"])
    op.create_index("ix_channel_session_last", "channel_session", ["last_event_at"])
    op.create_table(
        "channel_event",
        *_own("channel_event", "session_id", "channel_session"),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(length=12), nullable=False),
        sa.Column("speaker", sa.String(length=6), nullable=False),
        sa.Column("client_id", sa.String(length=64), nullable=True),
        sa.Column("sealed_body", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    columns = ["workspace_id", "session_id"]
    op.create_index("uq_channel_event_position", "channel_event", [*columns, "position"], unique=True)
    op.create_index("uq_channel_event_client", "channel_event", [*columns, "client_id"], unique=True)
    protect(op.get_bind(), TABLES)


def downgrade():
    """Take the tables away."""
    if op.get_bind().dialect.name == "postgresql":
        expose(op.get_bind(), TABLES)
    for name in reversed(TABLES):
        op.drop_table(name)
