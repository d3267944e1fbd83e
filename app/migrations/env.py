"""Alembic's entry: our metadata, as the role that owns the tables, in one transaction.

Whoever asks for a table after a migration that waits for it waits, too: a migration gives up soon and tries again.
"""

import time
from typing import Any

import structlog
from alembic import context
from flask import current_app
from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.elements import False_

from app.core.db.base import Base, db
from app.core.db.row_security import KEYS, grant, protect, store_keys
from app.core.db.tenancy import everywhere
from app.core.errors import engine_code

log = structlog.get_logger("migrations")
LOCK_SECONDS, PAUSE_SECONDS, TRIES = 3, 1.0, 20
TABLE_IN_USE = "55P03"


def _ours(_object: Any, name: str | None, kind: str, _reflected: bool, _compare: Any) -> bool:
    """Leave the search index's own tables and indexes out of comparisons, and what PostgreSQL alone has."""
    return not (name or "").startswith(("message_search", "ix_message_search", "sqlite_", KEYS))


def _render(kind: str, value: Any, _context: Any) -> str | bool:
    """Write our column types and defaults as plain SQLAlchemy ones that suit both databases."""
    name = type(value).__name__
    if kind == "server_default" and isinstance(value.arg, False_):
        return "sa.false()"
    if kind == "type" and name == "UtcDateTime":
        return "sa.DateTime()"
    if kind == "type" and name == "Sealed":
        return "sa.Text()"
    if kind == "type" and name == "BigInteger":
        return 'sa.BigInteger().with_variant(sa.Integer(), "sqlite")'
    return False


def _owner() -> Engine:
    """An engine of the role that owns the tables; on SQLite the application's own."""
    if db.engine.dialect.name == "sqlite":
        return db.engine
    return create_engine(current_app.config["SETTINGS"].database_owner_url, poolclass=NullPool)


def _application_role(connection: Connection) -> str | None:
    """The role the application connects as, where that is another one."""
    role = db.engine.url.username
    return role if connection.dialect.name == "postgresql" and role != connection.engine.url.username else None


def _migrate(connection: Connection) -> None:
    """Run the migrations in one transaction."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        include_object=_ours,
        render_item=_render,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=False,
        **{k: v for k, v in current_app.extensions["migrate"].configure_args.items() if k == "user_module_prefix"},
    )
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
        context.run_migrations()
        if (head := context.get_head_revision()) and context.get_context().get_current_revision() == head:
            # Policies, functions, triggers and search come from today's code; migrations hold tables only.
            protect(connection)
            for module in current_app.extensions["areas"]("database_objects"):
                module.install(connection)
        if connection.dialect.name == "postgresql":
            store_keys(connection, current_app.config["SETTINGS"].signing_keys)
        if (role := _application_role(connection)) is not None:
            grant(connection, role)
    connection.commit()


with everywhere(), _owner().connect() as connection:
    if connection.dialect.name == "postgresql":
        # Migrations change rows of every workspace.
        connection.exec_driver_sql("SELECT set_config('app.everywhere', 'on', false)")
        connection.commit()
    for tries_left in reversed(range(TRIES)):
        try:
            _migrate(connection)
            break
        except OperationalError as error:
            if engine_code(error) != TABLE_IN_USE or not tries_left:
                raise
            connection.rollback()
            log.warning("migration_waits", tries_left=tries_left)
            time.sleep(PAUSE_SECONDS)
