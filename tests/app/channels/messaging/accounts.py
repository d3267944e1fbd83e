"""An account of a bot on a messaging channel, and the provider in place of all of them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete

from app.core.db.base import db
from app.core.jobs import Job
from tests.app.channels.messaging.provider import ACCOUNTS, SECRETS, Provider, provider_on_loopback, signed
from tests.app.channels.talking import DESK
from tests.factories.bots import create_bot, publish_bot


@pytest.fixture
def provider(app: Flask) -> Iterator[Provider]:
    """A provider in place of all of them."""
    with provider_on_loopback() as server:
        before = app.config["SETTINGS"]
        app.config["SETTINGS"] = replace(
            before, outgoing_hosts=("127.0.0.1",), graph_api_url=server.url, telegram_api_url=server.url,
            slack_api_url=server.url, twilio_api_url=server.url,
        )  # fmt: skip
        yield server
        app.config["SETTINGS"] = before


class Account:
    """A bot's account on a channel, and the provider that sends to it."""

    def __init__(self, admin: FlaskClient, channel: str, document: dict[str, Any] = DESK, **more: Any) -> None:
        """Publish a bot and add the account."""
        self.admin, self.channel = admin, channel
        self.bot = create_bot(admin, flow=document)
        assert publish_bot(admin, self.bot).status_code == 201
        # Phrases are enough; a job would wait for a process that trains.
        db.session.execute(delete(Job).where(Job.kind == "train_bot"))
        db.session.commit()
        body = {"channel": channel, "account": ACCOUNTS[channel], "environment": "live",
                "credentials": SECRETS[channel]} | more  # fmt: skip
        self.created = admin.post(f"/api/v1/bots/{self.bot}/deployments", json=body)
        assert self.created.status_code == 201, self.created.text
        self.id = self.created.json["id"]
        self.path = f"/api/v1/bots/{self.bot}/deployments/{self.id}"
        self.hook = f"/hooks/{channel}/{self.id}"

    def act(self, event: str) -> Any:
        """Take the account on by an event."""
        return self.admin.post(f"{self.path}/{event}")

    def connect(self) -> "Account":
        """Verify and enable it."""
        assert self.act("verify").json["state"] == "verified"
        assert self.act("enable").json["state"] == "connected"
        return self

    def send(self, client: FlaskClient, body: bytes, **more: Any) -> Any:
        """Send what the provider sends."""
        headers = signed(self.channel, body, url=f"http://localhost{self.hook}")
        return client.post(self.hook, data=body, headers=headers | more)

    def state(self) -> str:
        """The state it is in."""
        return str(self.admin.get(self.path).json["state"])

    def events(self) -> list[dict[str, Any]]:
        """What has arrived, the oldest first."""
        return list(reversed(self.admin.get(f"{self.path}/events").json["items"]))
