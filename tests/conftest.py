"""What every Python test stands on: an application on a real database, emptied after each test."""

import contextvars
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete
from sqlalchemy.engine import make_url

from app import create_app
from app.auth import service, tokens
from app.config import Settings, environment, load_settings
from app.db import Base, db
from app.ids import new_id
from app.keys import write_keys
from app.limits import limits
from app.tenancy import everywhere, within
from app.users.models import User
from app.users.service import add_user
from app.workspaces.models import Workspace

ROOT = Path(__file__).resolve().parent.parent


class Client(FlaskClient):
    """A test client whose requests see what the test has laid, in a context of their own."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        """Commit the test's rows, then make the request as a server would: with nothing left over from the test."""
        db.session.commit()
        db.session.expire_all()
        # An answer in pieces is finished in the context it was begun in, as a server does.
        kwargs["buffered"] = True
        return contextvars.Context().run(super().open, *args, **kwargs)


def _database_url(folder: Path) -> str:
    """A database of this test process alone: a file, or a schema-less database beside the given PostgreSQL one."""
    given = os.environ.get("TEST_DATABASE_URL", "")
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    if not given:
        return f"sqlite:///{folder / 'test.db'}"
    import psycopg

    url = make_url(given.replace("postgresql+psycopg://", "postgresql://"))
    name = f"parley_test_{os.getpid()}_{worker}"
    with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}"')  # type: ignore[arg-type, unused-ignore]
        connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type, unused-ignore]
    return url.set(database=name).render_as_string(hide_password=False)


def _drop(settings: Settings) -> None:
    """Drop this process's PostgreSQL database."""
    if settings.database_url.startswith("sqlite"):
        return
    import psycopg

    url = make_url(os.environ["TEST_DATABASE_URL"].replace("postgresql+psycopg://", "postgresql://"))
    name = make_url(settings.database_url).database
    with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')  # type: ignore[arg-type, unused-ignore]


@pytest.fixture(scope="session")
def settings() -> Iterator[Settings]:
    """Settings of a test installation with fresh keys in a folder of its own."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="parley-test-", dir=memory if memory.is_dir() else None))
    write_keys(folder)
    env = {k: v for k, v in environment(folder).items() if k in {"SECRET_KEY", "DATA_KEYS"}}
    env |= {"APP_ENV": "testing", "INSTANCE": str(folder), "DATABASE_URL": _database_url(folder)}
    loaded = load_settings(env)
    yield replace(loaded, ssr_socket=str(folder / "ssr.sock"))
    _drop(loaded)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def application(settings: Settings) -> Flask:
    """The application on its migrated test database, made once."""
    app = create_app(settings)
    app.test_client_class = Client
    with app.app_context():
        Base.metadata.create_all(db.engine)
        _search_index()
    return app


def _search_index() -> None:
    """Create the full-text index the reading side keeps."""
    from importlib.util import find_spec

    if find_spec("app.conversations.search"):
        from app.conversations.search import create_index

        with db.engine.begin() as connection:
            create_index(connection)


@pytest.fixture
def app(application: Flask) -> Iterator[Flask]:
    """The application inside its context; every row is gone afterwards."""
    limits.init_app(application, application.config["SETTINGS"])
    with application.app_context():
        yield application
        db.session.rollback()
        with everywhere():
            for table in reversed(Base.metadata.sorted_tables):
                db.session.execute(delete(table))
            db.session.commit()


@pytest.fixture
def db_session(app: Flask) -> Any:
    """The test's own database session."""
    return db.session


@pytest.fixture
def workspace(app: Flask) -> Iterator[Workspace]:
    """A workspace, bound for the test."""
    row = add_workspace("Meridian Motors")
    with within(row.id):
        yield row


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
    from app.auth.passwords import hash_password

    name = f"{role}{new_id()}"
    listed = role if role != "client" else "subscriber"
    return add_user(
        full_name=role.title(),
        username=name,
        email=f"{name}@example.test",
        auth_role=role,
        role=listed,
        password_hash=hash_password(password) if password else None,
        scope=scope or {},
    )
