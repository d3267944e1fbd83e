"""What every Python test builds on: an application on a real database, emptied after each test."""

import contextvars
import gc
import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings as hypothesis
from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import NullPool

from app import create_app
from app.accounts.auth import passwords, service, tokens
from app.accounts.users.models import User
from app.accounts.users.service import add_user
from app.accounts.workspaces.models import Workspace
from app.cli import create_schema
from app.config import Settings, environment, load_settings
from app.core.db import ids
from app.core.db.base import Base, begin_as, db
from app.core.db.ids import new_id
from app.core.db.tenancy import within
from app.core.security.limits import limits
from app.keys import write_keys
from app.reports.answers import answer_store
from tests import outside
from tests.durations import recorder
from tests.faults.installation import ANY_NUMBER
from tests.ports import hold_the_default
from tests.rules.databases import is_both

ROOT = Path(__file__).resolve().parent.parent
# No test asserts on time: a machine may be busy.
hypothesis.register_profile("patient", deadline=None)
hypothesis.load_profile("patient")
# Every server of the suite takes a free port; one that forgets to fails everywhere, not only beside a running Parley.
os.environ["PORT"] = str(hold_the_default())
# A guess is made to cost much: a third of the time of the tests that sign in. `test_refusals` looks at what it costs.
passwords._hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
passwords._DUMMY = passwords._hasher.hash("no account has this password")
outside.watch()
_DROP = (
    'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)',
    'DROP ROLE IF EXISTS "{name}"',
    'DROP ROLE IF EXISTS "{name}_owner"',
)


def pytest_configure(config: pytest.Config) -> None:
    """Record how long each test takes, where the suite asks for it."""
    if (plugin := recorder()) is not None:
        config.pluginmanager.register(plugin)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what only PostgreSQL has to the run on PostgreSQL, and what needs no database at all to the other.

    What differs between them is marked `both`, before `-m` selects by marks.
    """
    on_server = bool(os.environ.get("TEST_DATABASE_URL"))
    for item in items:
        if is_both(item.path) and not item.get_closest_marker("one_database"):
            item.add_marker("both")

    def is_left(item: pytest.Item) -> bool:
        if item.get_closest_marker("postgres"):
            return not on_server
        # Faults have installations of their own.
        return on_server and "settings" not in getattr(item, "fixturenames", ())

    left = [item for item in items if is_left(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


class Client(FlaskClient):
    """A test client whose requests see what the test has laid, in a context of their own."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        """Commit the test's rows, then make the request as a server would: with nothing left over from the test."""
        db.session.commit()
        db.session.expire_all()
        # An answer in pieces is finished in the context it was begun in, as a server does.
        kwargs["buffered"] = True
        return contextvars.Context().run(super().open, *args, **kwargs)


def server_url() -> URL | None:
    """The PostgreSQL server this run is on, as its driver writes it; None on SQLite."""
    server_address = os.environ.get("TEST_DATABASE_URL", "")
    return make_url(server_address.replace("postgresql+psycopg://", "postgresql://")) if server_address else None


def _database_urls(folder: Path) -> dict[str, str]:
    """A database of this test process alone: a file, or one on the given PostgreSQL with a role that owns nothing."""
    url, worker = server_url(), os.environ.get("PYTEST_XDIST_WORKER", "main")
    if url is None:
        return {"DATABASE_URL": f"sqlite:///{folder / 'test.db'}"}
    import psycopg

    name = f"parley_test_{os.getpid()}_{worker}"
    with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
        for statement in (
            *_DROP,
            "CREATE ROLE \"{name}\" LOGIN PASSWORD 'test'",
            "CREATE ROLE \"{name}_owner\" LOGIN PASSWORD 'test'",
            'CREATE DATABASE "{name}" OWNER "{name}_owner"',
        ):
            connection.execute(statement.format(name=name))  # type: ignore[arg-type, unused-ignore]
    roles = {"DATABASE_URL": name, "DATABASE_OWNER_URL": f"{name}_owner"}
    return {
        setting: url.set(database=name, username=role, password="test").render_as_string(hide_password=False)
        for setting, role in roles.items()
    }


def drop_database(settings: Settings) -> None:
    """Drop this process's PostgreSQL database and role."""
    url = server_url()
    if url is None:
        return
    import psycopg

    name = make_url(settings.database_url).database
    with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
        for statement in _DROP:
            connection.execute(statement.format(name=name))  # type: ignore[arg-type, unused-ignore]


def settings_in(folder: Path) -> Settings:
    """Settings of a test installation with fresh keys and a database of its own."""
    write_keys(folder)
    env = {k: v for k, v in environment(folder).items() if k in {"SECRET_KEY", "DATA_KEYS"}}
    env |= {"APP_ENV": "testing", "INSTANCE": str(folder), **_database_urls(folder), **ANY_NUMBER}
    return load_settings(env)


@pytest.fixture(autouse=True)
def nobody_waits() -> Iterator[None]:
    """No request holds the write lock while it waits for something outside the database."""
    outside.held.clear()
    yield
    assert not outside.held


@pytest.fixture(scope="session")
def settings() -> Iterator[Settings]:
    """Settings of a test installation with fresh keys in a folder of its own."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="parley-test-", dir=memory if memory.is_dir() else None))
    loaded = settings_in(folder)
    yield replace(loaded, ssr_socket=str(folder / "ssr.sock"))
    drop_database(loaded)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def application(settings: Settings) -> Flask:
    """The application on its migrated test database, made once."""
    app = create_app(settings)
    app.test_client_class = Client
    with app.app_context():
        create_schema()
    # None of this is garbage, and little of what a test makes: looking for it took a fifth of the suite's time.
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    return app


def open_app(application: Flask) -> Iterator[Flask]:
    """The application inside its context; every row is gone afterwards."""
    limits.init_app(application, application.config["SETTINGS"])
    limits.reset()
    # Ids never go backwards, so that a test that has been in the future would leave all others there.
    ids._last = 0
    # For a minute after a change of everybody's access no reader is noted: not the next test's either.
    for path in application.config["SETTINGS"].instance.glob(f"{answer_store.FILE}*"):
        path.unlink()
    # A request made in the test's own thread leaves its kind of transaction behind: a reader's cannot write later.
    begin_as("IMMEDIATE")
    with application.app_context():
        yield application
        db.session.rollback()
        empty(application)


app = pytest.fixture(open_app)


@cache
def table_names() -> list[str]:
    """All tables, those that others refer to last; put in order once."""
    return [table.name for table in reversed(Base.metadata.sorted_tables)]


@cache
def _filled() -> str:
    """Whether there is a row, of each table."""
    rows = (f'EXISTS (SELECT 1 FROM "{name}")' for name in table_names())
    return f"SELECT {', '.join(rows)}"


def empty(app: Flask) -> None:
    """Delete the rows of all tables that have any, below the session: it is done after every test."""
    db.session.remove()
    connection, names = superuser(app), table_names()
    is_server = server_url() is not None
    filled = connection.execute(_filled(), **({"prepare": True} if is_server else {})).fetchone()
    emptied = [name for name, is_filled in zip(names, filled, strict=True) if is_filled]
    statements = "; ".join(f'DELETE FROM "{name}"' for name in emptied)
    if not emptied:
        return
    if is_server:
        connection.execute(statements)
        _compact(connection, emptied, names)
    else:
        connection.executescript(f"BEGIN IMMEDIATE; {statements}; COMMIT")


_emptied: Counter[str] = Counter()
"""How often each table was emptied since all of them were last compacted."""


def _compact(connection: Any, emptied: list[str], names: list[str]) -> None:
    """Give tables new files now and then: every look at one passes over all rows that were ever deleted from it."""
    _emptied.update(emptied)
    if max(_emptied.values()) < 20:
        return
    _emptied.clear()
    import psycopg

    tables = ", ".join(f'"{name}"' for name in names)
    try:
        # Vacuuming would keep what a connection that a test has left open may still see.
        connection.execute("SET lock_timeout = '2s'")
        connection.execute(f"TRUNCATE {tables}")
    except psycopg.errors.LockNotAvailable:
        connection.execute(f"VACUUM {tables}")


@cache
def superuser(app: Flask) -> Any:
    """A connection to the test's database that no foreign key binds, and no policy or trigger that refuses."""
    address, server = make_url(app.config["SETTINGS"].database_url), server_url()
    if server is None:
        file = sqlite3.connect(str(address.database), timeout=30, isolation_level=None)
        file.set_authorizer(_is_no_refusal)
        return file
    import psycopg

    url = server.set(database=address.database)
    connection = psycopg.connect(url.render_as_string(hide_password=False), autocommit=True)
    connection.execute("SET session_replication_role = replica")
    return connection


def _is_no_refusal(action: int, _first: object, _second: object, _database: object, trigger: str | None) -> int:
    """Leave out what the audit log's triggers do.

    Dropping and making them again would change the schema, which every connection then reads once more: a tenth of
    the suite's time.
    """
    is_refusal = action == sqlite3.SQLITE_SELECT and (trigger or "").startswith("audit_event_")
    return sqlite3.SQLITE_IGNORE if is_refusal else sqlite3.SQLITE_OK


@contextmanager
def as_owner(app: Flask) -> Iterator[Connection]:
    """A transaction of the role that owns the tables: not bound by policies on PostgreSQL, anybody on SQLite."""
    db.session.commit()
    engine = create_engine(app.config["SETTINGS"].database_owner_url, poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


@pytest.fixture
def db_session(app: Flask) -> Any:
    """The test's own database session."""
    return db.session


def bind_workspace(app: Flask) -> Iterator[Workspace]:
    """A workspace, bound for the test."""
    row = add_workspace("Meridian Motors")
    with within(row.id):
        yield row


workspace = pytest.fixture(bind_workspace)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """An anonymous client."""
    return app.test_client()


@pytest.fixture
def as_(app: Flask, workspace: Workspace) -> Callable[..., FlaskClient]:
    """`as_(role)`: a client signed in by bearer as a new user of that role, in the bound workspace or another."""

    def sign_in(role: str, place: Workspace | None = None, scope: dict[str, Any] | None = None) -> FlaskClient:
        target = place or workspace
        with within(target.id):
            user = add_person(role, scope=scope)
            session = service.open_session(user, "bearer", service.Device("127.0.0.1", "tests"))
            token = tokens.access_token(session)
            db.session.commit()
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    return sign_in


def add_workspace(name: str) -> Workspace:
    """A new, empty workspace."""
    row = Workspace(id=new_id(), name=name, slug=f"w{new_id()}")
    db.session.add(row)
    db.session.commit()
    return row


def add_person(role: str, *, password: str | None = None, scope: dict[str, Any] | None = None) -> User:
    """A new person of the bound workspace."""
    name = f"{role}{new_id()}"
    listing = role if role != "client" else "subscriber"
    return add_user(
        full_name=role.title(),
        username=name,
        email=f"{name}@example.test",
        auth_role=role,
        role=listing,
        password_hash=passwords.hash_password(password) if password else None,
        scope=scope or {},
    )
