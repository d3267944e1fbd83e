"""Where a session's times end, to the second: before the border it is good, on it or after it is not."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from flask import Flask
from sqlalchemy import select

from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from tests.conftest import add_person
from tests.factories.accounts import PASSWORD, csrf_headers, log_in, session_cookies

DAY = 86_400


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that does not move until a test moves it."""
    with time_machine.travel("2026-11-20T10:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def email(workspace: Workspace) -> str:
    """The address of someone with a password."""
    person: User = add_person("admin", password=PASSWORD)
    db.session.commit()
    return person.email


def renew(app: Flask, token: str) -> Any:
    """Use a bearer's refresh token."""
    return app.test_client().post("/jwt/refresh-token", json={"refreshToken": token})


def sign_in(app: Flask, email: str, keep: bool) -> dict[str, str]:
    """The cookies of a page's sign-in."""
    browser = app.test_client()
    body = {"email": email, "password": PASSWORD, "keep": keep}
    return session_cookies(browser.post("/api/v1/session", json=body, headers=csrf_headers(browser, app)))


def visit(app: Flask, **sent: str) -> Any:
    """A page's call with these cookies alone."""
    header = "; ".join(f"{name}={value}" for name, value in sent.items())
    return app.test_client(use_cookies=False).get("/api/v1/me", headers={"Cookie": header})


def bearer(app: Flask, token: str) -> int:
    """The status of a call with this access token."""
    return app.test_client().get("/api/v1/me", headers={"Authorization": f"Bearer {token}"}).status_code


@pytest.mark.parametrize(("seconds", "status"), [(9, 200), (10, 200), (11, 401)])
def test_the_token_before_is_taken_for_ten_seconds(
    app: Flask, email: str, clock: time_machine.Traveller, seconds: int, status: int
) -> None:
    first = log_in(app.test_client(), email).json["refreshToken"]
    second = renew(app, first).json["refreshToken"]
    clock.shift(seconds)
    late = renew(app, first)
    assert late.status_code == status
    assert status == 401 or late.json["refreshToken"] == second
    assert renew(app, second).status_code == status


def test_one_family_moves_on_without_the_others(app: Flask, email: str, clock: time_machine.Traveller) -> None:
    mine, theirs = (log_in(app.test_client(), email).json["refreshToken"] for _ in range(2))
    assert renew(app, mine).status_code == 200
    clock.shift(11)
    assert renew(app, theirs).status_code == 200
    seen = db.session.scalars(select(AuthSession.last_seen_at).order_by(AuthSession.last_seen_at))
    assert [(now() - at).total_seconds() for at in seen] == [11, 0]


def test_the_token_two_before_is_never_taken_and_ends_the_family(app: Flask, email: str) -> None:
    first = log_in(app.test_client(), email).json
    second = renew(app, first["refreshToken"]).json
    third = renew(app, second["refreshToken"]).json
    assert renew(app, first["refreshToken"]).status_code == 401
    for session in (second, third):
        assert renew(app, session["refreshToken"]).status_code == 401
        assert bearer(app, session["accessToken"]) == 401


@pytest.mark.parametrize("seconds", [10, 11])
def test_cookies_have_the_same_grace(app: Flask, email: str, clock: time_machine.Traveller, seconds: int) -> None:
    first = sign_in(app, email, keep=True)["refresh"]
    second = session_cookies(visit(app, refresh=first))["refresh"]
    clock.shift(seconds)
    late = visit(app, refresh=first)
    assert (late.status_code, session_cookies(late).get("refresh")) == ((200, second) if seconds == 10 else (401, None))


@pytest.mark.parametrize(
    ("keep", "step", "end"), [(True, 43_199, 30 * DAY), (False, 599, 43_200)], ids=["kept", "not kept"]
)
def test_a_family_ends_at_last_however_often_it_is_renewed(
    app: Flask, email: str, clock: time_machine.Traveller, keep: bool, step: int, end: int
) -> None:
    token, gone = sign_in(app, email, keep)["refresh"], 0
    while gone + step < end - 1:
        clock.shift(step)
        gone += step
        answer = visit(app, refresh=token)
        assert answer.status_code == 200
        token = session_cookies(answer)["refresh"]
    clock.shift(end - 1 - gone)
    last = visit(app, refresh=token)
    assert last.status_code == 200
    clock.shift(1)
    assert visit(app, **session_cookies(last)).status_code == 401


@pytest.mark.parametrize(("keep", "idle"), [(True, 43_200), (False, 600)], ids=["kept", "not kept"])
def test_a_session_that_lies_still_ends(
    app: Flask, email: str, clock: time_machine.Traveller, keep: bool, idle: int
) -> None:
    first, other = sign_in(app, email, keep), sign_in(app, email, keep)
    clock.shift(idle - 1)
    assert visit(app, refresh=first["refresh"]).status_code == 200
    # Tokens are read with half a minute's patience for clocks that differ.
    clock.shift(1 + 30)
    assert visit(app, refresh=other["refresh"]).status_code == 401


def test_access_ends_after_ten_minutes_and_half_a_minute_for_clocks_that_differ(
    app: Flask, email: str, clock: time_machine.Traveller
) -> None:
    token = log_in(app.test_client(), email).json["accessToken"]
    clock.shift(629)
    assert bearer(app, token) == 200
    clock.shift(1)
    assert bearer(app, token) == 401
