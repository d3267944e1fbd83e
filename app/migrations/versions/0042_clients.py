"""clients with branding, policy and a life cycle; dealer groups, cities and outlets with all that is known of them."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import expose, protect

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None

BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = ["client_logo", "client_consent", "outlet_manager", "outlet_placement"]
CLOSABLE = ("parent", "city", "outlet")


def _added():
    """The columns that are added to each table."""
    return {
        "client": [
            sa.Column("name_key", sa.String(length=360), server_default="", nullable=False),
            sa.Column("languages", sa.JSON(), server_default='["en"]', nullable=False),
            sa.Column("state", sa.String(length=10), server_default="active", nullable=False),
            sa.Column("state_at", sa.DateTime(), server_default="2026-11-24 00:00:00.000", nullable=False),
            sa.Column("state_reason", sa.String(length=90), nullable=True),
            sa.Column("colour", sa.String(length=7), nullable=True),
            sa.Column("mail_from", sa.String(length=60), server_default="", nullable=False),
            sa.Column("logo", sa.String(length=32), nullable=True),
            sa.Column("content_days", sa.Integer(), server_default="400", nullable=False),
            sa.Column("media_days", sa.Integer(), server_default="90", nullable=False),
            sa.Column("quiet_from", sa.String(length=5), nullable=True),
            sa.Column("quiet_to", sa.String(length=5), nullable=True),
        ],
        "parent": [
            sa.Column("name_key", sa.String(length=360), server_default="", nullable=False),
            sa.Column("code", sa.String(length=20), server_default="", nullable=False),
            sa.Column("code_key", sa.String(length=20), server_default="", nullable=False),
            sa.Column("oem", sa.String(length=60), server_default="", nullable=False),
        ],
        "city": [
            sa.Column("name_key", sa.String(length=360), server_default="", nullable=False),
            sa.Column("state", sa.String(length=60), server_default="", nullable=False),
            sa.Column("state_key", sa.String(length=360), server_default="", nullable=False),
        ],
        "outlet": [
            sa.Column("name_key", sa.String(length=360), server_default="", nullable=False),
            sa.Column("code", sa.String(length=20), server_default="", nullable=False),
            sa.Column("code_key", sa.String(length=20), server_default="", nullable=False),
            sa.Column("type", sa.String(length=8), server_default="both", nullable=False),
            sa.Column("address", sa.String(length=300), server_default="", nullable=False),
            sa.Column("latitude", sa.Float(), nullable=True),
            sa.Column("longitude", sa.Float(), nullable=True),
            sa.Column("phones", sa.JSON(), server_default="[]", nullable=False),
            sa.Column("hours", sa.JSON(none_as_null=True), nullable=True),
        ],
    }


def _table(name, *columns):
    """Make a table of the workspace's rows that belong to a client."""
    op.create_table(
        name,
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("workspace_id", BigInt, nullable=False),
        sa.Column("client_id", BigInt, nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["workspace_id"], ["workspace.id"], name=op.f(f"fk_{name}_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("workspace_id", "id", name=op.f(f"uq_{name}_workspace_id_id")),
    )


def _to(name, other, **more):
    """A reference within the workspace."""
    return sa.ForeignKeyConstraint(
        ["workspace_id", f"{other}_id"],
        [f"{other}.workspace_id", f"{other}.id"],
        name=op.f(f"fk_{name}_workspace_id_{other}_id"),
        **more,
    )


def upgrade():
    """Add the columns and tables, and give the rows that are there names to be found by, codes and placements."""
    connection = op.get_bind()
    for table, columns in _added().items():
        for column in columns:
            op.add_column(table, column)
    for table in CLOSABLE:
        op.add_column(table, sa.Column("closed_at", sa.DateTime(), nullable=True))
        op.add_column(table, sa.Column("closed_reason", sa.String(length=90), nullable=True))
    _table(
        "client_logo",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        _to("client_logo", "client", ondelete="CASCADE"),
    )
    op.create_index("uq_client_logo", "client_logo", ["workspace_id", "client_id"], unique=True)
    op.create_index("ix_client_logo_digest", "client_logo", ["workspace_id", "digest"])
    _table(
        "client_consent",
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("written_by", BigInt, nullable=True),
        sa.Column("written_name", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        _to("client_consent", "client", ondelete="CASCADE"),
    )
    op.create_index(
        "uq_client_consent_version", "client_consent", ["workspace_id", "client_id", "version"], unique=True
    )
    _table(
        "outlet_manager",
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("user_id", BigInt, nullable=False),
        _to("outlet_manager", "outlet", ondelete="CASCADE"),
        _to("outlet_manager", "user", ondelete="CASCADE"),
    )
    op.create_index("uq_outlet_manager", "outlet_manager", ["workspace_id", "outlet_id", "user_id"], unique=True)
    op.create_index("ix_outlet_manager_user", "outlet_manager", ["workspace_id", "user_id"])
    _table(
        "outlet_placement",
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("parent_id", BigInt, nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("entered_by", BigInt, nullable=True),
        sa.Column("entered_name", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        _to("outlet_placement", "outlet", ondelete="CASCADE"),
        _to("outlet_placement", "parent"),
    )
    op.create_index(
        "uq_outlet_placement_from", "outlet_placement", ["workspace_id", "outlet_id", "valid_from"], unique=True
    )
    op.create_index("ix_outlet_placement_parent", "outlet_placement", ["workspace_id", "parent_id"])
    op.create_index("ix_outlet_placement_from", "outlet_placement", ["valid_from"])
    _fill(connection)
    op.drop_index("uq_client_name", table_name="client")
    op.drop_column("client", "language")
    op.create_index("uq_client_name", "client", ["workspace_id", "name_key"], unique=True)
    op.create_index("uq_parent_name", "parent", ["workspace_id", "client_id", "name_key"], unique=True)
    op.create_index("uq_parent_code", "parent", ["workspace_id", "client_id", "code_key"], unique=True)
    op.create_index("uq_city_name", "city", ["workspace_id", "name_key", "state_key"], unique=True)
    op.create_index("uq_outlet_name", "outlet", ["workspace_id", "parent_id", "name_key"], unique=True)
    op.create_index("uq_outlet_code", "outlet", ["workspace_id", "parent_id", "code_key"], unique=True)
    op.create_index("ix_outlet_client", "outlet", ["workspace_id", "client_id", "name_key"])
    op.create_index("ix_outlet_city", "outlet", ["workspace_id", "city_id"])
    protect(connection, TABLES)


def _fill(connection):
    """Give each row a key of its name, unique where it is looked for, and a code; and each outlet its placement."""
    bound = {"client": ["workspace_id"], "parent": ["workspace_id", "client_id"], "city": ["workspace_id"],
             "outlet": ["workspace_id", "parent_id"]}  # fmt: skip
    languages = sa.table("client", sa.column("id"), sa.column("language"), sa.column("languages", sa.JSON))
    for row in connection.execute(sa.select(languages.c.id, languages.c.language)).all():
        connection.execute(languages.update().where(languages.c.id == row.id).values(languages=[row.language]))
    for name, within in bound.items():
        columns = ["id", "name", "name_key", *within]
        table = sa.table(name, *map(sa.column, [*columns, "code", "code_key"]))
        taken = set()
        for row in connection.execute(sa.select(*(table.c[one] for one in columns)).order_by(table.c.id)).mappings():
            holder = tuple(row[one] for one in within)
            said, number = row["name"], 1
            while (holder, said.casefold()) in taken:
                number += 1
                said = f"{row['name'][:110]} {number}"
            taken.add((holder, said.casefold()))
            values = {"name": said, "name_key": said.casefold()}
            if name in ("parent", "outlet"):
                values |= {"code": str(row["id"]), "code_key": str(row["id"])}
            connection.execute(table.update().where(table.c.id == row["id"]).values(**values))
    fields = ("id", "workspace_id", "client_id", "parent_id")
    outlet = sa.table("outlet", *map(sa.column, fields), sa.column("created_at", sa.DateTime))
    placement = sa.table(
        "outlet_placement", *map(sa.column, (*fields, "outlet_id", "note", "entered_name")),
        sa.column("valid_from", sa.Date), sa.column("created_at", sa.DateTime),
    )  # fmt: skip
    for row in connection.execute(sa.select(outlet)).mappings().all():
        values = dict(row) | {"outlet_id": row["id"], "note": "", "entered_name": "",
                              "valid_from": row["created_at"].date()}  # fmt: skip
        connection.execute(placement.insert().values(**values))


def downgrade():
    """Remove them; the first language stays."""
    connection = op.get_bind()
    for name, table in (
        ("uq_client_name", "client"), ("uq_parent_name", "parent"), ("uq_parent_code", "parent"),
        ("uq_city_name", "city"), ("uq_outlet_name", "outlet"), ("uq_outlet_code", "outlet"),
        ("ix_outlet_client", "outlet"), ("ix_outlet_city", "outlet"),
    ):  # fmt: skip
        op.drop_index(name, table_name=table)
    op.add_column("client", sa.Column("language", sa.String(length=8), server_default="en", nullable=False))
    client = sa.table("client", sa.column("id"), sa.column("language"), sa.column("languages", sa.JSON))
    for row in connection.execute(sa.select(client.c.id, client.c.languages)).all():
        connection.execute(client.update().where(client.c.id == row.id).values(language=row.languages[0]))
    if connection.dialect.name == "postgresql":
        expose(connection, TABLES)
    for table in reversed(TABLES):
        op.drop_table(table)
    for table in CLOSABLE:
        op.drop_column(table, "closed_at")
        op.drop_column(table, "closed_reason")
    for table, columns in _added().items():
        for column in columns:
            op.drop_column(table, column.name)
    op.create_index("uq_client_name", "client", ["workspace_id", "name"], unique=True)
