"""PostgreSQL believes what it reads only under the application's seal, no matter who has the role's connection."""

import hashlib
import hmac
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, create_engine, event, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from app.accounts.workspaces.models import Workspace
from app.clients.models import Client
from app.config import EXIT_CONFIG, ROOT, Settings
from app.core.db.availability import met
from app.core.db.base import db, engine_options, prepare_engine
from app.core.db.row_security import UNSEALED, knows_key, store_keys
from app.core.db.tenancy import bound_workspace, everywhere, within
from app.ingest import dialogues
from tests.conftest import as_owner
from tests.factories import conversations
from tests.factories.places import ForeignRow, add_client
from tests.ports import free_port

pytestmark = pytest.mark.postgres
OTHER = "a-secret-of-another-installation-0123456789"
CLIENT = Client.__table__


def settings_of(app: Flask) -> Settings:
    """The settings of the test's application."""
    settings: Settings = app.config["SETTINGS"]
    return settings


@pytest.fixture
def stolen(app: Flask, workspace: Workspace, theirs: ForeignRow) -> Iterator[Any]:
    """The role's own connection in someone else's hands, beside rows of two workspaces."""
    add_client("Mine")
    db.session.commit()
    url = settings_of(app).database_url.replace("postgresql+psycopg://", "postgresql://")
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


def seal(secret: str, what: str) -> str:
    """The seal that a secret makes of what is set, written down again."""
    key = hmac.digest(secret.encode(), b"isolation of workspaces", "sha256")
    return hmac.new(key, what.encode(), hashlib.sha256).hexdigest()


@pytest.mark.parametrize("value", ["on", "true", "1", "everywhere", "0" * 64, seal(OTHER, "everywhere"), "'' OR true"])
def test_the_role_alone_does_not_lift_its_isolation(stolen: Any, value: str) -> None:
    stolen.execute("SELECT set_config('app.everywhere', %s, false)", [value])
    for table in ("client", "bot"):
        with pytest.raises(psycopg.Error) as refused:
            stolen.execute(f"SELECT * FROM {table}")
        assert refused.value.sqlstate == UNSEALED


def test_the_seal_of_everywhere_is_what_lifts_it(app: Flask, stolen: Any) -> None:
    stolen.execute("SELECT set_config('app.everywhere', %s, false)", [seal(settings_of(app).secret_key, "everywhere")])
    assert stolen.execute("SELECT count(*) FROM client").fetchone() == (2,)


def test_the_role_alone_does_not_enter_a_workspace(app: Flask, stolen: Any, theirs: ForeignRow) -> None:
    # Where there is no row that fits, none is kept from anybody, and whether it is refused depends on the plan.
    words = conversations.dialogue([conversations.event("user", "A service, please")])
    dialogues.store_dialogues([words], bot=conversations.make_bot(), source="seals")
    db.session.commit()
    secret, mine, other = settings_of(app).secret_key, str(bound_workspace()), str(theirs.workspace_id)
    tell = "SELECT set_config('app.workspace_id', %s, false), set_config('app.workspace_seal', %s, false)"
    own = seal(secret, f"workspace:{mine}")
    for claim, sealed in ((other, ""), (other, own), (other, seal(OTHER, f"workspace:{other}")), (f"{mine} ", own),
                         (other, seal(secret, "everywhere"))):  # fmt: skip
        stolen.execute(tell, [claim, sealed])
        for query in ("SELECT * FROM client", "SELECT messages_with('service')", "SELECT words_said(ARRAY['service'])",
                      "SELECT newest_messages_with('service', 5)"):  # fmt: skip
            with pytest.raises(psycopg.Error) as refused:
                stolen.execute(query)
            assert refused.value.sqlstate == UNSEALED, query
    stolen.execute(tell, [mine, own])
    assert stolen.execute("SELECT name FROM client").fetchall() == [("Mine",)]
    # A seal of a workspace is none of everywhere.
    stolen.execute("SELECT set_config('app.everywhere', %s, false)", [own])
    with pytest.raises(psycopg.Error) as refused:
        stolen.execute("SELECT * FROM client")
    assert refused.value.sqlstate == UNSEALED


@pytest.mark.parametrize("attempt", [
    "SELECT * FROM isolation_key",
    "COPY isolation_key TO STDOUT",
    "INSERT INTO isolation_key VALUES ('a', 'b')",
    "UPDATE isolation_key SET inner_pad = 'a'",
    "DELETE FROM isolation_key",
    "ALTER TABLE isolation_key OWNER TO CURRENT_USER",
    "CREATE OR REPLACE FUNCTION bound_everywhere() RETURNS boolean LANGUAGE sql AS 'SELECT true'",
    "ALTER FUNCTION bound_everywhere() SECURITY INVOKER",
    "ALTER FUNCTION bound_everywhere() SET search_path = pg_temp",
    "DROP FUNCTION bound_workspace() CASCADE",
    "DROP POLICY workspace ON client",
    "CREATE TABLE public.mine (id int)",
    "SET ROLE {owner}",
    "SET SESSION AUTHORIZATION {owner}",
    "SET SESSION row_security = off; SELECT * FROM client",
])  # fmt: skip
def test_the_role_reads_and_changes_nothing_that_seals_are_checked_by(app: Flask, stolen: Any, attempt: str) -> None:
    owner = stolen.execute("SELECT pg_get_userbyid(relowner) FROM pg_class WHERE relname = 'client'").fetchone()[0]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        stolen.execute(attempt.format(owner=f'"{owner}"'))


def test_a_table_or_operator_of_the_session_does_not_stand_in(stolen: Any) -> None:
    stolen.execute("CREATE TEMP TABLE isolation_key AS SELECT ''::bytea AS inner_pad, ''::bytea AS outer_pad")
    forged = hashlib.sha256(hashlib.sha256(b"everywhere").digest()).hexdigest()
    stolen.execute("SELECT set_config('app.everywhere', %s, false)", [forged])
    stolen.execute("SET search_path = pg_temp, public, pg_catalog")
    with pytest.raises(psycopg.Error) as refused:
        stolen.execute("SELECT * FROM public.client")
    assert refused.value.sqlstate == UNSEALED


def test_other_sessions_of_the_role_do_not_see_a_seal_set(app: Flask, stolen: Any) -> None:
    seen: list[tuple[str, str]] = []

    def look(connection: Any, *_more: object) -> None:
        pid = connection.connection.dbapi_connection.info.backend_pid
        seen.append(stolen.execute("SELECT state, query FROM pg_stat_activity WHERE pid = %s", [pid]).fetchone())

    event.listen(db.engine, "before_cursor_execute", look)
    try:
        with everywhere():
            db.session.execute(select(CLIENT.c.id)).all()
    finally:
        event.remove(db.engine, "before_cursor_execute", look)
    # The session has just set its transaction: that is what is there, as far as it can be seen.
    assert [(state, query.strip()) for state, query in seen] == [("idle in transaction", "")]
    assert len(seen[0][1]) > 50


@contextmanager
def started_with(app: Flask, secret: str) -> Iterator[Engine]:
    """The engine of a process that was started with another SECRET_KEY."""
    settings = replace(settings_of(app), secret_key=secret)
    connect = engine_options(settings)["connect_args"]
    engine = create_engine(settings.database_url, poolclass=NullPool, connect_args=connect)
    prepare_engine(engine, settings)
    yield engine


def test_a_key_that_the_database_does_not_know_is_reported_and_rotating_takes_both(
    app: Flask, workspace: Workspace, theirs: ForeignRow
) -> None:
    first, workspace_id = settings_of(app).secret_key, theirs.workspace_id
    db.session.commit()

    def read(secret: str) -> list[str]:
        with started_with(app, secret) as engine, engine.connect() as connection, within(workspace_id):
            return list(connection.scalars(select(CLIENT.c.id)))

    def known(secret: str) -> bool:
        with started_with(app, secret) as engine, engine.connect() as connection:
            return knows_key(connection)

    assert read(first) == [theirs.client_id] and known(first) and not known(OTHER)
    with pytest.raises(DBAPIError) as refused:
        read(OTHER)
    problem = met(refused.value)
    assert problem is not None and problem.status == 503
    assert "flask init" in str(refused.value)
    try:
        with as_owner(app) as connection:
            store_keys(connection, [OTHER, first])
        assert read(first) == read(OTHER) == [theirs.client_id] and known(first) and known(OTHER)
        with as_owner(app) as connection:
            store_keys(connection, [OTHER])
        assert read(OTHER) == [theirs.client_id] and known(OTHER) and not known(first)
    finally:
        with as_owner(app) as connection:
            store_keys(connection, [first])


@pytest.fixture
def forgotten(app: Flask) -> Iterator[None]:
    """A database that was given another installation's key."""
    db.session.commit()
    with as_owner(app) as connection:
        store_keys(connection, [OTHER])
    yield
    db.session.rollback()
    with as_owner(app) as connection:
        store_keys(connection, settings_of(app).signing_keys)


def test_readiness_says_that_the_key_is_unknown_and_calls_are_answered_by_an_outage(
    app: Flask, as_: Callable[..., FlaskClient], request: pytest.FixtureRequest
) -> None:
    client = as_("admin")
    assert client.get("/api/v1/clients").status_code == 200
    request.getfixturevalue("forgotten")
    answer = app.test_client().get("/readyz")
    check = answer.json["checks"]["key"]
    assert answer.status_code == 503 and not check["ok"] and check["required"] and "`flask init`" in check["detail"]
    assert client.get("/api/v1/clients").status_code == 503


def test_a_server_whose_key_is_unknown_is_not_started_and_says_what_to_do(app: Flask, forgotten: None) -> None:
    settings = settings_of(app)
    env = os.environ | {
        "APP_ENV": "development", "INSTANCE": str(settings.instance), "DATABASE_URL": settings.database_url,
        "DATABASE_OWNER_URL": settings.database_owner_url, "PORT": str(free_port()),
    }  # fmt: skip
    command = [sys.executable, "-m", "app.processes"]
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (EXIT_CONFIG, "")
    assert ran.stderr.startswith("parley: SECRET_KEY: the database does not know this key: run `flask init`")
    init = [sys.executable, "-m", "flask", "--app", "wsgi", "init"]
    assert subprocess.run(init, cwd=ROOT, env=env, capture_output=True, timeout=120).returncode == 0
    assert app.test_client().get("/readyz").json["checks"]["key"]["ok"]


def test_the_owner_works_everywhere_by_its_word_and_nobody_who_borrows_its_functions(app: Flask, stolen: Any) -> None:
    with as_owner(app) as connection:
        connection.execute(text("SELECT set_config('app.everywhere', 'on', true)"))
        assert connection.scalar(text("SELECT count(*) FROM client")) == 2
    stolen.execute("SET app.everywhere = 'on'")
    with pytest.raises(psycopg.Error) as refused:
        stolen.execute("SELECT bound_everywhere()")
    assert refused.value.sqlstate == UNSEALED
