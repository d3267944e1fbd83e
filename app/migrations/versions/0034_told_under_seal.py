"""what a transaction tells PostgreSQL is sealed: the application's role alone cannot lift its isolation."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import (HERE, KEYS, POLICY, install)

revision = "0034"
down_revision = "0032"
branch_labels = None
depends_on = None

_BEFORE = (
    "(SELECT current_setting('app.everywhere', true) = 'on') "
    "OR workspace_id = (SELECT current_setting('app.workspace_id')::bigint)"
)
_SETTING, _TOLD = "current_setting('app.workspace_id')::bigint", "(SELECT told_workspace())"
_POLICIES = sa.text(
    "SELECT relname FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid "
    f"WHERE polname = '{POLICY}' AND relnamespace = current_schema()::regnamespace ORDER BY 1"
)
_FUNCTIONS = sa.text(
    "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace "
    "AND proname IN ('messages_with', 'newest_messages_with', 'words_said')"
)


def _change(connection, here, old, new):
    """Have every policy ask for `here`, and the functions that pass the policies for `new` instead of `old`."""
    for table in connection.scalars(_POLICIES).all():
        op.execute(f'ALTER POLICY {POLICY} ON "{table}" USING ({here}) WITH CHECK ({here})')
    for function in connection.scalars(_FUNCTIONS).all():
        connection.exec_driver_sql(function.replace(old, new))


def upgrade():
    """Ask for what was told under a seal."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        install(connection)
        _change(connection, HERE, _SETTING, _TOLD)


def downgrade():
    """Believe whatever is said again."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        _change(connection, _BEFORE, _TOLD, _SETTING)
        op.execute("DROP FUNCTION told_workspace(), told_everywhere()")
        op.execute(f"DROP TABLE {KEYS}")
