"""PostgreSQL's search asks its index by itself, also which words were said at all, and finds all of it sorted in."""

from alembic import op

from app.reports.history.search import (create_newest, create_said)

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade():
    """Replace the function of the newest messages and add the one of words."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        op.execute("ALTER INDEX ix_message_search SET (fastupdate = off)")
        op.execute("SELECT gin_clean_pending_list('ix_message_search'::regclass)")
        create_newest(connection)
        create_said(connection)


def downgrade():
    """Remove the function of words; the other answers the same as the one before it."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION words_said(text[])")
        op.execute("ALTER INDEX ix_message_search RESET (fastupdate)")
