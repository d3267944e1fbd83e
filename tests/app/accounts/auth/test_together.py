"""Limits of signing in hold for the whole installation, and for many at once; known devices are not locked out."""

import contextvars
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse

from app.accounts.auth import routes, service, tokens
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.security.limit_windows import DatabaseWindows
from app.core.security.limits import LOGIN_ACCOUNT, limits
from tests.conftest import add_person
from tests.factories.accounts import PASSWORD, csrf_headers

pytestmark = pytest.mark.both

LOGIN = "/jwt/login"
_OTHER = """
import os, sys
from dataclasses import replace
from pathlib import Path
from app.config import Settings
from app.core.security.limits import LOGIN_ACCOUNT
from app.core.security.limit_windows import DatabaseWindows
windows = DatabaseWindows(Settings(database_url=sys.argv[1], instance=Path(sys.argv[2])))
print(sum(windows.hit(LOGIN_ACCOUNT, "login:a") for _ in range(int(sys.argv[3]))))
"""


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator with a password."""
    return add_person("admin", password=PASSWORD)


def login(app: Flask, email: str, password: str, address: str = "203.0.113.1") -> Any:
    """Sign in from an address."""
    client = app.test_client()
    return client.post(LOGIN, json={"email": email, "password": password}, environ_base={"REMOTE_ADDR": address})


def at_once(app: Flask, people: int, email: str, password: str, *, apart: bool) -> Counter[int]:
    """Sign in so many times at once, from one address or each from their own; how often each status was answered."""

    def attempt(number: int) -> int:
        with app.app_context():
            return int(login(app, email, password, f"203.0.113.{number if apart else 1}").status_code)

    with ThreadPoolExecutor(people) as pool:
        return Counter(pool.map(lambda number: contextvars.Context().run(attempt, number), range(people)))


def test_processes_count_together(app: Flask) -> None:
    settings = app.config["SETTINGS"]
    command = [sys.executable, "-c", _OTHER, settings.database_url, str(settings.instance), "20"]
    root = Path(__file__).resolve().parents[4]
    others = [
        subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) for _ in range(2)
    ]
    counted = [int(other.communicate(timeout=60)[0]) for other in others]
    assert sum(counted) == LOGIN_ACCOUNT.amount
    assert not limits.has_room([(LOGIN_ACCOUNT, "login:a")])
    assert limits.has_room([(LOGIN_ACCOUNT, "login:b")])


def test_two_processes_do_not_answer_twenty_wrong_passwords(app: Flask, person: User) -> None:
    """A process that has counted none of it in its own memory refuses all the same."""
    answers = []
    for number in range(20):
        if number % 2:
            limits._memory.storage.reset()
        answers.append(login(app, person.email, "wrong", f"203.0.113.{number}").status_code)
    assert Counter(answers) == {400: 10, 429: 10}


def test_many_wrong_ones_at_once_are_not_answered_beyond_the_window(app: Flask, person: User) -> None:
    email = person.email
    login(app, "nobody@example.test", "wrong", "198.51.100.1")  # Commits what the test has laid.
    statuses = at_once(app, 20, email, "wrong", apart=True)
    assert set(statuses) <= {400, 429} and statuses[400] <= LOGIN_ACCOUNT.amount


def test_fifteen_correct_ones_at_once_are_all_answered(app: Flask, person: User) -> None:
    email = person.email
    login(app, "nobody@example.test", "wrong", "198.51.100.1")
    assert at_once(app, 15, email, PASSWORD, apart=False) == {200: 15}


def test_an_outage_of_the_count_leaves_each_process_its_own(
    app: Flask, person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_more: object) -> None:
        raise ConnectionError

    for verb in ("hit", "test", "clear", "get_window_stats"):
        monkeypatch.setattr(DatabaseWindows, verb, gone)
    assert Counter(login(app, person.email, "wrong").status_code for _ in range(15)) == {400: 10, 429: 5}


def sign_in(app: Flask, browser: FlaskClient, email: str, password: str, address: str) -> int:
    """Sign in from a page; the answer's status."""
    body = {"email": email, "password": password}
    browser.environ_base["REMOTE_ADDR"] = address
    answer = browser.post("/api/v1/session", json=body, headers=csrf_headers(browser, app))
    return int(answer.status_code)


def lock(app: Flask, email: str) -> None:
    """Fail so often, from everywhere, that the account is locked."""
    for number in range(11):
        login(app, email, "wrong", f"192.0.2.{number}")
    assert login(app, email, PASSWORD, "192.0.2.99").status_code == 429


def test_a_known_device_is_not_locked_out_by_strangers(app: Flask, person: User) -> None:
    browser, fresh = app.test_client(), app.test_client()
    assert sign_in(app, browser, person.email, PASSWORD, "198.51.100.7") == 201
    cookie = next(cookie for cookie in browser._cookies.values() if cookie.key == "device")
    assert cookie.http_only and cookie.same_site == "Lax" and cookie.max_age == 400 * 86_400
    browser.delete("/api/v1/session", headers=csrf_headers(browser, app))
    lock(app, person.email)
    assert sign_in(app, fresh, person.email, PASSWORD, "198.51.100.8") == 429
    assert sign_in(app, browser, person.email, PASSWORD, "198.51.100.7") == 201


def test_a_known_device_has_a_window_of_its_own_that_ends(app: Flask, person: User) -> None:
    browser = app.test_client()
    assert sign_in(app, browser, person.email, PASSWORD, "198.51.100.7") == 201
    browser.delete("/api/v1/session", headers=csrf_headers(browser, app))
    statuses = [sign_in(app, browser, person.email, "wrong", f"198.51.100.{n}") for n in range(12)]
    assert statuses == [400] * 10 + [429] * 2
    assert login(app, person.email, PASSWORD, "203.0.113.50").status_code == 200


@pytest.mark.parametrize("mark", ["", "~", ".", "a.b", "é.é", "x" * 3000])
def test_a_forged_mark_is_a_strangers(app: Flask, person: User, mark: str) -> None:
    other = add_person("admin", password=PASSWORD)
    browser = app.test_client()
    assert sign_in(app, browser, other.email, PASSWORD, "198.51.100.7") == 201
    lock(app, person.email)
    browser.delete("/api/v1/session", headers=csrf_headers(browser, app))
    assert sign_in(app, browser, person.email, PASSWORD, "198.51.100.7") == 429
    browser.set_cookie("device", mark)
    assert sign_in(app, browser, person.email, PASSWORD, "198.51.100.7") == 429


def test_a_whole_network_of_ipv6_is_one_address(app: Flask, workspace: Workspace) -> None:
    status_codes = [login(app, f"n{n}@example.test", "wrong", f"2001:db8:1:2::{n:x}").status_code for n in range(12)]
    assert status_codes == [400] * 10 + [429] * 2
    assert login(app, "n@example.test", "wrong", "2001:db8:1:3::1").status_code == 400
    assert login(app, "n@example.test", "wrong", "::ffff:203.0.113.9").status_code == 400


def test_a_site_of_ipv6_has_a_bound_and_all_addresses_together_have_none(app: Flask, workspace: Workspace) -> None:
    wrong = parse("2/5 minutes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "LOGIN_ADDRESS", wrong)
        patch.setattr("app.core.security.limits.SITE_FACTOR", 2)
        site = [login(app, f"s{n}@example.test", "wrong", f"2001:db8:1:{n:x}::1").status_code for n in range(6)]
        assert site == [400] * 4 + [429] * 2
        assert login(app, "s@example.test", "wrong", "2001:db8:2::1").status_code == 400
    device = service.Device("203.0.113.1", "")
    windows = service._windows("a@example.test", device)
    # Every window names the account or the address.
    assert [key for _, key in windows] == ["login:a@example.test", "login-ip:203.0.113.1"]


def test_a_token_that_cannot_be_signed_is_answered_as_specified(
    app: Flask, person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_more: object) -> str:
        raise ValueError("the key is gone: /secret/place")

    monkeypatch.setattr(tokens, "create_access_token", fail)
    answer = login(app, person.email, PASSWORD)
    assert (answer.status_code, answer.json) == (400, {"error": {"email": "Something went wrong"}})
    assert routes.NOT_SIGNED == "Something went wrong" and answer.headers["Cache-Control"] == "no-store"
    monkeypatch.undo()
    assert login(app, person.email, PASSWORD).status_code == 200
