"""users out of every list, and what the list looks for."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade():
    """Add when somebody was deleted and their name without case, with the indexes of the list."""
    op.add_column("user", sa.Column("deleted_at", sa.DateTime(), nullable=True))
    op.add_column("user", sa.Column("name_key", sa.String(length=360), server_default="", nullable=False))
    users = sa.table("user", sa.column("id"), sa.column("full_name"), sa.column("name_key"))
    connection = op.get_bind()
    # Python folds letters that not every database can.
    for row in connection.execute(sa.select(users.c.id, users.c.full_name)).all():
        connection.execute(users.update().where(users.c.id == row.id).values(name_key=row.full_name.casefold()))
    if connection.dialect.name == "postgresql":
        # Pages are addressed by it: any number may be asked for.
        op.alter_column("user", "number", type_=sa.BigInteger())
    op.create_index("ix_user_listed", "user", ["workspace_id", "deleted_at", "role", "current_plan", "status"])
    op.create_index("ix_user_name", "user", ["workspace_id", "deleted_at", "name_key"])


def downgrade():
    """Remove them; who was deleted stays so by having no address to sign in with."""
    op.drop_index("ix_user_name", "user")
    op.drop_index("ix_user_listed", "user")
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("user", "number", type_=sa.Integer())
    op.drop_column("user", "name_key")
    op.drop_column("user", "deleted_at")
