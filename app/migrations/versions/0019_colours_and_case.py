"""a line of the cart for each colour of a product, and messages to search in without case."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

OF_PRODUCT = ["workspace_id", "user_id", "product_id"]


def upgrade():
    """Let a product be in a cart once for each of its colours; fold what was said."""
    op.add_column("chat_message", sa.Column("said", sa.Text(), server_default="", nullable=False))
    messages = sa.table("chat_message", sa.column("id"), sa.column("text"), sa.column("said"))
    connection = op.get_bind()
    # Python folds letters that not every database can.
    for row in connection.execute(sa.select(messages.c.id, messages.c.text)).all():
        connection.execute(messages.update().where(messages.c.id == row.id).values(said=row.text.casefold()))
    op.drop_index("uq_cart_line", "cart_line")
    op.create_index("uq_cart_line", "cart_line", [*OF_PRODUCT, "colour"], unique=True)


def downgrade():
    """Keep the line of a product that came last, and of those taken out only where there is no other."""
    names = ("id", *OF_PRODUCT, "is_removed", "number")
    line = sa.table("cart_line", *(sa.column(name) for name in names))
    other = line.alias()
    beats = sa.or_(
        sa.and_(line.c.is_removed, sa.not_(other.c.is_removed)),
        sa.and_(line.c.is_removed == other.c.is_removed, line.c.number < other.c.number),
    )
    of_same = sa.and_(*(line.c[name] == other.c[name] for name in OF_PRODUCT))
    op.drop_column("chat_message", "said")
    op.execute(line.delete().where(sa.exists().where(of_same, beats)))
    op.drop_index("uq_cart_line", "cart_line")
    op.create_index("uq_cart_line", "cart_line", OF_PRODUCT, unique=True)
