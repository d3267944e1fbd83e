"""What the database's planner knows of the tables while they grow fast."""

from sqlalchemy import func, select

from app.core.db.base import db


def refresh_statistics() -> None:
    """Refresh the planner's statistics in the middle of a load.

    Checks of references are planned while the tables are empty, and keep a plan that reads all of them:
    without this, a load into a new database slows down with every batch.
    """
    if db.engine.dialect.name == "postgresql":
        db.session.execute(select(func.refresh_statistics()))
