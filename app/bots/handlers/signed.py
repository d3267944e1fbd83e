"""Any address that answers JSON: what it is sent is signed as webhooks are."""

from typing import Any

import orjson

from app.bots.handlers.asking import Garbage, Handler, Question, Reply, exchange, said
from app.core import clock
from app.core.http import signatures


def ask(handler: Handler, question: Question, timeout: float) -> Reply:
    """Ask once, under a key that stays the same when it is asked again; no content is no reply."""
    body = orjson.dumps(
        {
            "id": question.id, "text": question.text, "language": question.language, "sender": question.sender,
            "channel": question.channel, "session": question.session, "version": question.version,
        }
    )  # fmt: skip
    at = int(clock.now().timestamp())
    headers = {
        "Idempotency-Key": question.id,
        signatures.TIMESTAMP: str(at),
        signatures.HEADER: signatures.sign(handler.secret, body, at),
    }
    failed, found = exchange(handler, handler.url, body, headers, timeout)
    return failed or Reply(_text_of(found), status=200)


def _text_of(found: Any) -> str:
    """The text, or nothing."""
    if found is None:
        return ""
    if not isinstance(found, dict) or "text" not in found:
        raise Garbage
    return "" if found["text"] is None else said(found["text"])
