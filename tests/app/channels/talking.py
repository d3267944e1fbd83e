"""A small bot on a web page, and a visitor who talks to it over the channel's own calls."""

import uuid
from typing import Any

from flask.testing import FlaskClient

from tests.factories.bots import SMALL_FLOW, create_bot, publish_bot

ORIGIN = "https://dealer.example"
DESK: dict[str, Any] = SMALL_FLOW | {
    "intents": {"hours.ask": {"goto": "hours", "phrases": {"en": ["when are you open"]}}},
    "fallback": {"times": 1, "text": {"en": "Sorry?"}, "then": "person"},
    "nodes": {
        "hello": {"type": "message", "text": {"en": "Hello {{contact.first_name}}"}, "next": "menu"},
        "menu": {
            "type": "choice", "text": {"en": "What next?"},
            "options": [
                {"id": "book", "label": {"en": "Book a service"}, "next": "ask"},
                {"id": "person", "label": {"en": "A person"}, "next": "person"},
            ],
        },
        "ask": {"type": "input", "kind": "date", "text": {"en": "Which day?"}, "save": "day", "next": "booked"},
        "booked": {"type": "goal", "name": "booked", "next": "rate"},
        "rate": {"type": "rate", "scale": 5, "text": {"en": "How was it?"}, "save": "stars", "next": "bye"},
        "hours": {"type": "message", "text": {"en": "From nine to six."}},
        "person": {
            "type": "handoff", "queue": "service", "text": {"en": "One moment."}, "closed": "bye", "next": "menu",
        },
        "bye": {"type": "end", "text": {"en": "Bye"}},
    },
}  # fmt: skip


def token(admin: FlaskClient, bot: str, **more: Any) -> dict[str, Any]:
    """A web token of a bot for pages of one dealer."""
    body = {"name": "Website", "kind": "web", "origins": [ORIGIN]} | more
    answer = admin.post(f"/api/v1/bots/{bot}/tokens", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


def live(admin: FlaskClient, document: dict[str, Any] = DESK) -> tuple[str, str]:
    """A live bot and its web token."""
    bot = create_bot(admin, flow=document)
    assert publish_bot(admin, bot).status_code == 201
    return bot, str(token(admin, bot)["token"])


class Visitor:
    """A browser on the dealer's page."""

    def __init__(self, client: FlaskClient, public_token: str, **more: Any) -> None:
        """Open a conversation."""
        self.client = client
        body = {"token": public_token, "lang": None, "page_url": f"{ORIGIN}/service?name=x", "vars": {}} | more
        self.opened = client.post("/w/1/sessions", json=body, headers={"Origin": ORIGIN})
        session = self.opened.json
        self.id, self.secret = session.get("session_id"), session.get("secret")
        self.cursor = 0

    @property
    def headers(self) -> dict[str, str]:
        """What every request of the page carries."""
        return {"Authorization": f"Bearer {self.secret}", "Origin": ORIGIN}

    def post(self, body: dict[str, Any]) -> Any:
        """Send a message as it is."""
        return self.client.post(f"/w/1/sessions/{self.id}/messages", json=body, headers=self.headers)

    def say(self, text: str, key: str | None = None) -> Any:
        """Say something; returns the answer."""
        return self.post({"client_msg_id": key or str(uuid.uuid4()), "type": "text", "text": text})

    def choose(self, option: str) -> Any:
        """Choose something; returns the answer."""
        return self.post({"client_msg_id": str(uuid.uuid4()), "type": "choice", "payload": {"id": option}})

    def events(self, after: int = 0) -> list[dict[str, Any]]:
        """What has happened after a cursor."""
        answer = self.client.get(f"/w/1/sessions/{self.id}/events?after={after}", headers=self.headers)
        assert answer.status_code in (200, 204), answer.text
        return list(answer.json["events"]) if answer.status_code == 200 else []


def texts(answer: Any) -> list[str]:
    """What the bot says in an answer."""
    assert answer.status_code in (200, 202), answer.text
    return [event["text"] for event in answer.json["events"] if event["type"] == "message"]
