"""Attacks on the second factor and what it guards (4, 11, 12)."""

from collections.abc import Callable, Iterator

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from werkzeug.test import TestResponse

from app.accounts.auth import factors
from app.accounts.auth.service import Device
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.errors import Invalid, TooMany
from tests.conftest import add_person
from tests.factories.accounts import HERE, PASSWORD, add_guarded, code, csrf_headers, get_me, log_in


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that does not move until a test moves it."""
    with time_machine.travel("2026-11-20T10:00:05Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def guarded(workspace: Workspace) -> tuple[User, str, list[str]]:
    """An administrator with a second factor, its seed, and recovery codes."""
    return add_guarded()


@pytest.fixture
def step(app: Flask, client: FlaskClient, guarded: tuple[User, str, list[str]]) -> Callable[[str], TestResponse]:
    """The second step of signing in, the first being done."""
    body = {"email": guarded[0].email, "password": PASSWORD}
    assert client.post("/api/v1/session", json=body, headers=csrf_headers(client, app)).status_code == 202

    def give(text: str) -> TestResponse:
        return client.post("/api/v1/session/code", json={"code": text}, headers=csrf_headers(client, app))

    return give


def test_attack_04_a_pending_token_is_good_for_its_code_alone(
    app: Flask, client: FlaskClient, guarded: tuple[User, str, list[str]], step: Callable[[str], TestResponse]
) -> None:
    cookie = client.get_cookie("pending")
    assert cookie is not None and cookie.http_only and client.get_cookie("access") is None
    assert get_me(client, cookie.value).status_code == 401
    assert client.post("/jwt/refresh-token", json={"refreshToken": cookie.value}).status_code == 401
    for name in ("access", "refresh"):
        browser = app.test_client()
        browser.set_cookie(name, cookie.value)
        assert browser.get("/api/v1/me").status_code == 401
    assert step(code(guarded[1])).status_code == 201
    access = client.get_cookie("access")
    assert access is not None
    other = app.test_client()
    other.set_cookie("pending", access.value)
    answer = other.post("/api/v1/session/code", json={"code": code(guarded[1], 30)}, headers=csrf_headers(other, app))
    assert (answer.status_code, answer.json["code"]) == (401, "sign_in_again")


def test_attack_11_the_sixth_wrong_code_is_429_and_so_is_the_right_one_then(
    guarded: tuple[User, str, list[str]], step: Callable[[str], TestResponse]
) -> None:
    wrong = f"{(int(code(guarded[1])) + 1) % 10**6:06}"
    for _ in range(5):
        assert step(wrong).status_code == 401
    for text in (wrong, code(guarded[1]), guarded[2][0]):
        answer = step(text)
        assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0


def test_attack_11_a_code_is_good_once(
    app: Flask, client: FlaskClient, guarded: tuple[User, str, list[str]], step: Callable[[str], TestResponse]
) -> None:
    text = code(guarded[1])
    pending = client.get_cookie("pending")
    assert pending is not None and step(text).status_code == 201
    for again in (text, code(guarded[1], -30)):
        other = app.test_client()
        other.set_cookie("pending", pending.value)
        answer = other.post("/api/v1/session/code", json={"code": again}, headers=csrf_headers(other, app))
        assert (answer.status_code, answer.json["code"]) == (401, "wrong_code")
        assert other.get_cookie("access") is None


@pytest.mark.parametrize(("seconds", "status"), [(-90, 401), (-60, 401), (-30, 201), (30, 201), (60, 401)])
def test_attack_11_a_code_is_good_near_its_time_only(
    guarded: tuple[User, str, list[str]], step: Callable[[str], TestResponse], seconds: int, status: int
) -> None:
    assert step(code(guarded[1], seconds)).status_code == status


def test_attack_11_patience_meets_the_limits_of_hour_and_day(
    guarded: tuple[User, str, list[str]], workspace: Workspace, clock: time_machine.Traveller
) -> None:
    taken = 0
    for _ in range(24 * 12):
        try:
            factors.check(guarded[0], "nonsense", Device(f"203.0.113.{taken}", "tests"))
        except TooMany:
            clock.shift(5 * 60)
        except Invalid:
            taken += 1
    assert taken == 50
    with pytest.raises(TooMany):
        factors.check(guarded[0], code(guarded[1]), HERE)


def test_attack_11_one_address_tries_few_accounts(workspace: Workspace) -> None:
    people = [add_guarded() for _ in range(11)]
    for person, _, _ in people[:10]:
        with pytest.raises(Invalid):
            factors.check(person, "nonsense", HERE)
    person, seed, _ = people[10]
    with pytest.raises(TooMany):
        factors.check(person, code(seed), HERE)
    factors.check(person, code(seed), Device("203.0.113.7", "tests"))


def test_attack_12_a_new_password_ends_all_other_sessions(
    app: Flask, client: FlaskClient, workspace: Workspace
) -> None:
    person = add_person("admin", password=PASSWORD)
    mine, other = (log_in(client, person.email).json for _ in range(2))
    bearer = {"Authorization": f"Bearer {mine['accessToken']}"}
    body = {"password": PASSWORD, "new_password": "another long password"}
    assert client.post("/api/v1/me/password", json=body, headers=bearer).status_code == 204
    assert (get_me(client, mine["accessToken"]).status_code, get_me(client, other["accessToken"]).status_code) == (
        200,
        401,
    )
    assert client.post("/jwt/refresh-token", json={"refreshToken": other["refreshToken"]}).status_code == 401
    assert log_in(client, person.email).status_code == 400
    assert log_in(client, person.email, "another long password").status_code == 200


def test_attack_12_a_pending_sign_in_ends_with_password_account_or_factor(
    client: FlaskClient, guarded: tuple[User, str, list[str]], step: Callable[[str], TestResponse],
    clock: time_machine.Traveller,
) -> None:  # fmt: skip
    person, seed, _ = guarded
    good = {"status": "active", "password_version": person.password_version, "second_factor_at": now()}
    for change in ({"status": "inactive"}, {"password_version": 7}, {"second_factor_at": None}):
        with within(person.workspace_id):
            db.session.execute(update(User).where(User.id == person.id).values(good | change))
        assert step(code(seed)).json["code"] == "sign_in_again", change
    with within(person.workspace_id):
        db.session.execute(update(User).where(User.id == person.id).values(good))
    clock.shift(5 * 60)
    assert step(code(seed)).json["code"] == "sign_in_again"
