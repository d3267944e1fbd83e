"""hand-offs of conversations to people."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import expose, protect

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _belongs(column, holder):
    """A reference that cannot leave the workspace."""
    name = op.f(f"fk_handoff_workspace_id_{column}")
    return sa.ForeignKeyConstraint(["workspace_id", column], [f"{holder}.workspace_id", f"{holder}.id"], name=name)


def upgrade():
    """Make the table and put it behind the policy."""
    op.create_table(
        "handoff",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("client_id", BigInt, nullable=False),
        sa.Column("bot_id", BigInt, nullable=False),
        sa.Column("contact_id", BigInt, nullable=False),
        sa.Column("conversation_id", BigInt, nullable=False),
        sa.Column("session_id", BigInt, nullable=False),
        sa.Column("channel", sa.String(length=12), nullable=False),
        sa.Column("queue", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("requested_at", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=False),
        sa.Column("accepted_at", sa.DateTime(), nullable=True),
        sa.Column("accepted_by", BigInt, nullable=True),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        sa.Column("said_at", sa.DateTime(), nullable=False),
        sa.Column("awaits_agent", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_handoff_workspace_id")),
        _belongs("client_id", "client"),
        _belongs("bot_id", "bot"),
        _belongs("contact_id", "contact"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handoff")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_handoff_workspace_id_id")),
    )
    op.create_index("ix_handoff_state", "handoff", ["workspace_id", "state", "requested_at"])
    op.create_index("ix_handoff_session", "handoff", ["workspace_id", "session_id"])
    op.create_index("ix_handoff_conversation", "handoff", ["workspace_id", "conversation_id"])
    protect(op.get_bind(), ["handoff"])


def downgrade():
    """Take the table away."""
    if op.get_bind().dialect.name == "postgresql":
        expose(op.get_bind(), ["handoff"])
    op.drop_table("handoff")
