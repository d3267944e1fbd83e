"""The function by which the application refreshes the planner's statistics, which only a table's owner may do."""

from sqlalchemy import Connection

from app.core.db.row_security import create_functions

_FUNCTION = (
    "CREATE OR REPLACE FUNCTION refresh_statistics() RETURNS void LANGUAGE plpgsql SECURITY DEFINER "
    "SET search_path = {schema}, pg_temp AS $$ BEGIN ANALYZE conversation, contact, thread, message, turn; END $$",
    "REVOKE EXECUTE ON FUNCTION refresh_statistics FROM PUBLIC",
)


def install(connection: Connection) -> None:
    """Create or replace the function on PostgreSQL."""
    if connection.dialect.name == "postgresql":
        create_functions(connection, _FUNCTION)
