"""the outlet that a token's conversations belong to, and with them what waits for a person."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0047"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Add the columns, and give hand-offs the outlet of their conversations."""
    with op.batch_alter_table("bot_token") as table:
        table.add_column(sa.Column("outlet_id", BigInt, nullable=True))
        table.create_foreign_key(
            op.f("fk_bot_token_workspace_id_outlet_id"),
            "outlet",
            ["workspace_id", "outlet_id"],
            ["workspace_id", "id"],
        )
    with op.batch_alter_table("channel_session") as table:
        table.add_column(sa.Column("outlet_id", BigInt, nullable=True))
    with op.batch_alter_table("handoff") as table:
        table.add_column(sa.Column("outlet_id", BigInt, nullable=True))
    op.execute(
        "UPDATE handoff SET outlet_id = (SELECT outlet_id FROM conversation WHERE conversation.id = handoff.conversation_id)"
    )


def downgrade():
    """Take the columns away."""
    with op.batch_alter_table("handoff") as table:
        table.drop_column("outlet_id")
    with op.batch_alter_table("channel_session") as table:
        table.drop_column("outlet_id")
    with op.batch_alter_table("bot_token") as table:
        table.drop_constraint(op.f("fk_bot_token_workspace_id_outlet_id"), type_="foreignkey")
        table.drop_column("outlet_id")
