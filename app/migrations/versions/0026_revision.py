"""The lock counter of stored things is called `revision`; `version` is left to what has versions of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

# What these count is the version of reported data and of the audit log's format.
OTHERS = {"data_version", "audit_event", "alembic_version"}


def upgrade():
    """Rename the column of every table that has it, and the key in each workspace's languages."""
    _rename("version", "revision")


def downgrade():
    """Rename both back."""
    _rename("revision", "version")


def _rename(old, new):
    """Rename the counter of every table from one name to the other."""
    connection = op.get_bind()
    inspector = sa.inspect(connection)
    for table in inspector.get_table_names():
        if table not in OTHERS and old in {column["name"] for column in inspector.get_columns(table)}:
            op.execute(f'ALTER TABLE "{table}" RENAME COLUMN {old} TO {new}')
    workspace = sa.table("workspace", sa.column("id"), sa.column("languages", sa.JSON()))
    for row in connection.execute(sa.select(workspace.c.id, workspace.c.languages)).all():
        languages = {
            code: {new if key == old else key: value for key, value in made.items()}
            for code, made in (row.languages or {}).items()
        }
        if languages:
            connection.execute(workspace.update().where(workspace.c.id == row.id).values(languages=languages))
