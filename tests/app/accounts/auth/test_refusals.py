"""What signing in, renewing and registering refuse, and what they leave as it was."""

import importlib.util
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update
from werkzeug.test import TestResponse

from app.accounts.auth import passwords, service, tokens
from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.availability import room
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.errors import TooMany
from app.core.http.concurrency import PASSWORDS
from tests.conftest import add_person
from tests.factories.accounts import HERE, PASSWORD, csrf_headers, log_in
from tests.factories.audit import audit_events
from tests.factories.turns import use_up_turns

SignIn = Callable[..., FlaskClient]


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator with a password."""
    return add_person("admin", password=PASSWORD)


def test_a_sixth_password_at_once_is_asked_to_come_again(person: User, client: FlaskClient) -> None:
    with use_up_turns(PASSWORDS):
        with pytest.raises(TooMany):
            passwords.hash_password(PASSWORD)
        answer = log_in(client, person.email)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert log_in(client, person.email).status_code == 200


def test_a_hash_of_other_parameters_is_made_again_at_sign_in(person: User, client: FlaskClient) -> None:
    old = PasswordHasher(time_cost=1, memory_cost=8_192, parallelism=1).hash(PASSWORD)
    person.password_hash = old
    assert log_in(client, person.email, "wrong").status_code == 400
    db.session.refresh(person)
    assert person.password_hash == old
    assert log_in(client, person.email).status_code == 200
    db.session.refresh(person)
    fresh = person.password_hash
    assert fresh is not None and fresh != old and not passwords.needs_rehash(fresh)
    assert log_in(client, person.email).status_code == 200
    db.session.refresh(person)
    assert person.password_hash == fresh


def test_a_guess_costs_what_it_should() -> None:
    # Loaded once more, because the tests' own hasher is a cheap one.
    spec = importlib.util.spec_from_file_location("as_shipped", passwords.__file__)
    assert spec is not None and spec.loader is not None
    shipped = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(shipped)
    for stored in (shipped.hash_password(PASSWORD), shipped._DUMMY):
        assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert shipped.verify(shipped.hash_password(PASSWORD), PASSWORD)


def test_an_absent_or_broken_hash_fits_nothing() -> None:
    assert not passwords.verify(None, "no account has this password")
    assert not passwords.verify("no hash", PASSWORD)


def test_nobody_renews_without_a_session(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/api/v1/session/refresh", headers=csrf_headers(client, app))
    assert answer.status_code == 401 and answer.content_type == "application/problem+json"


def register(client: FlaskClient, path: str, app: Flask, email: str) -> TestResponse:
    """Ask to be registered under an address, by one of the two calls."""
    body = {"email": email, "password": PASSWORD, "username": f"name of {email}"}
    return client.post(path, json=body, headers=csrf_headers(client, app) if path.startswith("/api") else {})


REGISTRATIONS = pytest.mark.parametrize("path", ["/jwt/register", "/api/v1/registration"])


@REGISTRATIONS
def test_registration_that_is_closed_makes_and_tells_nothing(
    app: Flask, client: FlaskClient, person: User, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count() -> tuple[int | None, ...]:
        with everywhere():
            return tuple(db.session.scalar(select(func.count()).select_from(kind)) for kind in (User, Workspace))

    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], registration="closed"))
    before = count()
    for email in (person.email, "new@example.test"):
        answer = register(client, path, app, email)
        assert answer.status_code == 403 and answer.json is not None and "closed" in answer.json["detail"]
    assert count() == before


@REGISTRATIONS
def test_asking_which_addresses_are_in_use_is_limited(app: Flask, client: FlaskClient, person: User, path: str) -> None:
    status_codes = [register(client, path, app, person.email).status_code for _ in range(6)]
    assert status_codes == [200 if path.startswith("/jwt") else 409] * 5 + [429]
    assert register(client, path, app, "new@example.test").status_code == 429


def test_while_nothing_can_be_written_a_page_is_read_by_the_refresh_token_it_has(
    app: Flask, person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = service.open_session(person, "cookie", HERE, keep=True)
    refresh = [tokens.refresh_token(session, service.idle_time(session))]
    for _ in range(2):
        session.counter += 1
        refresh.append(tokens.refresh_token(session, service.idle_time(session)))
    db.session.commit()
    session_id = session.id
    monkeypatch.setattr(room, "is_low", lambda: True)

    def read(token: str) -> int:
        answer = app.test_client(use_cookies=False).get("/api/v1/me", headers={"Cookie": f"refresh={token}"})
        assert not [line for line in answer.headers.getlist("Set-Cookie") if line.startswith("refresh=")]
        return answer.status_code

    assert [read(token) for token in reversed(refresh)] == [200, 200, 401]
    with everywhere():
        stored = db.session.execute(select(AuthSession.counter, AuthSession.revoked_at).filter_by(id=session_id)).one()
    assert tuple(stored) == (2, None)


def test_a_bearers_refresh_token_is_no_cookie(app: Flask, person: User) -> None:
    session = service.open_session(person, "bearer", HERE)
    access, refresh = tokens.access_token(session), tokens.refresh_token(session)
    db.session.commit()
    for name, token in (("access", access), ("refresh", refresh)):
        client = app.test_client(use_cookies=False)
        assert client.get("/api/v1/me", headers={"Cookie": f"{name}={token}"}).status_code == 401


@pytest.mark.parametrize("kind", ["bearer", "cookie"])
@pytest.mark.parametrize("counter", [0, 5], ids=["present", "long past"])
def test_a_refresh_token_in_the_wrong_place_leaves_its_family_alone(
    app: Flask, client: FlaskClient, person: User, kind: str, counter: int
) -> None:
    session = service.open_session(person, kind, HERE)
    token = tokens.refresh_token(session)
    session.counter = counter
    db.session.commit()
    session_id = session.id
    if kind == "cookie":
        answer = client.post("/jwt/refresh-token", json={"refreshToken": token})
    else:
        browser = app.test_client(use_cookies=False)
        answer = browser.get("/api/v1/me", headers={"Cookie": f"refresh={token}"})
    assert answer.status_code == 401
    with everywhere():
        stored = db.session.execute(select(AuthSession.counter, AuthSession.revoked_at).filter_by(id=session_id)).one()
    assert tuple(stored) == (counter, None) and not audit_events("session:refresh_reuse")


def test_a_token_whose_session_has_moved_past_it_meanwhile_is_refused(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = service.open_session(person, "bearer", HERE)
    claims = tokens.read(tokens.refresh_token(session), "refresh")
    db.session.commit()
    assert claims is not None
    live = service.find_live_session(claims)
    # As if two others had been faster, between the reading and the writing.
    moved = update(AuthSession).where(AuthSession.id == session.id).values(counter=2)
    db.session.execute(moved.execution_options(synchronize_session=False))
    monkeypatch.setattr(service, "find_live_session", lambda _claims: live)
    assert service.rotate(claims, "bearer") is None
    assert session.counter == 2 and session.revoked_at is None


def test_times_of_a_token_are_those_of_its_session(app: Flask, person: User) -> None:
    session = service.open_session(person, "cookie", HERE, keep=True)
    session.rotated_at = now() - timedelta(minutes=5)
    token = tokens.refresh_token(session, service.KEPT_IDLE)
    assert token == tokens.refresh_token(session, service.KEPT_IDLE)
    claims = tokens.read(token, "refresh")
    assert claims is not None
    assert abs(claims.expires_at - session.rotated_at - service.KEPT_IDLE) <= timedelta(seconds=1)
    expected = (session.id, person.id, person.workspace_id, 0)
    assert (claims.session_id, claims.user_id, claims.workspace_id, claims.counter) == expected


def test_a_pending_token_says_whose_it_is_and_is_of_one_kind(app: Flask, person: User) -> None:
    for keep in (True, False):
        token = tokens.pending_token(person, keep=keep)
        assert tokens.read_pending(token) == tokens.Pending(person.id, person.workspace_id, 1, keep)
        assert tokens.read(token, "access") is None and tokens.read(token, "refresh") is None
    access = tokens.access_token(service.open_session(person, "bearer", HERE))
    assert tokens.read_pending(access) is None and tokens.read_pending("no token") is None


def test_claims_of_another_installations_key_are_nothing(app: Flask, person: User) -> None:
    token = tokens.pending_token(person, keep=True)
    before = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(before, secret_key="another" * 8)
    try:
        assert tokens.read_pending(token) is None
    finally:
        app.config["SETTINGS"] = before
