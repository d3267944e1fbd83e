"""A session that is over: the reader learns of it, comes back to where they were, and what they typed is shown."""

from collections.abc import Callable

from flask.testing import FlaskClient

from app.accounts.auth.models import AuthSession
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from tests.app.web.fake_worker import FakeWorker
from tests.factories.forms import PREFERENCES, form_token

Browser = Callable[[str], FlaskClient]
BACK = "/pages/login-v1?next=%2Freports%2Fdashboard%3Fgrp%3Dsales"


def _end_all() -> None:
    """End every session from elsewhere."""
    with everywhere():
        for row in db.session.query(AuthSession).all():
            db.session.delete(row)
        db.session.commit()


def test_who_was_signed_in_learns_why_to_sign_in(signed_in: Browser) -> None:
    browser = signed_in("admin")
    _end_all()
    answer = browser.get("/reports/dashboard?grp=sales")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{BACK}&why=ended")


def test_who_never_was_is_not(browser: FlaskClient) -> None:
    assert browser.get("/reports/dashboard?grp=sales").headers["Location"] == BACK


def test_what_was_typed_is_shown_and_not_lost_in_a_redirect(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    good = form_token(browser, fake)
    _end_all()
    answer = browser.post(PREFERENCES, data={"csrf": good, "locale": "a long text <b>"})
    assert answer.status_code == 401
    assert "Your session has ended" in answer.text
    assert "a long text &lt;b&gt;" in answer.text
    assert f"{BACK}&amp;why=ended" in answer.text
    assert "csrf" not in answer.text


def test_nothing_typed_is_a_plain_redirect(signed_in: Browser, fake: FakeWorker) -> None:
    browser = signed_in("admin")
    good = form_token(browser, fake)
    _end_all()
    answer = browser.post(PREFERENCES, data={"csrf": good})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{BACK}&why=ended")
