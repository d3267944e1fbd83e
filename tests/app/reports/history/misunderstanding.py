"""A turn that a bot did not understand, and fixing it."""

from typing import Any

from flask.testing import FlaskClient

from tests.app.channels.talking import Visitor, live


def misunderstood(admin: FlaskClient, client: FlaskClient) -> tuple[str, str]:
    """A bot, and a conversation whose second turn it did not understand."""
    bot, token = live(admin)
    visitor = Visitor(client, token)
    visitor.choose("book")
    visitor.say("till when are the gates open")
    (row,) = admin.get("/api/v1/conversations?r=today").json["items"]
    return bot, row["id"]


def fix(person: FlaskClient, conversation: str, number: int, intent: str = "hours.ask") -> Any:
    """Say what a turn should have been."""
    return person.post(f"/api/v1/conversations/{conversation}/turns/{number}/fix", json={"intent": intent})
