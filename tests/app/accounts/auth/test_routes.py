"""Signing in, out and up, as clients of the specification and as our own pages do it."""

from typing import Any

import jwt
import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from tests.conftest import add_person
from tests.factories.accounts import PASSWORD, csrf_headers, forge_token, log_in
from tests.factories.audit import audit_events


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator with a password."""
    return add_person("admin", password=PASSWORD)


def test_login_answers_the_specified_shape(client: FlaskClient, person: User) -> None:
    answer = log_in(client, f" {person.email.upper()} ")
    assert answer.status_code == 200
    assert set(answer.json) == {"userData", "accessToken", "refreshToken"}
    assert answer.json["userData"]["ability"] == [{"action": "manage", "subject": "all"}]
    assert "password" not in answer.text.lower()
    assert "Set-Cookie" not in answer.headers
    for token in (answer.json["accessToken"], answer.json["refreshToken"]):
        claims = jwt.decode(token, options={"verify_signature": False})
        assert claims["exp"] - claims["iat"] == 600


@pytest.mark.parametrize("known", [True, False])
def test_a_wrong_pair_is_400_whether_the_account_exists_or_not(client: FlaskClient, person: User, known: bool) -> None:
    answer = log_in(client, person.email if known else "nobody@example.test", "wrong")
    assert answer.status_code == 400
    assert answer.json == {"error": {"email": "Email or Password is Invalid"}}


def test_the_eleventh_failure_is_429_even_with_the_right_password(client: FlaskClient, person: User) -> None:
    for _ in range(10):
        assert log_in(client, person.email, "wrong").status_code == 400
    answer = client.post(
        "/jwt/login",
        json={"email": person.email.upper() + " ", "password": PASSWORD},
        headers={"X-Forwarded-For": "203.0.113.9"},
    )
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


def test_registration_opens_a_workspace_of_its_own(client: FlaskClient, person: User) -> None:
    answer = client.post(
        "/jwt/register",
        json={"email": "new@example.test", "password": PASSWORD, "username": "new", "role": "client", "id": 9},
    )
    assert answer.status_code == 200
    assert set(answer.json) == {"user", "accessToken"}
    assert answer.json["user"]["role"] == "admin"
    with everywhere():
        user = db.session.query(User).filter_by(email_key="new@example.test").one()
    assert user.workspace_id != person.workspace_id
    assert (user.role, user.auth_role) == ("admin", "admin")
    with within(user.workspace_id):
        (event,) = audit_events("user:register")
    assert (event.user_id, event.subject_id) == (user.id, user.id)
    assert log_in(client, "new@example.test").status_code == 200
    assert log_in(client, "new@example.test", "another long password").status_code == 400


def test_used_names_are_200_with_both_keys(client: FlaskClient, person: User) -> None:
    body = {"email": person.email, "password": PASSWORD, "username": "unused"}
    answer = client.post("/jwt/register", json=body)
    assert answer.status_code == 200
    assert answer.json == {"error": {"email": "This email is already in use.", "username": None}}
    answer = client.post("/jwt/register", json=body | {"email": "unused@example.test", "username": person.username})
    assert answer.json == {"error": {"email": None, "username": "This username is already in use."}}


@pytest.mark.parametrize("email", ["new@example.test\u200b", "\ufeffnew@example.test", "ne\u200dw@EXAMPLE.test "])
def test_unseen_characters_make_no_second_account(client: FlaskClient, email: str) -> None:
    body = {"email": "new@example.test", "password": PASSWORD, "username": "new"}
    assert "user" in client.post("/jwt/register", json=body).json
    again = client.post("/jwt/register", json=body | {"email": email, "username": "other"})
    assert again.json == {"error": {"email": "This email is already in use.", "username": None}}
    assert log_in(client, email).status_code == 200


def test_refresh_rotates_and_tolerates_quotes(client: FlaskClient, person: User) -> None:
    first = log_in(client, person.email).json["refreshToken"]
    second = client.post("/jwt/refresh-token", json={"refreshToken": f'"{first}"'})
    assert second.status_code == 200
    again = client.post("/jwt/refresh-token", json={"refreshToken": first})
    assert again.json["refreshToken"] == second.json["refreshToken"]


@pytest.mark.parametrize("body", [{}, {"refreshToken": None}, {"refreshToken": ""}, {"refreshToken": "null"}])
def test_no_refresh_token_is_a_wrong_one(client: FlaskClient, body: dict[str, Any]) -> None:
    answer = client.post("/jwt/refresh-token", json=body)
    assert (answer.status_code, answer.json) == (401, {"error": "Invalid refresh token"})


def test_an_old_refresh_token_ends_the_family(client: FlaskClient, person: User) -> None:
    first = log_in(client, person.email).json["refreshToken"]
    second = client.post("/jwt/refresh-token", json={"refreshToken": first}).json
    with everywhere():
        session = db.session.query(AuthSession).one()
        session.rotated_at = now().replace(year=now().year - 1)
        db.session.commit()
    reused = client.post("/jwt/refresh-token", json={"refreshToken": first})
    assert reused.status_code == 401
    assert reused.json == {"error": "Invalid refresh token"}
    (event,) = audit_events("session:refresh_reuse")
    assert (event.user_id, event.subject_id) == (person.id, session.id)
    assert client.post("/jwt/refresh-token", json={"refreshToken": second["refreshToken"]}).status_code == 401
    bearer = {"Authorization": f"Bearer {second['accessToken']}"}
    assert client.get("/api/v1/me", headers=bearer).status_code == 401


@pytest.mark.parametrize(
    "token",
    ["", "a.b.c", "two words", '""', "é", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."],
)
def test_attack_06_malformed_tokens_are_401(client: FlaskClient, person: User, token: str) -> None:
    answer = client.get("/api/v1/me", headers={"Authorization": f"Bearer {token}".encode().decode("latin-1")})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.content_type == "application/problem+json"


@pytest.mark.parametrize("changes", [{"exp": None}, {"exp": 10**20}, {"type": "refresh"}, {"sid": "7"}])
def test_attack_05_tokens_that_do_not_end_or_fit_are_401(
    app: Flask, client: FlaskClient, person: User, changes: dict[str, Any]
) -> None:
    header = {"Authorization": f"Bearer {forge_token(app, person, **changes)}"}
    assert client.get("/api/v1/me", headers=header).status_code == 401


def test_attack_04_a_refresh_token_is_no_access_token(client: FlaskClient, person: User) -> None:
    tokens = log_in(client, person.email).json
    header = {"Authorization": f"Bearer {tokens['refreshToken']}"}
    assert client.get("/api/v1/me", headers=header).status_code == 401
    assert client.post("/jwt/refresh-token", json={"refreshToken": tokens["accessToken"]}).status_code == 401


@pytest.mark.parametrize(("scheme", "status"), [("Bearer", 200), ("bearer", 200), ("Basic", 401), ("Token", 401)])
def test_no_scheme_but_bearer_brings_a_token(client: FlaskClient, person: User, scheme: str, status: int) -> None:
    token = log_in(client, person.email).json["accessToken"]
    answer = client.get("/api/v1/me", headers={"Authorization": f"{scheme} {token}"})
    assert (answer.status_code, answer.json.get("code")) == (status, None if status == 200 else "invalid_token")


def test_quoted_bearer_tokens_work(client: FlaskClient, person: User) -> None:
    token = log_in(client, person.email).json["accessToken"]
    answer = client.get("/api/v1/me", headers={"Authorization": f'Bearer "{token}"'})
    assert answer.json["user"]["email"] == person.email


def test_attack_13_cookie_writes_need_the_token_of_their_own_session(
    app: Flask, client: FlaskClient, person: User
) -> None:
    email = person.email
    body = {"email": email, "password": PASSWORD, "next": "//evil.example"}
    assert client.post("/api/v1/session", json=body).status_code == 403
    first = client.post("/api/v1/session", json=body, headers=csrf_headers(client, app))
    assert first.status_code == 201
    assert first.json["next"] == "/"
    cookies = first.headers.getlist("Set-Cookie")
    assert all("HttpOnly" in c and "SameSite=Lax" in c for c in cookies)
    assert client.get("/api/v1/me").json["user"]["email"] == email
    assert client.delete("/api/v1/session/all").status_code == 403
    good = csrf_headers(client, app)
    for origin in ("https://evil.example", "null"):
        assert client.delete("/api/v1/session/all", headers=good | {"Origin": origin}).status_code == 403
    other = app.test_client()
    assert client.delete("/api/v1/session/all", headers=csrf_headers(other, app)).status_code == 403
    assert client.delete("/api/v1/session/all", headers=good).status_code == 204
    assert client.get("/api/v1/me").status_code == 401


def test_an_expired_access_cookie_is_renewed_on_the_way(app: Flask, client: FlaskClient, person: User) -> None:
    client.post(
        "/api/v1/session", json={"email": person.email, "password": PASSWORD}, headers=csrf_headers(client, app)
    )
    client.set_cookie("access", "expired.or.gone")
    answer = client.get("/api/v1/me")
    assert answer.status_code == 200
    assert any(c.startswith("access=") for c in answer.headers.getlist("Set-Cookie"))


def test_a_suspended_user_is_out_at_once(client: FlaskClient, person: User) -> None:
    token = log_in(client, person.email).json["accessToken"]
    person.status = "inactive"
    db.session.commit()
    assert client.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401


def test_preferences_are_kept_in_the_browser(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/api/v1/preferences", json={"skin": "dark"}, headers=csrf_headers(client, app))
    assert answer.json == {"skin": "dark"}
    answer = client.post("/api/v1/preferences", json={"locale": "hi"}, headers=csrf_headers(client, app))
    assert answer.json == {"skin": "dark", "locale": "hi"}
    refused = client.post("/api/v1/preferences", json={"skin": "neon"}, headers=csrf_headers(client, app))
    assert refused.status_code == 422
    assert "skin" in refused.json["errors"]


def test_layout_is_remembered_and_forgotten_but_for_the_language(app: Flask, client: FlaskClient) -> None:
    chosen = {"navbar": "floating", "footer": "sticky", "contentWidth": "boxed", "menuHidden": True, "locale": "hi"}
    assert client.post("/api/v1/preferences", json=chosen, headers=csrf_headers(client, app)).json == chosen
    assert client.delete("/api/v1/preferences", headers=csrf_headers(client, app)).status_code == 204
    assert client.post("/api/v1/preferences", json={}, headers=csrf_headers(client, app)).json == {"locale": "hi"}


@pytest.mark.parametrize("wrong", [{"navbar": "upside"}, {"footer": "floating"}, {"contentWidth": "wide"}])
def test_an_unknown_layout_is_refused_by_its_name(app: Flask, client: FlaskClient, wrong: dict[str, str]) -> None:
    refused = client.post("/api/v1/preferences", json=wrong, headers=csrf_headers(client, app))
    assert refused.status_code == 422
    assert list(refused.json["errors"]) == list(wrong)


def test_a_language_brings_its_direction(app: Flask, client: FlaskClient) -> None:
    client.post("/api/v1/preferences", json={"isRTL": False}, headers=csrf_headers(client, app))
    body = client.post("/api/v1/preferences", json={"locale": "ar"}, headers=csrf_headers(client, app)).json
    assert body == {"locale": "ar"}


def test_preferences_are_forgotten_with_a_token_only(client: FlaskClient) -> None:
    client.set_cookie("prefs", b'{"skin":"dark"}'.hex())
    assert client.delete("/api/v1/preferences").status_code == 403
