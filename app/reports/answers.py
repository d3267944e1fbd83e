"""How reading calls answer: documents a reader may keep and ask about again, and files to save."""

import hashlib
from collections.abc import Callable, Hashable
from typing import Any

import orjson
from flask import Response, request

from app.core.db.tenancy import bound_workspace, current_scope
from app.core.http.concurrency import SHARED_REPORTS
from app.core.languages import reading_language


def computed_once(compute: Callable[[], dict[str, Any]], *query: Hashable) -> bytes:
    """Return a document made in turn, once for all readers of the same scope who ask the same at the time."""
    key = bound_workspace(), current_scope(), reading_language(), *query
    body: bytes = SHARED_REPORTS.run(key, lambda: orjson.dumps(compute()))
    return body


def revalidated(document: dict[str, Any] | bytes) -> Response:
    """The document, or its JSON, with a weak ETag, or 304 when the reader has it already.

    The tag is taken over the document, which carries the watermark: sessions that end by timeout and buckets
    that become final change it without any event coming in.
    """
    body = document if isinstance(document, bytes) else orjson.dumps(document)
    response = Response(body, content_type="application/json")
    response.set_etag(hashlib.sha256(body).hexdigest()[:24], weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Cookie", "Accept-Language"))
    response.make_conditional(request)
    return response
