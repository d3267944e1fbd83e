"""SMS by Twilio: what a form says, what becomes of a text that was sent, and offers that write first."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.channels.messaging import outreach, statuses
from app.channels.messaging.adapters import ADAPTERS
from app.channels.messaging.adapters.contract import Outgoing, UnreadableRequest
from app.channels.messaging.models import SentMessage
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import ACCOUNTS, SECRETS, Provider, signed, sms
from tests.app.channels.talking import DESK
from tests.factories.mail import do_jobs

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
SMS, PUBLIC = ADAPTERS["sms"], "https://parley.example"


@pytest.fixture
def public(app: Flask, provider: Provider) -> Iterator[None]:
    """An installation that providers can reach."""
    before = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(before, public_url=PUBLIC)
    yield
    app.config["SETTINGS"] = before


def report(client: FlaskClient, callback: str, key: str, status: str, **more: str) -> int:
    """Have the provider say at a callback what became of a message; return how that is answered."""
    fields = {"MessageSid": key, "MessageStatus": status, "From": ACCOUNTS["sms"], "To": "+919845011223"}
    body = urlencode(fields | more).encode()
    path = callback.removeprefix(PUBLIC)
    answer = client.post(path, base_url=PUBLIC, data=body, headers=signed("sms", body, url=callback))
    return int(answer.status_code)


def test_a_form_is_a_text_a_picture_or_of_another_channel() -> None:
    (text,) = SMS.read(sms("Book a service", "SM1"), {})
    assert (text.kind, text.ext_id, text.ext_user, text.text) == ("text", "SM1", "919845011223", "Book a service")
    (picture,) = SMS.read(sms("", "SM2", NumMedia="1", MediaUrl0="https://a/x", MediaContentType0="image/jpeg"), {})
    assert picture.kind == "media" and [medium["url"] for medium in picture.media] == ["https://a/x"]
    assert SMS.read(sms("hi", "SM3", From="whatsapp:+919845011223"), {})[0].kind == "ignored"
    assert SMS.read(sms("", "SM4"), {})[0].kind == "unsupported"
    for broken in (sms("hi", ""), sms("hi", "SM5", From=""), b"{}", b"\xff"):
        with pytest.raises(UnreadableRequest):
            SMS.read(broken, {})


def test_our_credentials_are_for_the_providers_pictures_only() -> None:
    own = SMS.download({"url": "https://t.example/2010-04-01/x"}, {}, SECRETS["sms"], "https://t.example")
    assert own is not None and own.headers["Authorization"].startswith("Basic ")
    for url in ("https://t.example.evil/x", "http://t.example/x", ""):
        assert SMS.download({"url": url}, {}, SECRETS["sms"], "https://t.example") is None


@pytest.mark.usefixtures("public")
def test_a_text_is_followed_until_it_has_arrived(as_: As, app: Flask, client: FlaskClient, provider: Provider) -> None:
    account = Account(as_("admin"), "sms").connect()
    body = sms("when are you open", "SMa")
    headers = signed("sms", body, url=f"{PUBLIC}{account.hook}")
    assert client.post(account.hook, base_url=PUBLIC, data=body, headers=headers).status_code == 200
    do_jobs(app)
    sent = provider.sent()
    assert {(message["To"], message["From"]) for message in sent} == {("+919845011223", ACCOUNTS["sms"])}
    assert {message["StatusCallback"] for message in sent} == {f"{PUBLIC}{account.hook}"}
    first, second = db.session.scalars(select(SentMessage).order_by(SentMessage.position)).all()[:2]
    keys = str(first.ext_id), str(second.ext_id)
    assert report(client, sent[0]["StatusCallback"], keys[0], "queued") == 200
    assert report(client, sent[0]["StatusCallback"], keys[0], "delivered") == 200
    assert report(client, sent[0]["StatusCallback"], keys[1], "undelivered", ErrorCode="30005") == 200
    do_jobs(app)
    states = {row.ext_id: (row.state, row.code) for row in db.session.scalars(select(SentMessage)).all()}
    assert (states[keys[0]][0], states[keys[1]]) == ("delivered", ("failed", "30005"))


@pytest.mark.usefixtures("public")
def test_an_account_writes_first_and_hears_of_what_others_have_it_send(
    as_: As,
    app: Flask,
    client: FlaskClient,
    provider: Provider,
    workspace: Workspace,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    account = Account(as_("admin"), "sms").connect()
    reports: list[tuple[Any, ...]] = []
    monkeypatch.setattr(statuses, "note_report", lambda _row, *more: reports.append(more[:3]))
    with app.test_request_context(), within(workspace.id):
        assert outreach.writing_obstacle(int(account.id), "919845011223") == ""
        assert outreach.send_text(int(account.id), "919845011223", "Hello", "offer:7").ok
    (message,) = provider.sent()
    assert (message["To"], message["Body"]) == ("+919845011223", "Hello")
    assert report(client, message["StatusCallback"], "SM1", "delivered") == 200
    do_jobs(app)
    assert reports == [("offer:7", "delivered", "")]


def test_a_bot_knows_the_number_it_is_texted_from(as_: As, app: Flask, client: FlaskClient, provider: Provider) -> None:
    hello = DESK["nodes"]["hello"] | {"text": {"en": "We call {{contact.phone}}."}}
    account = Account(as_("admin"), "sms", DESK | {"nodes": DESK["nodes"] | {"hello": hello}}).connect()
    assert account.send(client, sms("hello", "SMb")).status_code == 200
    do_jobs(app)
    assert "We call +919845011223." in [message["Body"] for message in provider.sent()]


def test_without_a_public_address_no_report_is_asked_for() -> None:
    call = SMS.write(Outgoing("Hi", reference="7"), "56767", "+912068124410", SECRETS["sms"], "https://t.example")
    assert call.body == {"To": "56767", "From": "+912068124410", "Body": "Hi"}
    assert call.url == "https://t.example/2010-04-01/Accounts/AC1/Messages.json"
