"""Moving an installation to another database: every row, as of one moment, counted afterwards."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from flask import current_app
from sqlalchemy import Connection, Table, create_engine, func, insert, select

from app.config import Settings
from app.core.db.base import Base, db, engine_options, prepare_engine, read_only
from app.operations.engines import Unusable
from app.operations.schema import bring_to_newest

BATCH = 2_000


def copy(to: str, progress: Callable[[str, int], None]) -> int:
    """Copy every table into the empty database at `to`, whose schema is made; the rows copied in all.

    Says each table with its rows as it goes. All of it arrives, or nothing; raises Unusable when there is
    something in the target already or a count differs.
    """
    settings: Settings = replace(current_app.config["SETTINGS"], database_url=to, database_owner_url=to)
    if to == current_app.config["SETTINGS"].database_url:
        raise Unusable("That is the database the installation is on.")
    bring_to_newest(to, to)
    target = create_engine(to, **engine_options(settings))
    prepare_engine(target, settings)
    copied = 0
    with read_only():
        source = db.session.connection()
        # On PostgreSQL a transaction begins with its first statement, and all of it is a reader's or none.
        source.exec_driver_sql("SELECT 1")
    try:
        with target.begin() as there:
            for table in Base.metadata.sorted_tables:
                if there.scalar(select(func.count()).select_from(table)):
                    raise Unusable(f"The target has rows in {table.name} already: copy into an empty database.")
            _defer(there)
            for table in Base.metadata.sorted_tables:
                rows = _copy_table(source, there, table)
                progress(table.name, rows)
                copied += rows
    finally:
        db.session.rollback()
        target.dispose()
    return copied


def _defer(connection: Connection) -> None:
    """Let rows point at rows of their own table that come later."""
    is_sqlite = connection.dialect.name == "sqlite"
    connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON" if is_sqlite else "SET CONSTRAINTS ALL DEFERRED")


def _copy_table(source: Connection, target: Connection, table: Table) -> int:
    """Copy one table in batches; the rows copied, which both sides must agree on."""
    for batch in _batches(source, table):
        target.execute(insert(table), batch)
    count = select(func.count()).select_from(table)
    here, there = source.scalar(count) or 0, target.scalar(count) or 0
    if here != there:
        raise Unusable(f"{table.name} has {here} rows here and {there} there.")
    return here


def _batches(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """A table's rows, a bounded number at a time."""
    rows = source.execution_options(yield_per=BATCH).execute(select(table).order_by(*table.primary_key))
    for batch in rows.mappings().partitions():
        yield [dict(row) for row in batch]
