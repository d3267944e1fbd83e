"""What has changed in a report since an answer its reader has kept, as a JSON patch of RFC 6902."""

import hashlib
import zlib
from collections.abc import Hashable, Iterator
from typing import Any

import orjson

from app.core.db.tenancy import bound_workspace, current_scope
from app.core.lru import Recent

JSON_PATCH = "application/json-patch+json"
LARGEST = 1024 * 1024
"""Bytes of an answer that is remembered."""
_answers: Recent[tuple[Hashable, ...], bytes] = Recent(256)
"""Answers of this process by who may see them and their watermark, compressed."""


def with_watermark(document: dict[str, Any]) -> bytes:
    """Return a document as JSON with its watermark, and remember it for readers who ask what has changed since."""
    watermark = hashlib.sha256(orjson.dumps(document)).hexdigest()[:24]
    body = orjson.dumps(document | {"watermark": watermark})
    if len(body) <= LARGEST:
        _answers.put(_key(watermark), zlib.compress(body, 1))
    return body


def changes_since(watermark: str, body: bytes) -> bytes | None:
    """Return what turns the answer of a watermark into another one; None where it is unknown or that saves nothing."""
    kept = _answers.get(_key(watermark))
    if kept is None:
        return None
    patch = orjson.dumps(list(_replacements("", orjson.loads(zlib.decompress(kept)), orjson.loads(body))))
    return patch if len(patch) < len(body) // 2 else None


def _key(watermark: str) -> tuple[Hashable, ...]:
    return bound_workspace(), current_scope(), watermark


def _replacements(path: str, before: Any, now: Any) -> Iterator[dict[str, Any]]:
    """Replace the smallest parts that differ: a list of another length, or an object of other keys, as a whole."""
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() == now.keys():
        for name, value in now.items():
            yield from _replacements(f"{path}/{_escaped(name)}", before[name], value)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for place, pair in enumerate(zip(before, now, strict=True)):
            yield from _replacements(f"{path}/{place}", *pair)
    elif type(before) is not type(now) or before != now:
        yield {"op": "replace", "path": path, "value": now}


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
