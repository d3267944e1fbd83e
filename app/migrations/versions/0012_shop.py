"""products, wishlists, carts, addresses and orders."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = ("purchase_line", "purchase", "address", "cart_line", "wish", "product")


def _keys(name, *more, user=True, product=False):
    """What every table has: its workspace, its own pair, and whose it is."""
    found = [
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
        *more,
    ]
    if user:
        found.append(
            sa.ForeignKeyConstraint(
                ["workspace_id", "user_id"], ["user.workspace_id", "user.id"], ondelete="CASCADE",
                name=op.f(f"fk_{name}_workspace_id_user_id"),
            )  # fmt: skip
        )
    if product:
        found.append(
            sa.ForeignKeyConstraint(
                ["workspace_id", "product_id"], ["product.workspace_id", "product.id"],
                name=op.f(f"fk_{name}_workspace_id_product_id"),
            )  # fmt: skip
        )
    return found


def _ids(*names):
    """The row's id, its workspace's, and more of the same kind."""
    first = sa.Column("id", BigInt, autoincrement=False, nullable=False)
    return [first, *(sa.Column(name, BigInt, nullable=False) for name in ("workspace_id", *names))]


def _stamps():
    """Version and times."""
    return [
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
    ]


def _words(**lengths):
    """Text columns by their lengths."""
    return [sa.Column(name, sa.String(length=length), nullable=False) for name, length in lengths.items()]


def upgrade():
    """Make the tables and put them behind the policy."""
    op.create_table(
        "product",
        *_ids("number"),
        *_words(name=120, name_key=360, slug=160),
        sa.Column("description", sa.Text(), nullable=False),
        *_words(brand=60, category=20),
        sa.Column("price_minor", BigInt, nullable=False),
        *_words(image=200),
        sa.Column("has_free_shipping", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        *_stamps(),
        *_keys("product", user=False),
    )
    op.create_index("uq_product_number", "product", ["workspace_id", "number"], unique=True)
    op.create_index("ix_product_price", "product", ["workspace_id", "price_minor"])
    op.create_table("wish", *_ids("user_id", "product_id", "number"), *_keys("wish", product=True))
    op.create_index("uq_wish", "wish", ["workspace_id", "user_id", "product_id"], unique=True)
    op.create_table(
        "cart_line",
        *_ids("user_id", "product_id", "number"),
        sa.Column("qty", sa.Integer(), nullable=False),
        *_words(colour=20),
        sa.Column("is_removed", sa.Boolean(), nullable=False),
        sa.Column("ships_on", sa.Date(), nullable=False),
        sa.Column("offers", sa.Integer(), nullable=False),
        sa.Column("discount_percent", sa.Integer(), nullable=False),
        *_stamps(),
        *_keys("cart_line", product=True),
    )
    op.create_index("uq_cart_line", "cart_line", ["workspace_id", "user_id", "product_id"], unique=True)
    op.create_table(
        "address",
        *_ids("user_id"),
        *_words(name=120, phone=60, street=200, landmark=200, city=80, state=80, pin=10),
        sa.Column("is_removed", sa.Boolean(), nullable=False),
        *_stamps(),
        *_keys("address"),
    )
    op.create_index("ix_address_user", "address", ["workspace_id", "user_id", "is_removed"])
    op.create_table(
        "purchase",
        *_ids("user_id", "number"),
        *_words(state=20, payment=20, recipient=120, phone=60, destination=600, currency=3),
        *(
            sa.Column(f"{name}_minor", BigInt, nullable=False)
            for name in ("subtotal", "discount", "delivery", "tax", "total")
        ),
        sa.Column("count", BigInt, nullable=False),
        *_stamps(),
        *_keys("purchase"),
    )
    op.create_index("uq_purchase_number", "purchase", ["workspace_id", "number"], unique=True)
    op.create_index("ix_purchase_user", "purchase", ["workspace_id", "user_id", "id"])
    op.create_table(
        "purchase_line",
        *_ids("purchase_id", "product_id"),
        sa.Column("position", sa.Integer(), nullable=False),
        *_words(name=120, colour=20),
        sa.Column("price_minor", BigInt, nullable=False),
        sa.Column("qty", sa.Integer(), nullable=False),
        sa.Column("discount_minor", BigInt, nullable=False),
        sa.Column("total_minor", BigInt, nullable=False),
        sa.Column("ships_on", sa.Date(), nullable=False),
        *_keys(
            "purchase_line",
            sa.ForeignKeyConstraint(
                ["workspace_id", "purchase_id"], ["purchase.workspace_id", "purchase.id"], ondelete="CASCADE",
                name=op.f("fk_purchase_line_workspace_id_purchase_id"),
            ),
            user=False, product=True,
        ),
    )  # fmt: skip
    op.create_index("uq_purchase_line", "purchase_line", ["workspace_id", "purchase_id", "position"], unique=True)
    protect(op.get_bind(), list(TABLES))


def downgrade():
    """Remove the tables with everything in them."""
    for name in TABLES:
        op.drop_table(name)
