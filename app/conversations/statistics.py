"""What the database's planner knows of the tables while they grow fast."""

from app.db import db


def refresh_statistics() -> None:
    """Let PostgreSQL look at what a load has brought so far.

    Checks of references are planned while the tables are empty, and stay with a plan that reads all of them:
    without this, a load into a new database slows down with every batch.
    """
    connection = db.session.connection()
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("ANALYZE conversation, contact, thread, message, turn")
