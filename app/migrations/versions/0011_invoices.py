"""invoices."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _own(name):
    """The columns and keys every row of a workspace has."""
    return (
        sa.Column("id", BIG, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BIG, nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def upgrade():
    """Make the tables and put them behind the policy."""
    op.create_table(
        "invoice",
        sa.Column("number", BIG, nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("issued_date", sa.Date(), nullable=False),
        sa.Column("due_date", sa.Date(), nullable=False),
        sa.Column("client_name", sa.String(length=120), nullable=False),
        sa.Column("client_company", sa.String(length=120), nullable=False),
        sa.Column("client_email", sa.String(length=200), nullable=False),
        sa.Column("client_address", sa.String(length=300), nullable=False),
        sa.Column("client_country", sa.String(length=80), nullable=False),
        sa.Column("client_contact", sa.String(length=60), nullable=False),
        sa.Column("search_key", sa.String(length=1000), nullable=False),
        sa.Column("service", sa.String(length=80), nullable=False),
        sa.Column("avatar", sa.String(length=500), nullable=False),
        sa.Column("note", sa.String(length=1000), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("discount_percent", sa.Integer(), nullable=False),
        sa.Column("tax_percent", sa.Integer(), nullable=False),
        sa.Column("subtotal", BIG, nullable=False),
        sa.Column("discount", BIG, nullable=False),
        sa.Column("tax", BIG, nullable=False),
        sa.Column("total", BIG, nullable=False),
        sa.Column("paid", BIG, nullable=False),
        sa.Column("sent_at", sa.DateTime(), nullable=True),
        sa.Column("is_deleted", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        *_own("invoice"),
    )
    op.create_index("uq_invoice_number", "invoice", ["workspace_id", "number"], unique=True)
    figures = ["workspace_id", "is_deleted", "status", "due_date", "total", "paid", "issued_date"]
    op.create_index("ix_invoice_figures", "invoice", figures)
    for name, column in (("status", "status"), ("total", "total"), ("due", "due_date"), ("client", "client_name")):
        op.create_index(f"ix_invoice_{name}", "invoice", ["workspace_id", "is_deleted", column, "id"])
    op.create_table(
        "invoice_event",
        sa.Column("invoice_id", BIG, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("by", sa.String(length=120), nullable=False),
        sa.Column("amount", BIG, nullable=False),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id", "invoice_id"],
            ["invoice.workspace_id", "invoice.id"],
            name=op.f("fk_invoice_event_workspace_id_invoice_id"),
        ),
        *_own("invoice_event"),
    )
    op.create_index("ix_invoice_event_invoice", "invoice_event", ["workspace_id", "invoice_id", "id"])
    op.create_index("ix_invoice_event_day", "invoice_event", ["workspace_id", "kind", "day"])
    protect(op.get_bind(), ["invoice", "invoice_event"])


def downgrade():
    """Remove the tables with everything in them."""
    op.drop_table("invoice_event")
    op.drop_table("invoice")
