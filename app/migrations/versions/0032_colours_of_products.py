"""which colours a product comes in: those that have none are in carts and orders without one."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

# The samples that come in several colours, by the name of their picture.
COLOURS = {
    "key-cover-leather": ["primary", "success", "warning", "danger", "info"],
    "neck-pillow-pair": ["primary", "warning", "danger"],
    "boot-organiser": ["primary", "success"],
    "seat-covers-orra": ["primary", "danger", "info"],
    "child-seat-9-18-kg": ["info", "danger", "success"],
}
MOST = 99


def upgrade():
    """Give products their colours, and make one line of the cart of a product that has none."""
    op.add_column("product", sa.Column("colours", sa.JSON(), server_default="[]", nullable=False))
    connection = op.get_bind()
    product = sa.table("product", sa.column("id"), sa.column("image"), sa.column("colours", sa.JSON()))
    for picture, colours in COLOURS.items():
        of_picture = product.c.image == f"/static/products/{picture}.svg"
        connection.execute(product.update().where(of_picture).values(colours=colours))
    coloured = [f"/static/products/{picture}.svg" for picture in COLOURS]
    plain = sa.select(product.c.id).where(product.c.image.not_in(coloured))
    names = ("id", "workspace_id", "user_id", "product_id", "colour", "qty", "is_removed", "number")
    line = sa.table("cart_line", *(sa.column(name) for name in names))
    kept = {}
    for row in connection.execute(
        sa.select(line).where(line.c.product_id.in_(plain)).order_by(line.c.is_removed, line.c.number)
    ).all():
        kept.setdefault((row.workspace_id, row.user_id, row.product_id), []).append(row)
    for first, *others in kept.values():
        qty = min(MOST, sum(row.qty for row in (first, *others) if row is first or not row.is_removed))
        for row in others:
            connection.execute(line.delete().where(line.c.id == row.id))
        connection.execute(line.update().where(line.c.id == first.id).values(colour="", qty=qty))
    bought = sa.table("purchase_line", sa.column("product_id"), sa.column("colour"))
    connection.execute(bought.update().where(bought.c.product_id.in_(plain)).values(colour=""))


def downgrade():
    """Give every line the colour that all products had first."""
    for name in ("cart_line", "purchase_line"):
        table = sa.table(name, sa.column("colour"))
        op.execute(table.update().where(table.c.colour == "").values(colour="primary"))
    op.drop_column("product", "colours")
