"""Conversations with working copies of bots."""

from typing import Any

from flask.testing import FlaskClient

SANDBOX = "/api/v1/sandbox"


def open_sandbox(person: FlaskClient, bot: str, **more: Any) -> dict[str, Any]:
    """Open a conversation with the working copy of a bot."""
    answer = person.post(SANDBOX, json={"bot": bot} | more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


def say(person: FlaskClient, sandbox: dict[str, Any], text: str) -> dict[str, Any]:
    """Send a text; return the answer."""
    answer = person.post(f"{SANDBOX}/{sandbox['id']}/messages", json={"text": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def bot_texts(answer: dict[str, Any]) -> list[str]:
    """Return the texts of the bot in an answer."""
    return [message["text"] for message in answer["messages"] if message["speaker"] == "bot"]
