"""Answers to a page's needs: GETs of our own API, made in this process as the present visitor."""

import io
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes

import orjson
from flask import Flask, current_app, g, request
from flask_smorest import Blueprint as ApiBlueprint
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from app.core.http.concurrency import ends_by
from app.core.security.nested import nest
from app.core.security.operations import Operation, operation_of

MAX_NEEDS = 12
MAX_ROUNDS = 4
MAX_PATH = 4000
RenderResult = dict[str, Any]
WSGIEnvironment = dict[str, Any]

# A need is a plain question: nothing of the outer request's body, cache conditions or ranges goes along.
_DROPPED = (
    "CONTENT_TYPE",
    "CONTENT_LENGTH",
    "HTTP_TRANSFER_ENCODING",
    "HTTP_CONTENT_ENCODING",
    "HTTP_EXPECT",
    "HTTP_IF_MATCH",
    "HTTP_IF_NONE_MATCH",
    "HTTP_IF_MODIFIED_SINCE",
    "HTTP_IF_UNMODIFIED_SINCE",
    "HTTP_IF_RANGE",
    "HTTP_RANGE",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_X_HTTP_METHOD_OVERRIDE",
    "HTTP_IDEMPOTENCY_KEY",
    "HTTP_UPGRADE",
    "wsgi.input_terminated",
)


_JSON = re.compile(r"application/(?:[a-z]+\+)?json(?:;|$)")


@dataclass(frozen=True, slots=True)
class CallResult:
    """What one of our own calls answered."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def data(self) -> Any:
        """The body as JSON; None when it is none."""
        try:
            return orjson.loads(self.body) if self.body else None
        except orjson.JSONDecodeError:
            return None

    @property
    def embedded(self) -> orjson.Fragment | None:
        """The body as it is, for JSON made of it; None when it is none."""
        kind = next((value for name, value in self.headers if name == "Content-Type"), "")
        return orjson.Fragment(self.body) if self.body and _JSON.match(kind) else None


def environ_for(path: str, method: str, outer: WSGIEnvironment, locale: str = "") -> WSGIEnvironment:
    """The visitor's own environ, aimed at another address, without the outer body, in the page's language."""
    bare, _, query = path.partition("?")
    environ = {
        key: value
        for key, value in outer.items()
        if key not in _DROPPED and not key.startswith(("werkzeug.", "gunicorn."))
    }
    environ.update(
        REQUEST_METHOD=method,
        PATH_INFO=unquote_to_bytes(bare).decode("latin-1"),
        QUERY_STRING=query,
        RAW_URI=path,
        REQUEST_URI=path,
        HTTP_ACCEPT="application/json",
        HTTP_X_REQUEST_ID=g.get("request_id", ""),
        CONTENT_LENGTH="0",
    )
    if locale:
        environ["HTTP_ACCEPT_LANGUAGE"] = locale
    environ["wsgi.input"] = io.BytesIO()
    nest(environ, g.visitor)
    return environ


def find_operation(app: Flask, path: str, method: str) -> Operation | None:
    """Return the operation of our API at an address; None where there is none."""
    bare = path.partition("?")[0]
    if not bare.startswith("/") or len(path) > MAX_PATH or "#" in path:
        return None
    decoded = unquote_to_bytes(bare).decode("utf-8", "replace")
    try:
        endpoint, _ = app.url_map.bind("localhost").match(decoded, method)
    except (HTTPException, RequestRedirect):
        return None
    blueprint = app.blueprints.get(str(endpoint).rpartition(".")[0])
    return operation_of(app.view_functions[endpoint]) if isinstance(blueprint, ApiBlueprint) else None


def call(environ: WSGIEnvironment) -> CallResult:
    """Run one request through our own application, from routing to error shape."""
    started = g.get("started")
    response = Response.from_app(current_app.wsgi_app, environ, buffered=True)
    if started is not None:
        # Nested requests share our `g`; the outer one's stopwatch must not start over.
        g.started = started
    return CallResult(response.status_code, list(response.headers.items()), response.get_data())


def answer(path: str, locale: str = "") -> RenderResult:
    """The API's answer to one GET: `{status, body}`; a path that is no API call of ours is 404."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    if find_operation(app, path, "GET") is None:
        return {"status": 404, "body": {"status": 404, "code": "not_found", "detail": "This call does not exist."}}
    called = call(environ_for(path, "GET", request.environ, locale))
    if called.status < 400 and ("Cache-Control", "no-store") in called.headers:
        g.holds_secrets = True
    wait = next((value for name, value in called.headers if name == "Retry-After"), None)
    if wait is not None:
        g.retry_after = wait
    return {"status": called.status, "body": called.embedded}


def answer_all(paths: Iterable[str], until: float, locale: str) -> dict[str, RenderResult]:
    """The answers to several needs; those not begun by `until` (monotonic seconds) are 503."""
    answers: dict[str, RenderResult] = {}
    for path in paths:
        if time.monotonic() > until:
            answers[path] = {"status": 503, "body": {"status": 503, "code": "unavailable", "detail": "Took too long."}}
        else:
            with ends_by(until):
                answers[path] = answer(path, locale)
    return answers
