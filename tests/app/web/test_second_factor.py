"""Pages around the second factor: a form's secret answer, what nobody keeps, and who is led to set one up."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.auth import factors
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.web.site import Site
from tests.app.web.conftest import NEXT, PAGES, state_of
from tests.app.web.fake_worker import FakeWorker, page
from tests.factories.accounts import HERE, PASSWORD, add_guarded, code, csrf_headers

SECURITY = "/pages/account-settings/security"
CODE = "/pages/login-v1/code"
FACTOR = "/api/v1/me/second-factor"
Browser = Callable[[str], FlaskClient]


@pytest.fixture(autouse=True)
def table(build: Path) -> None:
    """A page table with the two pages."""
    more: list[dict[str, Any]] = [
        {"name": "security", "path": SECURITY, "access": "user"},
        {"name": "sign-in-code", "path": CODE, "access": "guest", "query": [NEXT]},
    ]
    path = build / "pages.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"pages": [*PAGES, *more]}))


@pytest.fixture
def person(workspace: Workspace, signed_in: Browser) -> tuple[User, FlaskClient]:
    """An administrator with a password, and their browser."""
    browser = signed_in("admin")
    with everywhere():
        (user,) = db.session.query(User).all()
        from app.accounts.auth.passwords import hash_password

        user.password_hash = hash_password(PASSWORD)
        db.session.commit()
    return user, browser


def send(app: Flask, browser: FlaskClient, call: str, target: str, **fields: str) -> Any:
    """A form as a browser without script sends it."""
    fields["csrf"] = csrf_headers(browser, app)["X-CSRF-Token"]
    return browser.post(f"/submit?call={quote(call)}&page={quote(target)}", data=fields)


def needing(job: dict[str, Any]) -> tuple[int, Any]:
    """A worker whose page needs the second factor."""
    return page(job) if FACTOR in job["answers"] else (200, {"needs": [FACTOR]})


def test_a_secret_answer_is_shown_at_once_on_a_page_nobody_keeps(
    app: Flask, person: tuple[User, FlaskClient], fake: FakeWorker
) -> None:
    user, browser = person
    with within(user.workspace_id):
        seed = factors.card(factors.begin(user, PASSWORD, HERE), user)["seed"]
    answer = send(app, browser, f"{FACTOR}/confirmation", SECURITY, code=code(seed))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    form = fake.requests[-1]["form"]
    # The code that was typed is a secret as well.
    assert len(form["answer"]["codes"]) == 10 and (form["values"], form["problem"]["status"]) == ({}, 200)


def test_a_secret_answer_reaches_the_browser_without_the_renderer_too(
    app: Flask, person: tuple[User, FlaskClient], fake: FakeWorker
) -> None:
    user, browser = person
    with within(user.workspace_id):
        seed = factors.card(factors.begin(user, PASSWORD, HERE), user)["seed"]
    fake.behave = lambda _request: (500, {})
    answer = send(app, browser, f"{FACTOR}/confirmation", SECURITY, code=code(seed))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert len(state_of(answer.text)["form"]["answer"]["codes"]) == 10


def test_a_secret_answer_that_no_page_could_show_is_not_asked_for(
    app: Flask, person: tuple[User, FlaskClient], fake: FakeWorker
) -> None:
    user, browser = person
    with within(user.workspace_id):
        seed = factors.card(factors.begin(user, PASSWORD, HERE), user)["seed"]
    answer = send(app, browser, f"{FACTOR}/confirmation", "/no/page", code=code(seed))
    assert answer.status_code == 404 and user.second_factor_at is None


def test_a_wrong_code_is_never_shown_again(app: Flask, person: tuple[User, FlaskClient], fake: FakeWorker) -> None:
    user, browser = person
    with within(user.workspace_id):
        factors.begin(user, PASSWORD, HERE)
    answer = send(app, browser, f"{FACTOR}/confirmation", SECURITY, code="x1y2z3")
    form = fake.requests[-1]["form"]
    assert answer.status_code == 422 and "x1y2z3" not in answer.text and form["values"] == {}
    assert (form["problem"]["code"], form["problem"]["instance"]) == ("wrong_code", f"{FACTOR}/confirmation")


@pytest.mark.parametrize("times", [1, 2])
def test_a_page_made_of_a_secret_is_kept_by_nobody(
    person: tuple[User, FlaskClient], fake: FakeWorker, times: int
) -> None:
    _, browser = person
    fake.behave = needing
    for _ in range(times):  # The second time its head is sent before it is rendered.
        answer = browser.get(SECURITY)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert "ETag" not in answer.headers


def test_the_second_step_works_as_a_form_and_keeps_where_to_go(app: Flask, browser: FlaskClient, site: Site) -> None:
    with within(_workspace().id):
        person, _, codes = add_guarded()
        email = person.email
    first = send(app, browser, "/api/v1/session", "/pages/login-v1", email=email, password=PASSWORD,
                 next="/reports/dashboard?grp=sales")  # fmt: skip
    assert (first.status_code, first.headers["Location"]) == (303, f"{CODE}?next=%2Freports%2Fdashboard%3Fgrp%3Dsales")
    assert browser.get(first.headers["Location"]).status_code == 200
    assert browser.get("/reports/dashboard").status_code == 303
    wrong = send(app, browser, "/api/v1/session/code", first.headers["Location"], code="123", next="/x")
    assert wrong.status_code == 401
    good = send(app, browser, "/api/v1/session/code", CODE, code=codes[0], next="/reports/dashboard?grp=sales")
    assert (good.status_code, good.headers["Location"]) == (303, "/reports/dashboard?grp=sales")
    assert browser.get("/reports/dashboard").status_code == 200
    away = browser.get(f"{CODE}?next=%2F%2Fevil.example")
    assert (away.status_code, away.headers["Location"]) == (303, "/")


def test_who_must_set_one_up_is_led_there_from_every_page_of_the_workspace(
    person: tuple[User, FlaskClient], fake: FakeWorker
) -> None:
    user, browser = person
    with everywhere():
        db.session.get_one(Workspace, user.workspace_id).second_factor_required = True
    for path in ("/", "/reports/dashboard", "/admin/users", "/things/1"):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers.get("Location")) == (303, SECURITY), path
    assert browser.get(SECURITY).status_code == browser.get("/pages/faq").status_code == 200
    assert fake.requests[-1]["session"]["user"]["ability"] == [{"action": "read", "subject": "Auth"}]


def _workspace() -> Workspace:
    """A workspace to be in."""
    from tests.conftest import add_workspace

    return add_workspace("Meridian Motors")
