"""Pages without the renderer: never a 5xx, and one can still sign in."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.breakers import Breaker
from app.core.db.tenancy import within
from app.web.fallback import keep_all
from app.web.site import Site
from tests.app.web.conftest import state_of, token_of
from tests.app.web.fake_worker import FakeWorker, page
from tests.conftest import add_person

Browser = Callable[[str], FlaskClient]
SUBMIT = "/submit?call=%2Fapi%2Fv1%2Fsession&method=POST&page=%2Fpages%2Flogin-v1"
TROUBLES: dict[str, Callable[[FakeWorker], object]] = {
    "killed": lambda f: f.stop(),
    "hangs": lambda f: setattr(f, "delay", 1.0),
    "garbage": lambda f: setattr(f, "raw", b"\x00\x01\x02"),
    "other build": lambda f: setattr(f, "behave", lambda _: (409, {"error": {}})),
    "throws": lambda f: setattr(f, "behave", lambda _: (500, {"error": {"name": "Error"}})),
    "half a page": lambda f: setattr(f, "behave", lambda _: (200, {"page": {"html": ""}})),
    "bad status": lambda f: setattr(f, "behave", lambda a: page(a, "", status=9)),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_signed_in_page_comes_as_the_shell(signed_in: Browser, fake: FakeWorker, trouble: str) -> None:
    browser = signed_in("admin")
    TROUBLES[trouble](fake)
    answer = browser.get("/reports/dashboard")
    assert (answer.status_code, answer.headers["X-SSR"]) == (200, "fallback")
    assert (answer.headers["Cache-Control"], answer.headers["X-Robots-Tag"]) == ("no-store", "noindex")
    assert '<div id="root"></div>' in answer.text
    state = state_of(answer.text)
    assert set(state) == {"session"}
    assert state["session"]["user"]["role"] == "admin"
    assert '<script type="module" src="/static/build/browser-1.js">' in answer.text


@pytest.mark.parametrize("trouble", TROUBLES)
def test_an_anonymous_page_comes_from_the_kept_copy(
    app: Flask, browser: FlaskClient, fake: FakeWorker, trouble: str
) -> None:
    keep_all(app)
    job: dict[str, Any] = {
        "path": "/pages/login-v1?next=%2Freports%2Fdashboard",
        "headers": {"Accept-Language": "hi"},
    }
    assert "X-SSR" not in browser.get(**job).headers  # The same page, rendered, a moment ago.
    TROUBLES[trouble](fake)
    answer = browser.get(**job)
    assert (answer.status_code, answer.headers["X-SSR"]) == (200, "kept")
    assert 'lang="hi"' in answer.text
    assert 'name="next" value="/reports/dashboard"' in answer.text
    assert "You will return to: /reports/dashboard" in answer.text
    assert "You will return" not in browser.get("/pages/login-v1").text
    assert "%%" not in answer.text
    assert browser.get("/pages/faq").headers["X-SSR"] == "kept"


def test_one_signs_in_without_renderer_and_without_script(
    app: Flask, site: Site, browser: FlaskClient, fake: FakeWorker, workspace: Workspace
) -> None:
    keep_all(app)
    with within(workspace.id):
        email = add_person("admin", password="right pass").email
    fake.stop()
    token = token_of(browser.get("/pages/login-v1?next=%2Fadmin%2Fusers").text)
    wrong = {"csrf": token, "email": '"><b>', "password": "no", "next": "/admin/users"}
    refused = browser.post(SUBMIT, data=wrong)
    assert (refused.status_code, refused.headers["X-SSR"]) == (400, "kept")
    assert 'name="email" value="&quot;&gt;&lt;b&gt;"' in refused.text
    assert "Email or Password is Invalid" in refused.text
    assert 'name="next" value="/admin/users"' in refused.text
    assert "%%" not in refused.text
    right = {"csrf": token_of(refused.text), "email": email, "password": "right pass", "next": "/admin/users"}
    done = browser.post(SUBMIT, data=right)
    assert (done.status_code, done.headers["Location"]) == (303, "/admin/users")
    assert browser.get("/admin/users").headers["X-SSR"] == "fallback"


def test_copies_are_kept_in_every_language_and_for_every_set_of_errors(app: Flask, site: Site) -> None:
    keep_all(app)
    assert site.copies.get("b1", "faq", "ar") is not None
    names = {path.name for path in (site.copies.folder / "b1").glob("sign-in.en*")}
    variants = ["", ".refused", ".refused+email", ".refused+password", ".refused+email+password"]
    assert names == {f"sign-in.en{variant}.json" for variant in variants}
    assert site.copies.get("b1", "dashboard", "en") is None


def test_without_copies_the_shell_serves_anonymous_pages_too(browser: FlaskClient, fake: FakeWorker) -> None:
    fake.stop()
    for path in ("/", "/pages/faq", "/pages/login-v1"):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["X-SSR"]) == (200, "fallback")


def test_the_open_breaker_costs_no_waiting(browser: FlaskClient, fake: FakeWorker) -> None:
    fake.delay = 1.0
    for _ in range(5):
        browser.get("/pages/login-v1")
    count = len(fake.requests)
    assert browser.get("/pages/login-v1").headers["X-SSR"] == "fallback"
    assert len(fake.requests) == count


def test_before_the_first_build_pages_are_empty_shells_or_404(browser: FlaskClient, site: Site) -> None:
    site.tables.path.unlink()
    site.tables._seen, site.tables._table = None, type(site.table)(build="", entry="")
    assert browser.get("/").status_code in (200, 404)


def test_a_page_that_has_held_the_worker_is_its_readers_shell_for_a_minute(
    signed_in: Browser, fake: FakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, other = "/reports/dashboard?grp=sales", "/reports/dashboard"
    first, second = signed_in("admin"), signed_in("admin")
    fake.delay = 1.0
    assert first.get(held).headers["X-SSR"] == "fallback"
    fake.delay = 0.0
    later = time.monotonic() + 2.1  # The breaker has let a try through.
    monkeypatch.setattr("app.web.worker.time.monotonic", lambda: later)
    count = len(fake.requests)
    answer = first.get(held)
    assert (answer.status_code, answer.headers["X-SSR"], len(fake.requests)) == (200, "fallback", count)
    assert "X-SSR" not in second.get(held).headers and "X-SSR" not in first.get(other).headers
    monkeypatch.setattr("app.web.site.time.monotonic", lambda: later + 60)
    assert "X-SSR" not in first.get(held).headers


def test_what_someone_has_typed_holds_back_nobody_elses_form(browser: FlaskClient, fake: FakeWorker) -> None:
    address = "/pages/login-v1"
    form = {"csrf": token_of(browser.get(address).text), "email": "a@b.example", "password": "x", "next": "/"}
    fake.delay = 1.0
    assert browser.post(SUBMIT, data=form).status_code == 400
    fake.delay = 0.0
    breaker = fake_breaker(browser)
    breaker.retry_at = 0.0
    assert "X-SSR" not in browser.get(address).headers
    assert "X-SSR" in browser.post(SUBMIT, data=form).headers


def fake_breaker(browser: FlaskClient) -> Breaker:
    """The breaker of the application's one worker."""
    site: Site = browser.application.extensions["site"]
    return site.renderer.workers[0].breaker
