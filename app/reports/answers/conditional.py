"""How reading calls answer: documents a reader may keep and ask about again, and files to save."""

import hashlib
from collections.abc import Callable, Hashable
from typing import Any

import orjson
from flask import Response, request

from app.core.db.tenancy import bound_workspace, current_scope
from app.core.http.concurrency import SHARED_REPORTS
from app.core.languages import reading_language
from app.reports.answers.changes import JSON_PATCH, changes_since


def computed_once(compute: Callable[[], dict[str, Any]], *query: Hashable) -> bytes:
    """Return a document made in turn, once for all readers of the same scope who ask the same at the time."""
    key = bound_workspace(), current_scope(), reading_language(), *query
    body: bytes = SHARED_REPORTS.run(key, lambda: orjson.dumps(compute()))
    return body


def changed_since(watermark: str, body: bytes) -> Response:
    """Answer what has changed since a watermark, or the whole report where that is unknown or would save nothing."""
    patch = changes_since(watermark, body) if watermark else None
    return revalidate(body) if patch is None else revalidate(patch, JSON_PATCH)


def attach_file(content: bytes, content_type: str, name: str) -> Response:
    """Answer a file to save."""
    response = Response(content, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def revalidate(document: dict[str, Any] | bytes, content_type: str = "application/json") -> Response:
    """The document, or its JSON, with a weak ETag, or 304 when the reader has it already.

    The tag is taken over the document, which carries the watermark: sessions that end by timeout and buckets
    that become final change it without any event coming in.
    """
    body = document if isinstance(document, bytes) else orjson.dumps(document)
    response = Response(body, content_type=content_type)
    response.set_etag(hashlib.sha256(body).hexdigest()[:24], weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Cookie", "Accept-Language"))
    response.make_conditional(request)
    return response
