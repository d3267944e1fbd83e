"""Alembic's entry: our metadata, on the application's own engine, in one transaction."""

from typing import Any

from alembic import context
from flask import current_app

from app.db import Base, db


def _ours(_object: Any, name: str | None, kind: str, _reflected: bool, _compare: Any) -> bool:
    """Leave the search index's own tables and indexes out of comparisons."""
    return not (name or "").startswith(("message_search", "ix_message_search", "sqlite_"))


def _render(kind: str, value: Any, _context: Any) -> str | bool:
    """Write our column types as plain SQLAlchemy ones, so that old migrations never break."""
    name = type(value).__name__
    if kind == "type" and name == "UtcDateTime":
        return "sa.DateTime()"
    if kind == "type" and name == "BigInteger":
        return 'sa.BigInteger().with_variant(sa.Integer(), "sqlite")'
    return False


with db.engine.connect() as connection:
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
        context.run_migrations()
    connection.commit()
