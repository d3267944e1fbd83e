"""Tokens and pages outlive a change of the signing key for as long as the old one is a fallback."""

import base64
from collections.abc import Callable, Iterator
from dataclasses import replace

import jwt
import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.auth import tokens
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from tests.conftest import add_person
from tests.factories.accounts import PASSWORD, csrf_headers, log_in

Change = Callable[..., None]


@pytest.fixture
def sign_by(app: Flask) -> Iterator[Change]:
    """`sign_by(key, *fallbacks)`: the installation starts again with these signing keys."""
    before = app.config["SETTINGS"]

    def change(key: str, *fallbacks: str) -> None:
        app.config["SETTINGS"] = replace(before, secret_key=key, secret_key_fallbacks=fallbacks)
        app.config["JWT_SECRET_KEY"] = key

    yield change
    app.config["SETTINGS"], app.config["JWT_SECRET_KEY"] = before, before.secret_key


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator with a password."""
    return add_person("admin", password=PASSWORD)


def test_tokens_of_the_old_key_are_good_until_it_is_no_fallback(
    app: Flask, client: FlaskClient, person: User, sign_by: Change
) -> None:
    old, new = app.config["SETTINGS"].secret_key, "n" + app.config["SETTINGS"].secret_key[::-1]
    first = log_in(client, person.email).json
    bearer = {"Authorization": f"Bearer {first['accessToken']}"}
    sign_by(new, old)
    assert client.get("/api/v1/me", headers=bearer).status_code == 200
    second = client.post("/jwt/refresh-token", json={"refreshToken": first["refreshToken"]}).json
    kids = [jwt.get_unverified_header(pair["accessToken"])["kid"] for pair in (first, second)]
    assert len(set(kids)) == 2
    sign_by(new)
    assert client.get("/api/v1/me", headers=bearer).status_code == 401
    assert client.get("/api/v1/me", headers={"Authorization": f"Bearer {second['accessToken']}"}).status_code == 200


def test_a_token_names_a_key_of_ours_or_is_nothing(app: Flask, client: FlaskClient, person: User) -> None:
    good = log_in(client, person.email).json["accessToken"]
    claims = jwt.decode(good, options={"verify_signature": False})
    secret = app.config["SETTINGS"].secret_key
    for kid, status in (("unknown", 401), ("", 401), (jwt.get_unverified_header(good)["kid"], 200)):
        token = jwt.encode(claims, secret, algorithm="HS256", headers={"kid": kid})
        assert client.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"}).status_code == status, kid


def test_open_pages_can_still_be_sent(app: Flask, client: FlaskClient, sign_by: Change) -> None:
    token, old = csrf_headers(client, app), app.config["SETTINGS"].secret_key
    db.session.commit()
    sign_by("n" + old[::-1], old)
    assert client.post("/api/v1/preferences", json={"skin": "dark"}, headers=token).status_code == 200
    sign_by("n" + old[::-1])
    assert client.post("/api/v1/preferences", json={"skin": "dark"}, headers=token).status_code == 403


BEYOND = [2**63, 2**64, -(2**63) - 1, 10**30, "9" * 900, -1, 1e308, float("inf"), "x", None, [], {}]
"""Numbers that no column holds, and what is no number."""


def forged(app: Flask, token: str, claim: str, value: object) -> str:
    """A token with another claim, signed by our own key."""
    claims = jwt.decode(token, options={"verify_signature": False}) | {claim: value}
    return jwt.encode(claims, app.config["SETTINGS"].secret_key, algorithm="HS256")


@pytest.mark.parametrize("claim", ["sid", "sub", "wid", "n", "exp", "iat"])
def test_a_signed_token_with_a_number_that_no_column_holds_is_401(
    app: Flask, client: FlaskClient, person: User, claim: str
) -> None:
    pair = log_in(client, person.email).json
    values = [value for value in BEYOND if not isinstance(value, str) or claim not in {"exp", "iat"}]
    for value in values:
        access, refresh = (forged(app, pair[name], claim, value) for name in ("accessToken", "refreshToken"))
        answer = client.get("/api/v1/me", headers={"Authorization": f"Bearer {access}"})
        assert answer.status_code == 401, (claim, value)
        assert client.post("/jwt/refresh-token", json={"refreshToken": refresh}).status_code == 401, (claim, value)
        browser = app.test_client()
        for cookie in ("access", "refresh"):
            browser.set_cookie(cookie, forged(app, pair[f"{cookie}Token"], claim, value))
        assert browser.get("/api/v1/me").status_code == 401, (claim, value)


@pytest.mark.parametrize("claim", ["sub", "wid", "pv"])
def test_a_pending_token_with_a_number_that_no_column_holds_is_401(
    app: Flask, client: FlaskClient, person: User, claim: str
) -> None:
    good = tokens.pending_token(person, keep=False)
    headers = csrf_headers(client, app)
    for value in BEYOND:
        client.set_cookie("pending", forged(app, good, claim, value))
        answer = client.post("/api/v1/session/code", json={"code": "123456"}, headers=headers)
        assert answer.status_code == 401, (claim, value)


def test_a_token_whose_header_is_nested_beyond_reason_is_401(client: FlaskClient) -> None:
    header = base64.urlsafe_b64encode(b'{"alg":"HS256","kid":' + b"[" * 5000 + b"]" * 5000 + b"}").rstrip(b"=").decode()
    answer = client.get("/api/v1/me", headers={"Authorization": f"Bearer {header}.e30.c2ln"})
    assert answer.status_code == 401
