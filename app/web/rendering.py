"""One page, in rounds: ask the renderer, answer its needs, ask again, until there is a page or a redirect.

Needs are GETs of our own API, made in this process as the present visitor.
"""

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
from app.core.http.safe_redirect import safe_next
from app.core.security.nested import nest
from app.core.security.operations import Operation, operation_of
from app.web.page_context import PageContext
from app.web.site import Site, key_of
from app.web.worker import RENDERS, Budget, Redirect, RenderedPage, RenderFailure

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
    result = call(environ_for(path, "GET", request.environ, locale))
    if result.status < 400 and ("Cache-Control", "no-store") in result.headers:
        g.holds_secrets = True
    wait = next((value for name, value in result.headers if name == "Retry-After"), None)
    if wait is not None:
        g.retry_after = wait
    return {"status": result.status, "body": result.embedded}


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


ANSWER_SECONDS = 10.0


def render(
    site: Site,
    url: str,
    context: PageContext,
    *,
    form: dict[str, Any] | None = None,
    answers: dict[str, RenderResult] | None = None,
) -> RenderedPage | Redirect:
    """The page of an address; raises RenderFailure when the renderer does not bring it in time.

    What it asks for beyond the given answers is added to them.
    The renderer's own time is bounded by one budget over all rounds, the API's by another.
    """
    key = key_of(url, context, form)
    if site.held.has(key):
        raise RenderFailure("held", url.partition("?")[0])
    budget = Budget(site.settings.ssr_timeout_ms / 1000)
    until = time.monotonic() + ANSWER_SECONDS
    results = {} if answers is None else answers
    for _ in range(MAX_ROUNDS):
        body = {"build": site.table.build, "url": url, "session": context, "answers": results, "form": form}
        try:
            with RENDERS.time():
                outcome = site.renderer.render(body, budget)
        except RenderFailure as failure:
            if failure.holds:
                site.held.add(key)
            raise
        needs = outcome.get("needs")
        if needs is None:
            return _outcome(outcome)
        results.update(answer_all(_check_needs(needs, results), until, context["locale"]))
    raise RenderFailure("limits", f"{url.partition('?')[0]} still needs something after {MAX_ROUNDS} rounds")


def _check_needs(needs: Any, results: dict[str, RenderResult]) -> list[str]:
    """The new needs of a round; raises RenderFailure when they are not a short list of paths."""
    if not isinstance(needs, list) or not all(isinstance(need, str) for need in needs):
        raise RenderFailure("garbage", "needs are not a list of paths")
    new = [need for need in dict.fromkeys(needs) if need not in results]
    if len(new) > MAX_NEEDS:
        raise RenderFailure("limits", f"{len(new)} needs in one round")
    return new


def _outcome(outcome: dict[str, Any]) -> RenderedPage | Redirect:
    """The page or redirect in an answer; raises RenderFailure when it is neither."""
    redirect, page = outcome.get("redirect"), outcome.get("page")
    if isinstance(redirect, dict):
        return Redirect(303, safe_next(str(redirect.get("to", ""))))
    try:
        rendered = RenderedPage(**{key: page[key] for key in RenderedPage.__slots__})  # type: ignore[index]
    except (TypeError, KeyError):
        raise RenderFailure("garbage", "neither needs, redirect nor page") from None
    texts = (rendered.title, rendered.head, rendered.html, rendered.page)
    if not (isinstance(rendered.status, int) and 200 <= rendered.status <= 599):
        raise RenderFailure("garbage", f"status {rendered.status!r}")
    if not all(isinstance(text, str) for text in texts) or not isinstance(rendered.state, dict):
        raise RenderFailure("garbage", "a page of other types")
    return rendered
