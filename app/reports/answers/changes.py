"""What has changed in a report since an answer its reader has kept, as a JSON patch of RFC 6902."""

import hashlib
from collections.abc import Iterator
from typing import Any

import orjson

from app.reports.answers.answer_store import get_answer

JSON_PATCH = "application/json-patch+json"


def with_watermark(document: dict[str, Any]) -> tuple[bytes, str]:
    """Return a document as JSON with its watermark, and that: readers ask by it what has changed since."""
    body = orjson.dumps(document)
    watermark = hashlib.sha256(body).hexdigest()[:24]
    body = b'%b,"watermark":"%b"}' % (body[:-1], watermark.encode())
    return body, watermark


def changes_since(watermark: str, body: bytes) -> bytes | None:
    """Return what turns the answer of a watermark into another one; None where it is unknown or that saves nothing."""
    earlier = get_answer(watermark)
    if earlier is None:
        return None
    patch = orjson.dumps(list(_replacements("", orjson.loads(earlier.body), orjson.loads(body))))
    return patch if len(patch) < len(body) // 2 else None


def _replacements(path: str, before: Any, now: Any) -> Iterator[dict[str, Any]]:
    """Replace the smallest parts that differ: a list of another length, or an object of other keys, as a whole."""
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() == now.keys():
        for name, value in now.items():
            yield from _replacements(f"{path}/{_escape(name)}", before[name], value)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for place, pair in enumerate(zip(before, now, strict=True)):
            yield from _replacements(f"{path}/{place}", *pair)
    elif type(before) is not type(now) or before != now:
        yield {"op": "replace", "path": path, "value": now}


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
