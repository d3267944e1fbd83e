"""Migrations: on this run's database they end at exactly what the models say."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import Connection, Engine, create_engine, inspect, text

from app.config import ROOT, Settings
from app.core.db.base import Base
from tests import commands
from tests.conftest import server_url

FIRST_MESSAGE = "message_search"
LOST = {
    "sqlite": ("DROP TRIGGER audit_event_delete", "DROP TABLE message_search"),
    "postgresql": (
        "DROP POLICY workspace ON client", "DROP POLICY search ON message", "DROP FUNCTION words_said",
        "DROP TRIGGER audit_event_delete ON audit_event", "DROP INDEX ix_message_search",
    ),
}  # fmt: skip
OBJECTS = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger UNION SELECT proname FROM pg_proc UNION "
    "SELECT polname || ' of ' || relname FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid",
}
"""Some of what the areas' `database_objects` make, and how to list what is there."""


@contextmanager
def empty_database(folder: Path) -> Iterator[str]:
    """A database of the kind this run is on, with nothing in it."""
    server_address = server_url()
    if server_address is None:
        yield f"sqlite:///{folder / 'empty.db'}"
        return
    import psycopg

    name = f"parley_migrations_{os.getpid()}"
    with psycopg.connect(server_address.render_as_string(hide_password=False), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type, unused-ignore]
        yield server_address.set(database=name).render_as_string(hide_password=False)
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[arg-type, unused-ignore]


@pytest.fixture
def migrated(tmp_path: Path, settings: Settings, application: Flask) -> Iterator[tuple[Engine, Any]]:
    """An engine on an empty database, and `flask db …` for it; the application has loaded every model."""
    with empty_database(tmp_path) as url:
        env = os.environ | {
            "DATABASE_URL": url,
            "INSTANCE": str(tmp_path),
            "SECRET_KEY": settings.secret_key,
            "DATA_KEYS": "k1:" + "A" * 43 + "=",
        }

        def flask_db(*words: str) -> str:
            """Run one command as an operator would; its output."""
            ran = commands.flask(("db", *words), env)
            assert ran.returncode == 0, ran.stderr[-2000:]
            return ran.stdout + ran.stderr

        engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
        yield engine, flask_db
        engine.dispose()


def tables(engine: Engine) -> set[str]:
    """The tables that are there, without those SQLite keeps for itself and Alembic's own."""
    return {name for name in inspect(engine).get_table_names() if name != "alembic_version"}


def _ours(_object: Any, name: str | None, _kind: str, _reflected: bool, _compare: Any) -> bool:
    """The search index is no model's, nor is what PostgreSQL's policies ask."""
    return not (name or "").startswith((FIRST_MESSAGE, f"ix_{FIRST_MESSAGE}", "alembic_version", "isolation_key"))


def differences(engine: Engine) -> list[Any]:
    """What a new migration would have to do, types included."""
    with engine.connect() as connection:
        options = {"compare_type": True, "include_object": _ours}
        changes = list(compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata))
        # Alembic does not compare what rows are distinguished by.
        for table in Base.metadata.sorted_tables:
            key = inspect(connection).get_pk_constraint(table.name)["constrained_columns"]
            if key != [column.name for column in table.primary_key]:
                changes.append(("primary key", table.name, key))
        return changes


def searched(engine: Engine) -> bool:
    """Whether the search index is there."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            index = connection.execute(text("SELECT 1 FROM pg_indexes WHERE indexname = 'ix_message_search'")).first()
        else:
            index = connection.execute(text("SELECT 1 FROM sqlite_master WHERE name = 'message_search'")).first()
    return index is not None


def test_the_migration_makes_what_the_models_say(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    flask_db("upgrade")
    assert differences(engine) == [] and searched(engine)
    assert {table.name for table in Base.metadata.sorted_tables} <= tables(engine)
    flask_db("upgrade")
    assert differences(engine) == [] and searched(engine)


def test_what_is_no_table_is_made_again(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    flask_db("upgrade")
    with engine.begin() as connection:
        for statement in LOST[engine.dialect.name]:
            connection.execute(text(statement))
    flask_db("upgrade")
    assert searched(engine)
    with engine.connect() as connection:
        names = set(connection.scalars(text(OBJECTS[engine.dialect.name])))
    assert {"audit_event_delete", "audit_event_update", "audit_event_erase"} <= names
    assert engine.dialect.name == "sqlite" or {"workspace of client", "search of message", "words_said"} <= names


@pytest.mark.postgres
def test_a_migration_gives_way_to_those_who_use_a_table_and_tries_again(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    flask_db("upgrade")
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'audit_event'::regclass")

    def hold_until_it_gave_up(holder: Connection) -> None:
        for expected in (1, 0):
            while holder.scalar(waiting) != expected:
                time.sleep(0.02)
        holder.rollback()

    with engine.connect() as holder:
        holder.execute(text("LOCK TABLE audit_event IN ROW EXCLUSIVE MODE"))
        holding = threading.Thread(target=hold_until_it_gave_up, args=(holder,), daemon=True)
        holding.start()
        output = flask_db("upgrade")
        holding.join(10)
    assert "migration_waits" in output


def test_a_missing_column_would_be_seen(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    flask_db("upgrade")
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE bot DROP COLUMN state_reason"))
    assert [change[0] for change in differences(engine)] == ["add_column"]


def test_there_is_one_head(application: Flask) -> None:
    from alembic.script import ScriptDirectory

    assert len(ScriptDirectory(str(ROOT / "app" / "migrations")).get_heads()) == 1
