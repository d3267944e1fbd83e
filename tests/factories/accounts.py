"""Passwords, sessions and second factors of people, and the calls that sign them in."""

import contextvars
import time
from typing import Any

import jwt
import pyotp
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from app.accounts.auth import factors, service, tokens
from app.accounts.auth.models import AuthSession
from app.accounts.auth.service import Device
from app.accounts.users.models import User
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.conftest import add_person

PASSWORD = "a long enough password"
HERE = Device("127.0.0.1", "tests")
CHANGE_PASSWORD = "/api/v1/me/password"


def code(seed: str, seconds: int = 0) -> str:
    """What a device with this seed shows, or will show or has shown some seconds from now."""
    return pyotp.TOTP(seed).at(int(now().timestamp()) + seconds)


def enrol(user: User) -> tuple[str, list[str]]:
    """Give a person a second factor that was last used half an hour ago; its seed and recovery codes."""
    with within(user.workspace_id):
        db.session.commit()  # A password is looked at outside any transaction.
        seed = factors.card(factors.begin(user, PASSWORD, HERE), user)["seed"]
        codes = factors.confirm(user, code(seed), HERE)
        factor = factors._lock_factor(user)
        assert factor is not None
        factor.last_counter -= 60
        db.session.commit()
    return seed, codes


def add_guarded(role: str = "admin") -> tuple[User, str, list[str]]:
    """A new person of the bound workspace who has one, its seed, and their recovery codes."""
    person = add_person(role, password=PASSWORD)
    return (person, *enrol(person))


def log_in(client: FlaskClient, email: str, password: str = PASSWORD) -> Any:
    """Make the specified sign-in call."""
    return client.post("/jwt/login", json={"email": email, "password": password})


def sign_in(
    app: Flask, person: User, agent: str = "tests", kind: str = "bearer", address: str = "203.0.113.9"
) -> tuple[FlaskClient, AuthSession]:
    """Open a session of a person; return a client that carries it, and the session."""
    session = service.open_session(person, kind, Device(address, agent))
    token = tokens.access_token(session)
    db.session.commit()
    client = app.test_client()
    if kind == "cookie":
        client.set_cookie("access", token)
    else:
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    return client, session


def bearer_client(app: Flask, person: User) -> FlaskClient:
    """Return a client signed in as a person, on the device of these tests."""
    return sign_in(app, person, HERE.user_agent, address=HERE.ip)[0]


def csrf_headers(client: FlaskClient, app: Flask) -> dict[str, str]:
    """Return the headers of a page's write: the token of the client's cookies; the test's workspace stays bound."""
    return contextvars.copy_context().run(_csrf_headers, client, app)


def _csrf_headers(client: FlaskClient, app: Flask) -> dict[str, str]:
    """Do the same in a context that is thrown away."""
    from app.core.security.csrf import csrf_token
    from app.core.security.visitor import Visitor, visitor

    cookies = "; ".join(f"{c.key}={c.value}" for c in client._cookies.values())
    headers = {"Cookie": cookies} if cookies else {}
    with app.test_request_context("/", headers=headers):
        app.preprocess_request()
        assert isinstance(visitor(), Visitor)
        token = csrf_token()
        from flask import g

        if "new_seed" in g:
            client.set_cookie("csrf-seed", g.new_seed)
    return {"X-CSRF-Token": token}


def forge_token(app: Flask, person: User, **changes: Any) -> str:
    """Sign a token with our key but with other claims."""
    instant = int(time.time())
    claims = {
        "sub": str(person.id), "sid": "1", "wid": str(person.workspace_id), "n": 0,
        "type": "access", "iat": instant, "exp": instant + 600,
    } | changes  # fmt: skip
    present_claims = {k: v for k, v in claims.items() if v is not None}
    return jwt.encode(present_claims, app.config["SETTINGS"].secret_key, algorithm="HS256")


def session_cookies(answer: Any) -> dict[str, str]:
    """Return the session's cookies that an answer sets."""
    pairs = (line.partition(";")[0].partition("=") for line in answer.headers.getlist("Set-Cookie"))
    return {name: value for name, _, value in pairs if name in ("access", "refresh")}


def get_me(client: FlaskClient, token: str) -> TestResponse:
    """Read the own account as the bearer of a token."""
    return client.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})


def newest_user() -> User:
    """Return the user added last."""
    return db.session.scalars(select(User).order_by(User.id.desc())).first()  # type: ignore[return-value]
