"""Flows, bots made from them by their calls, and the runs of their cases."""

import io
from typing import Any

from flask.testing import FlaskClient

from app.bots.catalog.flows import set_flow
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.bots.catalog.versions import publish
from app.bots.templates import document_of
from app.clients.models import Client
from app.core.db.base import db

BOTS = "/api/v1/bots"
PART_ID = 7_300_000_001
"""The name of a node, an intent and an entity of the flow that `publish_template` publishes."""
SMALL_FLOW: dict[str, Any] = {
    "format": "parley-flow/1",
    "languages": ["en"],
    "start": "hello",
    "nodes": {
        "hello": {"type": "message", "text": {"en": "Hello"}, "next": "booked"},
        "booked": {"type": "goal", "name": "booked", "next": "bye"},
        "bye": {"type": "end", "text": {"en": "Bye"}},
    },
}
BILINGUAL_FLOW: dict[str, Any] = {
    "format": "parley-flow/1",
    "languages": ["en", "hi"],
    "start": "hello",
    "entities": {"model": {"values": {"vela": {"en": ["Vela"]}}}},
    "intents": {"book": {"goto": "menu", "phrases": {"en": ["book a service"]}}},
    "fallback": {"times": 2, "text": {"en": "Sorry?", "hi": "क्या?"}, "then": "bye"},
    "nodes": {
        "hello": {"type": "message", "text": {"en": "Hello", "hi": "नमस्ते"}, "next": "menu"},
        "menu": {
            "type": "choice",
            "text": {"en": "What?", "hi": "क्या?"},
            "options": [
                {"id": "car", "label": {"en": "Car", "hi": "गाड़ी"}, "next": "ask"},
                {"id": "bye", "label": {"en": "Bye", "hi": "विदा"}, "next": "bye"},
            ],
        },
        "ask": {"type": "input", "kind": "one_of", "entity": "model", "text": {"en": "Which?", "hi": "कौन?"},
                "save": "model", "next": "bye", "retry": {"times": 2, "then": "menu"}},
        "bye": {"type": "end", "text": {"en": "Bye", "hi": "विदा"}},
    },
}  # fmt: skip
QUESTIONS_FLOW: dict[str, Any] = SMALL_FLOW | {
    "intents": {
        "book": {"goto": "booked", "phrases": {"en": ["book a service", "service my car", "my car needs a service"]}},
        "cost": {"goto": "bye", "phrases": {"en": ["what does it cost", "price please", "how much is it"]}},
    },
    "entities": {"model": {"values": {"vela": {"en": ["Vela"]}}}},
    "knowledge": [{"question": {"en": "Do you wash cars?"}, "answer": {"en": "We do."}}],
}
BOOKING_FLOW: dict[str, Any] = SMALL_FLOW | {
    "nodes": {
        "hello": {"type": "message", "text": {"en": "Hello {{contact.first_name}}"}, "next": "ask"},
        "ask": {"type": "input", "kind": "date", "text": {"en": "Which day?"}, "save": "day", "next": "call"},
        "call": {
            "type": "call", "method": "POST", "url": "http://127.0.0.1:9/bookings", "save": "booking", "timeout_s": 1,
            "next": "booked", "failed": "failed",
        },
        "booked": {"type": "goal", "name": "booked", "next": "bye"},
        "failed": {"type": "message", "text": {"en": "That failed."}, "next": "ask"},
        "bye": {"type": "end", "text": {"en": "Bye"}},
    },
    "knowledge": [{"question": {"en": "Do you wash cars?"}, "answer": {"en": "We do."}}],
}  # fmt: skip


def add_bot(client: Client, name: str) -> Bot:
    """Add a bot of a client."""
    row = Bot(client_id=client.id, name=name, name_key=name.lower(), group="service")
    db.session.add(row)
    db.session.flush()
    return row


def create_bot(person: FlaskClient, **more: Any) -> str:
    """Create a bot from a document; return its id."""
    answer = person.post(BOTS, json={"name": "Desk", "group": "service", "flow": SMALL_FLOW} | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


def put_flow(person: FlaskClient, bot_id: str, document: Any, revision: object = 1) -> Any:
    """Store a working copy on top of a revision."""
    return person.put(f"{BOTS}/{bot_id}/flow", json=document, headers={"If-Match": f'"{revision}"'})


def publish_bot(person: FlaskClient, bot_id: str, **more: Any) -> Any:
    """Publish the working copy."""
    return person.post(f"{BOTS}/{bot_id}/publish", json={"note": "First words"} | more)


def publish_template(bot_id: int) -> int:
    """Give a bot a flow and publish it; return its id."""
    bot = get_bot(bot_id)
    document = document_of("service-booking", "en")
    document["nodes"][str(PART_ID)] = {"type": "end"}
    document["intents"][str(PART_ID)] = {"goto": "hello"}
    document["entities"][str(PART_ID)] = {"values": {}}
    set_flow(bot, document, None)
    publish(bot, note="First", live=True, user_id=None, user_name="Asha")
    db.session.commit()
    return bot_id


def cases_url(bot: str, *more: object) -> str:
    """Return an address of a bot's cases."""
    return "/".join([f"/api/v1/bots/{bot}/cases", *map(str, more)])


def run_cases(person: FlaskClient, bot: str, **more: Any) -> dict[str, Any]:
    """Run the cases of a bot."""
    answer = person.post(cases_url(bot, "run"), json=more)
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def upload_bot(person: FlaskClient, name: str, content: bytes) -> Any:
    """Send a file of a bot to be looked into."""
    return person.post("/api/v1/bot-files", data={"file": (io.BytesIO(content), name)})
