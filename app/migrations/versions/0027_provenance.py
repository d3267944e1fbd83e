"""Sessions say what is known of them, rollups are counted apart by it, and contacts that no source named say so."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

TIMES, PEOPLE, UNDERSTANDING, LATENCY, COST, RATING, IMPORTED = (1 << place for place in range(7))
MEASURED = TIMES | PEOPLE | UNDERSTANDING | LATENCY | COST | RATING
KEYS = {
    "rollup_quarter": ["workspace_id", "quarter", "bot_id", "channel", "outlet_id", "traffic", "bot_group"],
    "rollup_day": ["workspace_id", "day", "bot_id", "channel", "outlet_id", "traffic", "bot_group"],
    "rollup_contact_day": [
        "workspace_id", "day", "bot_id", "channel", "outlet_id", "traffic", "contact_id", "bot_group",
    ],
    "rollup_intent_day": ["workspace_id", "day", "bot_id", "channel", "outlet_id", "traffic", "intent", "bot_group"],
}  # fmt: skip
NUMBER = sa.Integer()
REBUILD = "rebuild_rollups"


def upgrade():
    """Add what is known to sessions, contacts, imports and rollup keys; have a job count imported sessions again."""
    op.add_column("contact", sa.Column("known", sa.Boolean(), nullable=False, server_default=sa.true()))
    for name in ("facts", "times_estimated", "people_unknown"):
        op.add_column("import", sa.Column(name, NUMBER, nullable=False, server_default="0"))
    op.add_column("conversation", sa.Column("provenance", NUMBER, nullable=False, server_default=str(MEASURED)))
    for table, key in KEYS.items():
        op.add_column(table, sa.Column("provenance", NUMBER, nullable=False, server_default=str(MEASURED)))
        _replace_key(table, [*key, "provenance"])
    _describe_imports()
    op.drop_column("conversation", "times_made_up")
    for table, columns in {
        "contact": ["known"],
        "import": ["facts", "times_estimated", "people_unknown"],
        "conversation": ["provenance"],
        **{table: ["provenance"] for table in KEYS},
    }.items():
        with op.batch_alter_table(table) as batch:
            for name in columns:
                batch.alter_column(name, server_default=None)


def _describe_imports():
    """Say of sessions that were imported what their import could tell."""
    connection = op.get_bind()

    def run(statement):
        return connection.execute(sa.text(statement))

    # Contacts that an import made up were called Guest and a number, with a key of their own.
    made_up = "SELECT contact_id FROM contact_key WHERE ext_user LIKE 'guest-%'"
    run(f"UPDATE contact SET known = {_false(connection)}, name = '' WHERE name LIKE 'Guest %' AND id IN ({made_up})")
    for (import_id,) in run('SELECT id FROM "import"').all():
        sessions = f"SELECT id FROM conversation WHERE import_id = {import_id}"
        facts = 0
        for bit, question in {
            UNDERSTANDING: "SELECT 1 FROM turn WHERE (confidence IS NOT NULL OR cause IN ('no_match', "
            f"'low_confidence')) AND conversation_id IN ({sessions}) LIMIT 1",
            COST: f"SELECT 1 FROM conversation WHERE import_id = {import_id} AND cost_micro > 0 LIMIT 1",
            RATING: f"SELECT 1 FROM conversation WHERE import_id = {import_id} AND rating IS NOT NULL LIMIT 1",
        }.items():
            if run(question).first():
                facts |= bit
        timed = f"CASE WHEN times_made_up THEN 0 ELSE {TIMES | LATENCY} END"
        unknown = "SELECT id FROM contact WHERE NOT known"
        named = f"CASE WHEN contact_id IN ({unknown}) THEN 0 ELSE {PEOPLE} END"
        run(f"UPDATE conversation SET provenance = {facts | IMPORTED} + {timed} + {named} WHERE import_id = {import_id}")
        counts = run(
            "SELECT COALESCE(SUM(CASE WHEN times_made_up THEN 1 ELSE 0 END), 0), "
            f"COALESCE(SUM(CASE WHEN contact_id IN ({unknown}) THEN 1 ELSE 0 END), 0) "
            f"FROM conversation WHERE import_id = {import_id}"
        ).one()
        run(
            f'UPDATE "import" SET facts = {facts}, times_estimated = {counts[0]}, people_unknown = {counts[1]} '
            f"WHERE id = {import_id}"
        )
    _have_rebuilt(connection)


def _have_rebuilt(connection):
    """Queue a job for each workspace whose rollups hold imported sessions."""
    workspaces = connection.exec_driver_sql(
        f"SELECT DISTINCT workspace_id FROM conversation WHERE provenance <> {MEASURED}"
    ).all()
    job = sa.table(
        "job",
        *(sa.column(name) for name in ("id", "workspace_id", "kind", "payload", "state", "attempts", "progress")),
        sa.column("run_at", sa.DateTime()),
        sa.column("created_at", sa.DateTime()),
    )
    for (workspace,) in workspaces:
        # An id that no job has: jobs of before have ids of their time, which are larger.
        connection.execute(
            job.insert().values(
                id=workspace, workspace_id=workspace, kind=REBUILD, payload=json.dumps({}), state="ready",
                attempts=0, progress=0.0, run_at=sa.func.current_timestamp(), created_at=sa.func.current_timestamp(),
            )
        )  # fmt: skip


def _false(connection):
    """False as the database writes it."""
    return "0" if connection.dialect.name == "sqlite" else "false"


def downgrade():
    """Take it out; rows of rollups that differ in nothing else become one."""
    op.add_column(
        "conversation", sa.Column("times_made_up", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    connection = op.get_bind()
    true = "1" if connection.dialect.name == "sqlite" else "true"
    connection.exec_driver_sql(f"UPDATE conversation SET times_made_up = {true} WHERE (provenance & {TIMES}) = 0")
    with op.batch_alter_table("conversation") as batch:
        batch.alter_column("times_made_up", server_default=None)
        batch.drop_column("provenance")
    for name in ("facts", "times_estimated", "people_unknown"):
        op.drop_column("import", name)
    op.drop_column("contact", "known")
    for table, key in KEYS.items():
        _merge(table, key)
        _replace_key(table, key)
        op.drop_column(table, "provenance")


def _replace_key(table, columns):
    """Give a table another primary key."""
    with op.batch_alter_table(table) as batch:
        batch.drop_constraint(op.f(f"pk_{table}"), type_="primary")
        batch.create_primary_key(op.f(f"pk_{table}"), columns)


def _merge(table, key):
    """Sum the rows of one key that differ in what is known."""
    connection = op.get_bind()
    columns = [column["name"] for column in sa.inspect(connection).get_columns(table)]
    named = ", ".join(key)
    sums = {
        "provenance": "MIN(provenance)",
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
