"""PostgreSQL's own filter: Core, text and bulk statements, which the ORM's filter does not see."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import ForeignKeyConstraint, create_engine, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import NullPool

from app.accounts.workspaces.models import Workspace
from app.analytics.planner_statistics import refresh_statistics
from app.bots.catalog.models import Bot
from app.clients.models import Client
from app.config import EXIT_CONFIG, ROOT, Settings
from app.conversations.models import Message
from app.core.db import tenancy
from app.core.db.base import Base, db
from app.core.db.ids import new_id
from app.core.db.row_security import protect, weaknesses
from app.core.db.tenancy import everywhere, within
from app.reports.history import search
from app.reports.history.database_objects import INDEXED
from tests.conftest import as_owner
from tests.contract.rows import grow
from tests.factories.bots import add_bot
from tests.factories.places import ForeignRow, add_client
from tests.ports import free_port

OWNED = [table for table in Base.metadata.sorted_tables if "workspace_id" in table.c]
CLIENT = Client.__table__
on_postgres = pytest.mark.postgres


@on_postgres
def test_every_table_of_workspaces_is_behind_a_policy(app: Flask) -> None:
    query = text(
        "SELECT relname FROM pg_class JOIN pg_policy ON polrelid = pg_class.oid AND polname = 'workspace' "
        "WHERE relrowsecurity AND relforcerowsecurity AND polcmd = '*' AND polpermissive "
        "AND pg_get_expr(polqual, polrelid) = pg_get_expr(polwithcheck, polrelid)"
    )
    missing = {table.name for table in OWNED} - set(db.session.scalars(query))
    assert not missing
    assert len(OWNED) > 20


@on_postgres
def test_statements_the_orm_does_not_filter_see_one_workspace(workspace: Workspace, theirs: ForeignRow) -> None:
    mine = add_bot(add_client("Mine"), "Mine")
    table = Bot.__table__
    assert db.session.execute(select(table.c.id)).scalars().all() == [mine.id]
    assert db.session.execute(text("SELECT id FROM bot")).scalars().all() == [mine.id]
    assert db.session.connection().exec_driver_sql("SELECT count(*) FROM bot").scalar_one() == 1
    assert db.session.execute(update(table).values(name="x")).rowcount == 1  # type: ignore[attr-defined, unused-ignore]
    assert db.session.execute(text("DELETE FROM bot WHERE id = :id"), {"id": theirs.id}).rowcount == 0  # type: ignore[attr-defined]


@on_postgres
def test_without_a_workspace_nothing_comes_out(workspace: Workspace, theirs: ForeignRow) -> None:
    tenancy.unbind()
    with pytest.raises(DBAPIError):
        db.session.execute(select(Bot.__table__)).all()
    db.session.rollback()
    with everywhere():
        assert db.session.execute(select(Bot.__table__)).all()
    with pytest.raises(DBAPIError):
        db.session.execute(select(Bot.__table__)).all()
    db.session.rollback()


@on_postgres
def test_rows_are_not_planted_or_moved_past_the_orm(workspace: Workspace, theirs: ForeignRow) -> None:
    mine = add_client("Mine")
    row = {column.name: getattr(mine, column.key) for column in CLIENT.c}
    mine_id = mine.id
    db.session.commit()
    rows = [row | {"id": new_id(), "name": str(n), "workspace_id": theirs.workspace_id} for n in range(2)]
    for statement, values in (
        (insert(CLIENT), rows),  # type: ignore[arg-type]
        (update(CLIENT).where(CLIENT.c.id == mine_id).values(workspace_id=theirs.workspace_id), None),  # type: ignore[arg-type]
    ):
        with pytest.raises(DBAPIError, match="row-level security"):
            db.session.execute(statement, values)
        db.session.rollback()


def test_core_rows_do_not_point_into_another_workspace(workspace: Workspace, theirs: ForeignRow) -> None:
    mine = add_bot(add_client("Mine"), "Mine")
    values = {column.name: getattr(mine, key) for key, column in Bot.__mapper__.columns.items()}
    values |= {"id": new_id(), "name_key": "other", "client_id": theirs.client_id}
    with pytest.raises(IntegrityError):
        db.session.execute(insert(Bot.__table__), [values])  # type: ignore[arg-type]
    db.session.rollback()


@pytest.mark.parametrize("table", OWNED, ids=lambda table: table.name)
def test_every_reference_between_workspace_rows_carries_the_workspace(table: Any) -> None:
    names = {owned.name for owned in OWNED}
    for key in table.constraints:
        if isinstance(key, ForeignKeyConstraint) and key.referred_table.name in names:
            pairs = {element.parent.name: element.column.name for element in key.elements}
            assert pairs.get("workspace_id") == "workspace_id", f"{table.name}: {pairs}"


@on_postgres
def test_the_binding_follows_within_one_transaction(workspace: Workspace, theirs: ForeignRow) -> None:
    count = select(func.count()).select_from(CLIENT)
    add_client("Mine")
    assert db.session.scalar(count) == 1
    with everywhere():
        assert db.session.scalar(count) == 2
    with within(theirs.workspace_id):
        savepoint = db.session.begin_nested()
        assert db.session.execute(select(CLIENT.c.id)).scalars().all() == [theirs.client_id]
        savepoint.rollback()
        assert db.session.execute(select(CLIENT.c.id)).scalars().all() == [theirs.client_id]
    assert db.session.execute(select(CLIENT.c.name)).scalars().all() == ["Mine"]


@on_postgres
def test_a_row_that_was_waited_for_is_looked_at_again_in_all_workspaces(app: Flask, workspace: Workspace) -> None:
    mine = add_bot(add_client("Mine"), "Mine")
    db.session.commit()
    table, results = Bot.__table__, list[Any]()
    query = select(table.c.id).where(table.c.name == "Mine").with_for_update()

    def read() -> None:
        with app.app_context(), everywhere(), db.engine.begin() as connection:
            try:
                results.extend(connection.execute(query).scalars())
            except DBAPIError as error:
                results.append(error)

    thread = threading.Thread(target=read)
    with everywhere(), db.engine.begin() as connection:
        connection.execute(update(table).where(table.c.id == mine.id).values(name="Renamed"))
        thread.start()
        deadline = time.monotonic() + 30
        while not connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    thread.join()
    assert results == []


@on_postgres
def test_a_transaction_that_has_failed_accepts_no_other_workspace(workspace: Workspace, theirs: ForeignRow) -> None:
    with pytest.raises(DBAPIError, match="division by zero"):
        db.session.execute(text("SELECT 1 / 0"))
    with within(theirs.workspace_id), pytest.raises(DBAPIError, match="aborted"):
        db.session.execute(text("SELECT 1"))
    db.session.rollback()
    with within(theirs.workspace_id):
        assert db.session.execute(select(CLIENT.c.id)).scalars().all() == [theirs.client_id]


@on_postgres
def test_a_server_that_has_gone_is_met_by_the_statement_and_the_pool_learns_it(workspace: Workspace) -> None:
    assert db.session.scalar(text("SELECT 1")) == 1
    db.session.commit()
    driver: Any = db.session.connection().connection.dbapi_connection
    with socket.socket(fileno=os.dup(driver.pgconn.socket)) as line:
        line.shutdown(socket.SHUT_RDWR)
    with pytest.raises(DBAPIError) as met:
        db.session.execute(text("SELECT 1"))
    assert met.value.connection_invalidated
    db.session.rollback()
    assert db.session.scalar(text("SELECT 1")) == 1


@on_postgres
def test_what_one_transaction_has_set_is_gone_in_the_next(workspace: Workspace, theirs: ForeignRow) -> None:
    with within(theirs.workspace_id):
        assert db.session.execute(select(CLIENT.c.id)).all()
    db.session.commit()
    tenancy.unbind()
    raw = db.engine.raw_connection()
    try:
        cursor = raw.cursor()
        with pytest.raises(Exception, match=r"app\.workspace_id|no workspace is bound"):
            cursor.execute("SELECT id FROM client")
    finally:
        raw.rollback()
        raw.close()


@pytest.fixture
def roles(app: Flask) -> Iterator[dict[str, Any]]:
    """A connection of each kind of role."""
    settings: Settings = app.config["SETTINGS"]
    url = os.environ["TEST_DATABASE_URL"].replace("postgresql://", "postgresql+psycopg://")
    db.session.commit()
    engines = {
        "application": create_engine(settings.database_url, poolclass=NullPool),
        "owner": create_engine(settings.database_owner_url, poolclass=NullPool),
        "superuser": create_engine(url, poolclass=NullPool),
    }
    connections = {name: engine.connect() for name, engine in engines.items()}
    yield connections
    for connection in connections.values():
        connection.close()


@on_postgres
def test_a_role_that_policies_do_not_bind_is_reported(roles: dict[str, Any]) -> None:
    problems = {name: weaknesses(connection) for name, connection in roles.items()}
    assert problems["application"] == []
    assert problems["owner"] == ["the application's role owns tables"]
    assert "the application's role is a superuser" in problems["superuser"]


@on_postgres
def test_a_table_without_policy_is_reported(app: Flask, roles: dict[str, Any]) -> None:
    with as_owner(app) as connection:
        connection.execute(text("CREATE TABLE forgotten (workspace_id bigint)"))
        try:
            assert "table forgotten has no policy" in weaknesses(connection)
        finally:
            connection.execute(text("DROP TABLE forgotten"))


@on_postgres
def test_a_policy_of_an_earlier_version_is_reported_and_replaced(app: Flask) -> None:
    engine = create_engine(app.config["SETTINGS"].database_owner_url, poolclass=NullPool)
    with engine.connect() as connection, connection.begin() as transaction:
        connection.execute(text("ALTER POLICY workspace ON bot USING (true)"))
        assert "table bot has no policy" in weaknesses(connection)
        protect(connection)
        assert "table bot has no policy" not in weaknesses(connection)
        transaction.rollback()


@on_postgres
def test_the_application_may_not_touch_tables(workspace: Workspace) -> None:
    for statement in ("TRUNCATE bot", "ALTER TABLE bot DISABLE ROW LEVEL SECURITY", "DROP POLICY workspace ON bot",
                      "UPDATE alembic_version SET version_num = '0'", "CREATE TABLE own (id int)"):  # fmt: skip
        with pytest.raises(DBAPIError, match=r"permission denied|must be owner"):
            db.session.execute(text(statement))
        db.session.rollback()


@on_postgres
@pytest.mark.parametrize(("app_env", "status"), [("production", 503), ("development", 200)])
def test_readiness_needs_a_bound_role_in_production(
    app: Flask, monkeypatch: pytest.MonkeyPatch, app_env: str, status: int
) -> None:
    from dataclasses import replace

    from app.operations import health

    monkeypatch.setattr(health, "weaknesses", lambda connection: ["the application's role owns tables"])
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], app_env=app_env))
    answer = app.test_client().get("/readyz")
    assert answer.status_code == status and not answer.json["checks"]["isolation"]["ok"]


@on_postgres
def test_production_does_not_start_as_the_tables_owner(app: Flask) -> None:
    settings: Settings = app.config["SETTINGS"]
    env = os.environ | {
        "APP_ENV": "production", "PUBLIC_URL": "https://parley.example.test", "INSTANCE": str(settings.instance),
        "DATABASE_URL": settings.database_owner_url, "DATABASE_OWNER_URL": settings.database_owner_url,
        "PORT": str(free_port()),
    }  # fmt: skip
    command = [sys.executable, "-m", "app.processes"]
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (EXIT_CONFIG, "")
    assert ran.stderr.startswith("parley: DATABASE_URL: the application's role owns tables")


@on_postgres
def test_search_uses_its_index_behind_the_policy(workspace: Workspace) -> None:
    grow(1, "a")
    first = db.session.scalars(select(Message)).first()
    assert first is not None
    like = {key: getattr(first, key) for key in Message.__mapper__.columns.keys()}
    rows = [like | {"id": new_id(), "event_id": f"e{n}", "position": n, "text": f"word{n}"} for n in range(4000)]
    db.session.execute(insert(Message.__table__), rows)  # type: ignore[arg-type]
    refresh_statistics()
    used = text("SELECT pg_stat_get_xact_numscans('ix_message_search'::regclass)")
    before = db.session.scalar(used) or 0
    assert db.session.scalars(select(Message.text).where(search.message_matching('"word77"'))).all() == ["word77"]
    assert (db.session.scalar(used) or 0) == before + 1


@on_postgres
def test_a_plain_match_would_not_use_the_index(app: Flask, workspace: Workspace) -> None:
    plain = f"EXPLAIN SELECT id FROM message WHERE {INDEXED} @@ 'service'::tsquery"
    db.session.execute(text("SET LOCAL enable_seqscan = off"))
    assert "ix_message_search" not in "\n".join(db.session.scalars(text(plain)))
    with as_owner(app) as connection:
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        connection.execute(text("SELECT set_config('app.workspace_id', '1', true)"))
        assert "Bitmap Index Scan on ix_message_search" in "\n".join(connection.scalars(text(plain)))
