"""Rasa's REST channel."""

from typing import Any

import orjson

from app.bots.handlers.asking import Garbage, Handler, Question, Reply, exchange, said

PATH = "/webhooks/rest/webhook"


def ask(handler: Handler, question: Question, timeout: float) -> Reply:
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
    failed, found = exchange(handler, url, orjson.dumps(body), headers, timeout)
    return failed or Reply(_text_of(found), status=200)


def _text_of(found: Any) -> str:
    """The texts of all messages and the titles of their buttons, one a line."""
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise Garbage
    lines = []
    for one in found:
        lines += [said(one["text"])] if one.get("text") is not None else []
        buttons = one.get("buttons")
        lines += [f"- {said(button.get('title'))}" for button in buttons] if _are_buttons(buttons) else []
    return said("\n".join(lines))


def _are_buttons(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(one, dict) for one in found)
