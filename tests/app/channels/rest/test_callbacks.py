"""Programs of Rasa's callback format: replies go to the address of the token, again where it does not answer."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.rest.callbacks import WAITS
from app.channels.sessions.models import ChannelSession
from app.channels.tokens.models import BotToken
from app.core.clock import now
from app.core.db.base import db
from tests.app.channels.messaging.accounts import provider
from tests.app.channels.messaging.provider import Provider
from tests.app.channels.talking import live
from tests.factories.mail import do_jobs

__all__ = ["provider"]
As = Callable[..., FlaskClient]
WEBHOOK = "/webhooks/callback/webhook"
pytestmark = pytest.mark.both


class CalledProgram:
    """A program with a token of a live bot and an address for its replies."""

    def __init__(self, admin: FlaskClient, client: FlaskClient, url: str | None) -> None:
        self.client, self.bot = client, live(admin)[0]
        body = {"name": "App", "kind": "api", "scopes": ["openai"], "callback_url": url}
        self.token = admin.post(f"/api/v1/bots/{self.bot}/tokens", json=body).json
        self.headers = {"Authorization": f"Bearer {self.token['token']}"}

    def say(self, message: str, key: str = "") -> Any:
        """The answer to a message."""
        headers = self.headers | ({"Idempotency-Key": key} if key else {})
        return self.client.post(WEBHOOK, json={"sender": "s1", "message": message}, headers=headers)


@pytest.fixture
def program(as_: As, client: FlaskClient, provider: Provider) -> CalledProgram:
    """A program that is called at the provider's address."""
    return CalledProgram(as_("admin"), client, f"{provider.url}/replies")


def texts(provider: Provider) -> list[str]:
    """The texts that the program was sent."""
    assert all(path == "/replies" and body["recipient_id"] == "s1" for path, body, _ in provider.calls)
    return [body["text"] for _, body, _ in provider.calls]


def test_replies_go_to_the_address_of_the_token(
    app: Flask, client: FlaskClient, program: CalledProgram, provider: Provider
) -> None:
    assert client.get("/webhooks/callback/").json == {"status": "ok"}
    assert program.token["callback_url"] == f"{provider.url}/replies"
    answer = program.say("Book a service", key="k1")
    assert (answer.status_code, answer.text, answer.mimetype) == (200, "success", "text/plain")
    assert program.say("Book a service", key="k1").text == "success"
    assert provider.calls == []
    do_jobs(app)
    assert texts(provider) == ["Hello", "What next?", "Which day?"]
    assert provider.calls[1][1]["buttons"][0] == {"title": "Book a service", "payload": "book"}
    program.say("tomorrow")
    do_jobs(app)
    assert texts(provider)[-1] == "How was it?"


def test_what_a_person_writes_is_sent_too(as_: As, app: Flask, program: CalledProgram, provider: Provider) -> None:
    admin = as_("admin")
    program.say("person")
    do_jobs(app)
    (handoff,) = admin.get("/api/v1/handoffs").json["items"]
    assert admin.post(f"/api/v1/handoffs/{handoff['id']}/accept").status_code == 200
    admin.post(f"/api/v1/handoffs/{handoff['id']}/messages", json={"text": "Your car is ready."})
    do_jobs(app)
    assert texts(provider)[-1] == "Your car is ready."


def test_a_reply_that_fails_is_sent_again_with_those_after_it(
    app: Flask, program: CalledProgram, provider: Provider
) -> None:
    provider.answers = [(200, {}), (500, {})]
    program.say("Book a service")
    do_jobs(app)
    with time_machine.travel(now() + WAITS[0] + timedelta(seconds=1), tick=True):
        do_jobs(app)
    assert texts(provider) == ["Hello", "What next?", "Which day?", "What next?"]
    provider.calls.clear()
    provider.answers = [(500, {})] * 9
    program.say("tomorrow")
    for number in range(len(WAITS) + 3):
        with time_machine.travel(now() + timedelta(minutes=10 * number), tick=True):
            do_jobs(app)
    assert texts(provider) == ["How was it?"] * (len(WAITS) + 1)


def test_a_token_without_an_address_or_revoked_sends_nothing(
    as_: As, app: Flask, program: CalledProgram, provider: Provider
) -> None:
    admin = as_("admin")
    program.say("Book a service")
    row = db.session.get_one(BotToken, int(program.token["id"]))
    row.revoked_at = now()
    db.session.commit()
    do_jobs(app)
    assert provider.calls == [] and db.session.scalars(select(ChannelSession)).first() is not None
    tokens = f"/api/v1/bots/{program.bot}/tokens"
    without = admin.post(tokens, json={"name": "N", "kind": "api", "scopes": ["openai"], "callback_url": ""})
    assert without.status_code == 201 and without.json["callback_url"] is None
    program.headers = {"Authorization": f"Bearer {without.json['token']}"}
    assert (program.say("hi").status_code, program.say("hi").json["code"]) == (409, "no_callback")
    for body in ({"kind": "web", "callback_url": "https://a.example"}, {"kind": "api", "scopes": ["openai"],
                 "callback_url": "ftp://a.example"}, {"kind": "api", "scopes": ["openai"],
                 "callback_url": "http://10.0.0.1/"}):  # fmt: skip
        answer = admin.post(tokens, json={"name": "N"} | body)
        assert answer.status_code == 422 and "callback_url" in answer.json["errors"], answer.text
