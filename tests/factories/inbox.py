"""Hand-offs: visitors who wait for an agent."""

from typing import Any

from flask.testing import FlaskClient

from app.core.db.base import db
from app.inbox.service import request as request_person
from tests.app.channels.talking import Visitor, live, texts

HANDOFFS = "/api/v1/handoffs"


def request_agent(admin: FlaskClient, client: FlaskClient) -> tuple[Visitor, dict[str, Any]]:
    """Let a visitor ask for an agent; return the visitor and the hand-off."""
    visitor = Visitor(client, live(admin)[1], user={"attrs": {"name": "Kavita Bhosale"}})
    assert texts(visitor.choose("person")) == ["One moment."]
    (item,) = admin.get(HANDOFFS).json["items"]
    return visitor, item


def add_handoff(ids: dict[str, int]) -> int:
    """Hand a conversation over to an agent; return the id of the hand-off."""
    row = request_person(
        bot_id=ids["bot_id"], conversation_id=ids["conversation_id"], session_id=1, channel="web", queue="service"
    )
    db.session.commit()
    return row.id
