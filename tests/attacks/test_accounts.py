"""Attacks on tokens, sessions and sign-in (2, 3, 7 to 10, 12, 13)."""

import base64
import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import Client, TestResponse

from app.accounts.auth import passwords
from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from tests.conftest import add_person
from tests.factories.accounts import PASSWORD, csrf_headers, forge_token, get_me, log_in


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator with a password."""
    return add_person("admin", password=PASSWORD)


def part(value: dict[str, Any]) -> str:
    """One part of a token."""
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def test_attack_02_a_token_without_a_signature_is_401(app: Flask, client: FlaskClient, person: User) -> None:
    body = forge_token(app, person).split(".")[1]
    for algorithm in ("none", "None", "NONE", ""):
        answer = get_me(client, f"{part({'alg': algorithm, 'typ': 'JWT'})}.{body}.")
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header",
    [
        {"alg": "RS256"},
        {"alg": "ES256"},
        {"alg": "HS512"},
        {"alg": "HS256", "kid": "../../etc/passwd"},
        {"alg": "HS256", "jku": "http://127.0.0.1:9/keys"},
        {"alg": "HS256", "x5u": "http://127.0.0.1:9/cert"},
        {"alg": "HS256", "jwk": {"kty": "oct", "k": "AAAA"}},
    ],
)
def test_attack_03_a_token_does_not_choose_its_own_key(
    app: Flask, client: FlaskClient, person: User, header: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_connection(*_: Any) -> None:
        raise AssertionError("a connection was opened")

    signed = forge_token(app, person)
    monkeypatch.setattr("socket.socket.connect", no_connection)
    body, signature = signed.split(".")[1:]
    assert get_me(client, f"{part(header)}.{body}.{signature}").status_code == 401


def test_attack_07_a_rotated_refresh_token_ends_the_family_after_the_grace(client: FlaskClient, person: User) -> None:
    first = log_in(client, person.email).json["refreshToken"]
    second = client.post("/jwt/refresh-token", json={"refreshToken": first}).json
    with everywhere():
        db.session.query(AuthSession).one().rotated_at = now() - timedelta(seconds=11)
    assert client.post("/jwt/refresh-token", json={"refreshToken": first}).status_code == 401
    assert client.post("/jwt/refresh-token", json={"refreshToken": second["refreshToken"]}).status_code == 401
    assert get_me(client, second["accessToken"]).status_code == 401
    with everywhere():
        session_id = db.session.scalar(select(AuthSession.id))
        rows = db.session.scalars(select(AuditEvent).where(AuditEvent.action == "session:refresh_reuse")).all()
    # Once: of the family that is dead by then the later tries tell nothing new.
    assert [(row.subject_id, row.address) for row in rows] == [(session_id, "127.0.0.1")]


def test_attack_08_two_tabs_get_the_same_successor(app: Flask, client: FlaskClient, person: User) -> None:
    token = log_in(client, person.email).json["refreshToken"]
    answers: list[TestResponse] = []

    def refresh() -> None:
        answers.append(Client(app).post("/jwt/refresh-token", json={"refreshToken": token}))

    tabs = [threading.Thread(target=refresh) for _ in range(4)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len({answer.json["refreshToken"] for answer in answers}) == 1
    assert get_me(client, answers[0].json["accessToken"]).status_code == 200


def test_attack_09_spelling_and_addresses_do_not_reset_the_count(client: FlaskClient, person: User) -> None:
    name = person.email
    spellings = (name, name.upper(), f" {name}", f"{name} ", name.title())
    for number in range(10):
        answer = client.post(
            "/jwt/login",
            json={"email": spellings[number % 5], "password": "wrong"},
            headers={"X-Forwarded-For": f"203.0.113.{number}", "X-Real-IP": f"203.0.113.{number}"},
        )
        assert answer.status_code == 400
    for spelling in spellings:
        answer = log_in(client, spelling)
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) > 0


def test_attack_10_unknown_accounts_are_not_distinguished_from_wrong_passwords(
    client: FlaskClient, person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[str] = []
    verify = passwords._hasher.verify

    class Counting:
        """The hasher, counting what it is asked: equal work is what makes equal time."""

        def verify(self, hashed: str, password: str) -> bool:
            worked.append(hashed.split("$")[3])
            return bool(verify(hashed, password))

        def __getattr__(self, name: str) -> Any:
            return getattr(passwords_hasher, name)

    passwords_hasher = passwords._hasher
    monkeypatch.setattr(passwords, "_hasher", Counting())
    known, unknown = log_in(client, person.email, "wrong"), log_in(client, "nobody@example.test", "wrong")
    assert (known.status_code, known.json) == (unknown.status_code, unknown.json)
    assert {name for name, _ in known.headers} == {name for name, _ in unknown.headers}
    assert len(worked) == 2 and worked[0] == worked[1]


def test_attack_12_tokens_end_with_their_session_password_and_account(
    app: Flask, client: FlaskClient, person: User
) -> None:
    token = log_in(client, person.email).json["accessToken"]
    other = log_in(client, person.email).json["accessToken"]
    signed_out = client.delete("/api/v1/session", headers={"Authorization": f"Bearer {token}"})
    assert signed_out.status_code == 204
    assert (get_me(client, token).status_code, get_me(client, other).status_code) == (401, 200)
    person.password_version += 1
    assert get_me(client, other).status_code == 401
    third = log_in(client, person.email).json["accessToken"]
    assert get_me(client, third).status_code == 200
    person.status = "inactive"
    assert get_me(client, third).status_code == 401


def test_attack_13_a_foreign_page_writes_nothing(app: Flask, client: FlaskClient, person: User) -> None:
    body = {"email": person.email, "password": PASSWORD}
    assert client.post("/api/v1/session", json=body, headers=csrf_headers(client, app)).status_code == 201
    good = csrf_headers(client, app)
    as_text = {"Content-Type": "text/plain"}
    tries: list[tuple[dict[str, str], dict[str, Any]]] = [
        ({}, {"json": {"skin": "dark"}}),
        (as_text, {"data": '{"skin": "dark"}'}),
        (good | {"Origin": "https://evil.example"}, {"json": {"skin": "dark"}}),
        (good | {"Origin": "null"}, {"json": {"skin": "dark"}}),
        ({"X-CSRF-Token": "00" * 64}, {"json": {"skin": "dark"}}),
        ({"X-CSRF-Token": "no hex"}, {"json": {"skin": "dark"}}),
    ]
    for headers, content in tries:
        answer = client.post("/api/v1/preferences", headers=headers, **content)
        assert answer.status_code == 403, headers
        assert "Set-Cookie" not in answer.headers
