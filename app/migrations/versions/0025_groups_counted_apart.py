"""Rollups count a bot's groups apart: sessions keep the group their bot had, and their bot may get another."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

KEYS = {
    "rollup_quarter": ["workspace_id", "quarter", "bot_id", "channel", "outlet_id", "traffic"],
    "rollup_day": ["workspace_id", "day", "bot_id", "channel", "outlet_id", "traffic"],
    "rollup_contact_day": ["workspace_id", "day", "bot_id", "channel", "outlet_id", "traffic", "contact_id"],
    "rollup_intent_day": ["workspace_id", "day", "bot_id", "channel", "outlet_id", "traffic", "intent"],
}


def upgrade():
    """Make the group part of every key."""
    for table, key in KEYS.items():
        _replace_key(table, [*key, "bot_group"])


def downgrade():
    """Take it out again; rows that differ in nothing else become one."""
    for table, key in KEYS.items():
        _merge(table, key)
        _replace_key(table, key)


def _replace_key(table, columns):
    """Give a table another primary key."""
    with op.batch_alter_table(table) as batch:
        batch.drop_constraint(op.f(f"pk_{table}"), type_="primary")
        batch.create_primary_key(op.f(f"pk_{table}"), columns)


def _merge(table, key):
    """Sum the rows of one key that differ in the group."""
    connection = op.get_bind()
    columns = [column["name"] for column in sa.inspect(connection).get_columns(table)]
    named = ", ".join(key)
    sums = {
        "bot_group": "MIN(bot_group)",
        "client_id": "MIN(client_id)",
        "is_first": "CAST(MAX(CAST(is_first AS INTEGER)) AS BOOLEAN)",
    }
    values = ", ".join(name if name in key else f"{sums.get(name, f'SUM({name})')} AS {name}" for name in columns)
    listed = ", ".join(columns)
    for statement in (
        f"CREATE TEMPORARY TABLE merged AS SELECT {values} FROM {table} GROUP BY {named} HAVING COUNT(*) > 1",
        f"DELETE FROM {table} WHERE ({named}) IN (SELECT {named} FROM merged)",
        f"INSERT INTO {table} ({listed}) SELECT {listed} FROM merged",
        "DROP TABLE merged",
    ):
        connection.exec_driver_sql(statement)
