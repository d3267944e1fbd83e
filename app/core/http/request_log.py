"""One structured line a request, with an id that travels through Flask, the render worker and back."""

import re
import time
import uuid

import structlog
from flask import Flask, Response, g, request
from prometheus_client import Histogram

from app.core.security.nested import nested_request

REQUESTS = Histogram("http_request_duration_seconds", "Requests by route", ["method", "route", "status"])
_log = structlog.get_logger("request")
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked by machines every few seconds, so that their lines would bury all others."""
# What a client invents must not become a figure of its own.
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_GOOD_ID = re.compile(r"^[A-Za-z0-9_.-]{8,64}$")


def good_id(text: str) -> str:
    """The caller's request id when it is well formed, else a new one."""
    return text if _GOOD_ID.match(text) else uuid.uuid4().hex


def write(method: str, route: str, status: int, seconds: float, **more: str) -> None:
    """One request's line and its place in the figures; a page sent in pieces is timed to its first."""
    REQUESTS.labels(method if method in _METHODS else "other", route, status).observe(seconds)
    if route not in PROBES:
        _log.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), **more)


def register(app: Flask) -> None:
    """Give each outer request its id and write its line when it is answered."""

    @app.before_request
    def _begin() -> None:
        if nested_request() is not None:
            return
        g.request_id = good_id(request.headers.get("X-Request-ID", ""))
        g.started = time.perf_counter()
        structlog.contextvars.bind_contextvars(request_id=g.request_id)

    @app.after_request
    def _end(response: Response) -> Response:
        response.headers["X-Request-ID"] = g.get("request_id", "")
        if nested_request() is None:
            rule = request.url_rule.rule if request.url_rule else "-"
            took = time.perf_counter() - g.get("started", time.perf_counter())
            write(request.method, rule, response.status_code, took)
        return response
