"""What the database's planner knows of the tables while they grow fast."""

from sqlalchemy import Connection, func, select

from app.core.db.base import db

# Only a table's owner may look at it so, which the application is not.
_FUNCTION = (
    "CREATE FUNCTION refresh_statistics() RETURNS void LANGUAGE plpgsql SECURITY DEFINER "
    "SET search_path = {schema}, pg_temp AS $$ BEGIN ANALYZE conversation, contact, thread, message, turn; END $$",
    "REVOKE EXECUTE ON FUNCTION refresh_statistics FROM PUBLIC",
)


def create_function(connection: Connection) -> None:
    """Create PostgreSQL's function that looks at the tables in their owner's name."""
    schema = connection.dialect.identifier_preparer.quote_identifier(
        connection.exec_driver_sql("SELECT current_schema()").scalar_one()
    )
    for statement in _FUNCTION:
        connection.exec_driver_sql(statement.format(schema=schema))


def refresh_statistics() -> None:
    """Let PostgreSQL look at what a load has brought so far.

    Checks of references are planned while the tables are empty, and stay with a plan that reads all of them:
    without this, a load into a new database slows down with every batch.
    """
    if db.engine.dialect.name == "postgresql":
        db.session.execute(select(func.refresh_statistics()))
