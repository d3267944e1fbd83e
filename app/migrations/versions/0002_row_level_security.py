"""row-level security of every workspace's rows, on PostgreSQL."""

import sqlalchemy as sa
from alembic import op

from app.core.db.row_security import (expose, protect)

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TABLES = sa.text(
    "SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'workspace_id' "
    "WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 1"
)


def upgrade():
    """Protect what is there; later migrations protect the tables they make."""
    from app.reports.history.search import create_function
    from app.analytics.planner_statistics import create_function as create_analyze

    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        protect(connection, list(connection.scalars(_TABLES)))
        create_function(connection)
        create_analyze(connection)


def downgrade():
    """Take the policies and the functions away."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        op.execute("DROP FUNCTION refresh_statistics()")
        op.execute("DROP FUNCTION messages_with(tsquery)")
        op.execute("DROP POLICY search ON message")
        expose(connection, list(connection.scalars(_TABLES)))
