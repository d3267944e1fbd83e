"""The role the application connects as, looked at once, before anybody is served."""

import sys

from flask import Flask
from sqlalchemy.exc import OperationalError

from app.config import EXIT_CONFIG, Settings
from app.core.db.base import db
from app.core.db.row_security import UNKNOWN_KEY, knows_key, weaknesses


def check_role(app: Flask) -> None:
    """Refuse a key that the database does not know, and production on a role that row-level security does not bind."""
    settings: Settings = app.config["SETTINGS"]
    with app.app_context():
        try:
            problems = weaknesses(db.session.connection())
            knows = knows_key(db.session.connection())
        except OperationalError:
            return  # The database is not there yet: /readyz tells when it is, and checks again.
        finally:
            db.session.remove()
            # Processes to come must not share this one's connection.
            db.engine.dispose()
    if problems:
        print(f"parley: DATABASE_URL: {'; '.join(problems)}.", file=sys.stderr)  # noqa: T201 - as of every wrong setting
        if settings.production:
            sys.exit(EXIT_CONFIG)
    if not knows:
        print(f"parley: SECRET_KEY: {UNKNOWN_KEY}.", file=sys.stderr)  # noqa: T201 - as of every wrong setting
        sys.exit(EXIT_CONFIG)
