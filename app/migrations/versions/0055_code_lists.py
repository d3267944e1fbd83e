"""code lists, and their first entries for the workspaces there are."""

import json
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from app.core.db.ids import new_id
from app.core.db.row_security import expose, protect

revision = "0055"
down_revision = "0051"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade():
    """Add the table, and give each workspace what a new one begins with."""
    table = op.create_table(
        "reference_entry",
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("list_name", sa.String(length=30), nullable=False),
        sa.Column("code", sa.String(length=60), nullable=False),
        sa.Column("code_key", sa.String(length=60), nullable=False),
        sa.Column("labels", sa.JSON(), nullable=False),
        sa.Column("belongs_to", sa.String(length=60), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=True),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f("fk_reference_entry_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reference_entry")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f("uq_reference_entry_workspace_id_id")),
    )
    op.create_index("uq_reference_entry_code", "reference_entry", ["workspace_id", "list_name", "code_key"], unique=True)
    op.create_index("ix_reference_entry_place", "reference_entry", ["workspace_id", "list_name", "position"])
    connection = op.get_bind()
    lists = json.loads((Path(__file__).parents[2] / "reference" / "defaults.json").read_bytes())
    now = datetime.now(UTC).replace(tzinfo=None)
    for (workspace_id,) in connection.execute(sa.text("SELECT id FROM workspace")).all():
        op.bulk_insert(
            table,
            [
                {"id": new_id(), "workspace_id": workspace_id, "list_name": name, "code": code, "code_key": code.lower(),
                 "labels": labels, "belongs_to": belongs_to, "position": place, "active": True, "revision": 1,
                 "created_at": now, "updated_at": now}
                for name, rows in lists.items()
                for place, (code, belongs_to, labels) in enumerate(rows, 1)
            ],
        )  # fmt: skip
    protect(connection, ["reference_entry"])


def downgrade():
    """Remove the table."""
    if op.get_bind().dialect.name == "postgresql":
        expose(op.get_bind(), ["reference_entry"])
    op.drop_table("reference_entry")
