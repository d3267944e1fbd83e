"""people of the chat, their conversations and messages."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = ("chat_message", "chat_side", "chat", "chat_person")


def _ids(*names):
    """The row's id, its workspace's, and more of the same kind."""
    first = sa.Column("id", BigInt, autoincrement=False, nullable=False)
    return [first, *(sa.Column(name, BigInt, nullable=False) for name in ("workspace_id", *names))]


def _keys(name, **references):
    """What every table has, and the rows it goes with: a column each, and its table."""
    return [
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
        *(
            sa.ForeignKeyConstraint(
                ["workspace_id", column], [f"{table}.workspace_id", f"{table}.id"], ondelete="CASCADE",
                name=op.f(f"fk_{name}_workspace_id_{column}"),
            )
            for column, table in references.items()
        ),
    ]  # fmt: skip


def upgrade():
    """Make the tables and put them behind the policy."""
    op.create_table(
        "chat_person",
        *_ids("user_id"),
        sa.Column("about", sa.String(length=240), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        *_keys("chat_person", user_id="user"),
    )
    op.create_index("uq_chat_person", "chat_person", ["workspace_id", "user_id"], unique=True)
    op.create_table(
        "chat", *_ids("first_id", "second_id", "last_id"), *_keys("chat", first_id="user", second_id="user")
    )
    op.create_index("uq_chat", "chat", ["workspace_id", "first_id", "second_id"], unique=True)
    op.create_table(
        "chat_side",
        *_ids("chat_id", "user_id", "other_id", "last_id", "seen_id"),
        sa.Column("unseen", sa.Integer(), nullable=False),
        *_keys("chat_side", chat_id="chat", user_id="user", other_id="user"),
    )
    op.create_index("uq_chat_side", "chat_side", ["workspace_id", "user_id", "other_id"], unique=True)
    op.create_index("ix_chat_side_last", "chat_side", ["workspace_id", "user_id", "last_id"])
    op.create_table(
        "chat_message",
        *_ids("chat_id", "sender_id"),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.DateTime(), nullable=False),
        *_keys("chat_message", chat_id="chat", sender_id="user"),
    )
    op.create_index("ix_chat_message_chat", "chat_message", ["workspace_id", "chat_id", "id"])
    protect(op.get_bind(), list(TABLES))


def downgrade():
    """Remove the tables with everything in them."""
    for name in TABLES:
        op.drop_table(name)
