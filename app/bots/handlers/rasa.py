"""Rasa's REST channel."""

from typing import Any

import orjson

from app.bots.handlers.asking import Garbage, Handler, HandlerQuestion, Reply, exchange, read_text

PATH = "/webhooks/rest/webhook"


def ask(handler: Handler, question: HandlerQuestion, timeout: float) -> Reply:
    """Ask once; an empty list is no reply, as Rasa answers it to what it failed at, too."""
    base = handler.url.rstrip("/")
    body = {
        "sender": question.sender,
        "message": question.text,
        "metadata": {
            "bot_version": question.version, "channel": question.channel, "session_id": question.session,
            "language": question.language,
        },
    }  # fmt: skip
    headers = {"Authorization": f"Bearer {handler.secret}"} if handler.secret else {}
    url = base if base.endswith(PATH) else base + PATH
    failed, answer = exchange(handler, url, orjson.dumps(body), headers, timeout)
    return failed or Reply(_text_of(answer), status=200)


def _text_of(messages: Any) -> str:
    """The texts of all messages and the titles of their buttons, one a line."""
    if not isinstance(messages, list) or not all(isinstance(message, dict) for message in messages):
        raise Garbage
    lines = []
    for message in messages:
        lines += [read_text(message["text"])] if message.get("text") is not None else []
        buttons = message.get("buttons")
        lines += [f"- {read_text(button.get('title'))}" for button in buttons] if _are_buttons(buttons) else []
    return read_text("\n".join(lines))


def _are_buttons(buttons: Any) -> bool:
    return isinstance(buttons, list) and all(isinstance(button, dict) for button in buttons)
