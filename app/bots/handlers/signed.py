"""Any address that answers JSON: what it is sent is signed as webhooks are."""

from typing import Any

import orjson

from app.bots.handlers.asking import Garbage, Handler, HandlerQuestion, Reply, exchange, read_text
from app.core import clock
from app.core.http import signatures


def ask(handler: Handler, question: HandlerQuestion, timeout: float) -> Reply:
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
    failed, answer = exchange(handler, handler.url, body, headers, timeout)
    return failed or Reply(_text_of(answer), status=200)


def _text_of(answer: Any) -> str:
    """The text, or nothing."""
    if answer is None:
        return ""
    if not isinstance(answer, dict) or "text" not in answer:
        raise Garbage
    return "" if answer["text"] is None else read_text(answer["text"])
