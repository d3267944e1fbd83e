"""vehicles, their owners and job cards, and the files they come from."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import protect

revision = "0051"
down_revision = "0060"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = ["customer", "vehicle", "job_card", "master_import", "master_import_error", "master_change"]
OPEN = sa.text("closed_at IS NULL")


def _table(name, *columns, to=()):
    """Make a table of the workspace's rows, with references within the workspace."""
    op.create_table(
        name,
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        *columns,
        *(
            sa.ForeignKeyConstraint(
                ["workspace_id", column],
                [f"{other}.workspace_id", f"{other}.id"],
                name=op.f(f"fk_{name}_workspace_id_{column}"),
            )
            for column, other in to
        ),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def _revised():
    """What rows have that are changed under their revision."""
    return (
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
    )


def upgrade():
    """Make the tables and put them behind the policy."""
    client, outlet = ("client_id", "client"), ("outlet_id", "outlet")
    _table(
        "customer",
        *_revised(),
        sa.Column("client_id", BigInt, nullable=False),
        sa.Column("outlet_id", BigInt, nullable=True),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("name_key", sa.String(length=360), nullable=False),
        sa.Column("phone", sa.String(length=16), nullable=True),
        sa.Column("last4", sa.String(length=4), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        to=(client, outlet),
    )
    op.create_index("uq_customer_phone", "customer", ["workspace_id", "client_id", "phone"], unique=True)
    op.create_index("ix_customer_name", "customer", ["workspace_id", "name_key"])
    op.create_index("ix_customer_last4", "customer", ["workspace_id", "last4"])
    op.create_index("ix_customer_outlet", "customer", ["workspace_id", "outlet_id"])
    _table(
        "vehicle",
        *_revised(),
        sa.Column("client_id", BigInt, nullable=False),
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("customer_id", BigInt, nullable=True),
        sa.Column("vin", sa.String(length=17), nullable=False),
        sa.Column("registration", sa.String(length=16), nullable=True),
        sa.Column("model", sa.String(length=60), nullable=False),
        sa.Column("variant", sa.String(length=60), nullable=False),
        sa.Column("fuel", sa.String(length=10), nullable=True),
        sa.Column("sale_date", sa.Date(), nullable=True),
        sa.Column("odometer_km", sa.Integer(), nullable=True),
        sa.Column("warranty_end", sa.Date(), nullable=True),
        sa.Column("extended_warranty_end", sa.Date(), nullable=True),
        sa.Column("closed_at", sa.DateTime(), nullable=True),
        to=(client, outlet, ("customer_id", "customer")),
    )
    op.create_index("uq_vehicle_vin", "vehicle", ["workspace_id", "client_id", "vin"], unique=True)
    op.create_index(
        "uq_vehicle_registration",
        "vehicle",
        ["workspace_id", "client_id", "registration"],
        unique=True,
        sqlite_where=OPEN,
        postgresql_where=OPEN,
    )
    op.create_index("ix_vehicle_registration", "vehicle", ["workspace_id", "registration"])
    op.create_index("ix_vehicle_customer", "vehicle", ["workspace_id", "customer_id"])
    op.create_index("ix_vehicle_outlet", "vehicle", ["workspace_id", "outlet_id"])
    _table(
        "job_card",
        *_revised(),
        sa.Column("client_id", BigInt, nullable=False),
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("vehicle_id", BigInt, nullable=False),
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("opened_on", sa.Date(), nullable=False),
        sa.Column("closed_on", sa.Date(), nullable=True),
        sa.Column("type", sa.String(length=60), nullable=False),
        sa.Column("odometer_km", sa.Integer(), nullable=True),
        sa.Column("amount_minor", BigInt, nullable=True),
        to=(client, outlet, ("vehicle_id", "vehicle")),
    )
    op.create_index("uq_job_card_number", "job_card", ["workspace_id", "outlet_id", "number"], unique=True)
    op.create_index("ix_job_card_vehicle", "job_card", ["workspace_id", "vehicle_id", "opened_on"])
    op.create_index("ix_job_card_opened", "job_card", ["workspace_id", "opened_on", "id"])
    _table(
        "master_import",
        sa.Column("client_id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("user_id", BigInt, nullable=True),
        sa.Column("user_name", sa.String(length=120), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.Column("header", sa.JSON(), nullable=False),
        sa.Column("mapping", sa.JSON(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("found", sa.JSON(), nullable=False),
        sa.Column("error_count", sa.Integer(), nullable=False),
        sa.Column("warning_count", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("new", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Integer(), nullable=False),
        sa.Column("unchanged", sa.Integer(), nullable=False),
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(length=300), nullable=True),
        sa.Column("job_id", BigInt, nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("finished_at", sa.DateTime(), nullable=True),
        sa.Column("undone_at", sa.DateTime(), nullable=True),
        to=(client,),
    )
    op.create_index("ix_master_import_kind", "master_import", ["workspace_id", "kind", "id"])
    _table(
        "master_import_error",
        sa.Column("import_id", BigInt, nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(length=40), nullable=False),
        sa.Column("value", sa.String(length=120), nullable=False),
        sa.Column("message", sa.String(length=200), nullable=False),
        to=(("import_id", "master_import"),),
    )
    op.create_index("ix_master_import_error_row", "master_import_error", ["workspace_id", "import_id", "row"])
    _table(
        "master_change",
        sa.Column("import_id", BigInt, nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("record_id", BigInt, nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=6), nullable=False),
        sa.Column("reason", sa.String(length=120), nullable=True),
        to=(("import_id", "master_import"),),
    )
    op.create_index("ix_master_change_state", "master_change", ["workspace_id", "import_id", "state", "id"])
    protect(op.get_bind(), TABLES)


def downgrade():
    """Remove the tables."""
    for name in reversed(TABLES):
        op.drop_table(name)
