"""A bot on a telephone number, and a provider that signs what it sends."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete

from app.channels.messaging.adapters.twilio import signature, signed_text
from app.core.db.base import db
from app.core.jobs import Job
from tests.app.channels.messaging.provider import Provider, provider_on_loopback
from tests.app.channels.talking import DESK
from tests.factories.bots import create_bot, publish_bot

NUMBER, CALLER, AUTH_TOKEN = "+912068124410", "+919822014422", "12345"
HOST = "http://localhost"
URL = re.compile(r'action="([^"]+)"')
TRANSFER = {"transfer_number": "+912067124400"}
FLOW = DESK | {"languages": ["en"]}


@pytest.fixture
def provider(app: Flask) -> Iterator[Provider]:
    """A provider whose API is on loopback."""
    with provider_on_loopback() as server:
        before = app.config["SETTINGS"]
        app.config["SETTINGS"] = replace(before, outgoing_hosts=("127.0.0.1",), twilio_api_url=server.url)
        yield server
        app.config["SETTINGS"] = before


class Number:
    """A number of a live bot."""

    def __init__(self, admin: FlaskClient, document: dict[str, Any] = FLOW, **voice: Any) -> None:
        """Publish a bot, set its voice and connect a number."""
        self.admin = admin
        self.bot = create_bot(admin, flow=document)
        assert publish_bot(admin, self.bot).status_code == 201
        db.session.execute(delete(Job).where(Job.kind == "train_bot"))
        db.session.commit()
        self.voice = f"/api/v1/bots/{self.bot}/voice"
        if voice:
            self.set(**voice)
        body = {"channel": "voice", "account": NUMBER, "environment": "live", "credentials": {"auth_token": AUTH_TOKEN}}
        created = admin.post(f"/api/v1/bots/{self.bot}/deployments", json=body)
        assert created.status_code == 201, created.text
        self.id = created.json["id"]
        self.path, self.hook = f"/api/v1/bots/{self.bot}/deployments/{self.id}", f"/hooks/voice/{self.id}"

    def set(self, **values: Any) -> Any:
        """Change the voice."""
        revision = self.admin.get(self.voice).headers["ETag"]
        answer = self.admin.put(self.voice, json=values, headers={"If-Match": revision})
        assert answer.status_code == 200, answer.text
        return answer.json

    def connect(self) -> "Number":
        """Have a signed call verify it, and enable it."""
        assert self.call("CA-first").status_code == 200
        assert self.admin.get(self.path).json["state"] == "verified"
        assert self.admin.post(f"{self.path}/enable").status_code == 200
        return self

    def send(self, path: str, fields: dict[str, str], *, sign: str = AUTH_TOKEN) -> Any:
        """Send a signed form."""
        signed = signature(sign, signed_text(f"{HOST}{path}", {name: [value] for name, value in fields.items()}))
        return self.admin.application.test_client().post(
            path, data=urlencode(fields), content_type="application/x-www-form-urlencoded",
            headers={"X-Twilio-Signature": signed},
        )  # fmt: skip

    def call(self, sid: str, **more: str) -> Any:
        """Begin a call."""
        fields = {"CallSid": sid, "AccountSid": "AC1", "From": CALLER, "To": NUMBER, "CallStatus": "ringing",
                  "Direction": "inbound", "ApiVersion": "2010-04-01"} | more  # fmt: skip
        return self.send(self.hook, fields)

    def end(self, sid: str, **more: str) -> Any:
        """Say that a call is over."""
        return self.send(f"{self.hook}/status", {"CallSid": sid, "CallStatus": "completed"} | more)


class Caller:
    """A person who calls a number."""

    def __init__(self, number: Number, sid: str = "CA1", **more: str) -> None:
        """Call."""
        self.number, self.sid = number, sid
        answer = number.call(sid, **more)
        assert answer.status_code == 200, answer.text
        self.twiml = answer.text

    @property
    def next(self) -> str:
        """Where the next request goes."""
        match = URL.search(self.twiml)
        assert match is not None, self.twiml
        return match[1].replace("&amp;", "&")

    def send(self, path: str | None = None, **fields: str) -> str:
        """Send a request of the call; returns what is answered."""
        answer = self.number.send(path or self.next, {"CallSid": self.sid} | fields)
        assert answer.status_code == 200 and answer.mimetype == "text/xml", answer.text
        self.twiml = answer.text
        return self.twiml

    def say(self, text: str, confidence: str = "0.9") -> str:
        """Say something."""
        return self.send(SpeechResult=text, Confidence=confidence)

    def press(self, keys: str) -> str:
        """Press keys."""
        return self.send(Digits=keys)

    def wait(self) -> str:
        """Say nothing."""
        return self.send()

    @property
    def has_ended(self) -> bool:
        """Whether the bot has hung up."""
        return "<Gather" not in self.twiml and "<Hangup/>" in self.twiml
