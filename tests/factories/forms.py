"""Forms of pages, and the tokens they carry."""

from flask.testing import FlaskClient

from tests.app.web.conftest import token_of
from tests.app.web.fake_worker import FakeWorker, page

PREFERENCES = "/submit?call=/api/v1/preferences&page=/reports/dashboard%3Fgrp%3Dsales"


def form_token(browser: FlaskClient, fake: FakeWorker) -> str:
    """Return a token for a browser, from a page with a form."""
    field = '<input type="hidden" name="csrf" value="{}"/>'
    before, fake.behave = fake.behave, lambda request: page(request, field.format(request["session"]["csrf"]))
    text = browser.get("/").text
    fake.behave = before
    return token_of(text)
