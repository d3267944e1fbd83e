"""Whether someone holds the one write lock just now, as a test sees it from inside a request."""

import fcntl
from pathlib import Path

from sqlalchemy import text

from app.core.db.base import db


def is_free() -> bool:
    """Whether a writer would be let in at once; PostgreSQL has no such lock, so there always."""
    if db.engine.dialect.name != "sqlite":
        return True
    with Path(f"{db.engine.url.database}-gate").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def reads() -> bool:
    """Whether the present transaction is a reader's: it holds no lock, and all its queries see one state."""
    if db.engine.dialect.name == "sqlite":
        return is_free()
    return db.session.scalar(text("SHOW transaction_isolation")) == "repeatable read"
