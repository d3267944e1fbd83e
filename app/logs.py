"""One structured line a request, with an id that travels through Flask, the render worker and back."""

import logging
import re
import sys
import time
import uuid

import structlog
from flask import Flask, Response, g, request

from app.config import Settings

_GOOD_ID = re.compile(r"^[A-Za-z0-9_.-]{8,64}$")


def configure(settings: Settings) -> None:
    """Send structlog's lines to standard error, as JSON or as key=value for people."""
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.processors.KeyValueRenderer()
    )
    level = logging.WARNING if settings.app_env == "testing" else logging.INFO
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def request_id() -> str:
    """The caller's request id when it is well formed, else a new one."""
    given = request.headers.get("X-Request-ID", "")
    return given if _GOOD_ID.match(given) else uuid.uuid4().hex


def register(app: Flask) -> None:
    """Give each outer request its id and write its line when it is answered."""
    log = structlog.get_logger("request")

    @app.before_request
    def _begin() -> None:
        if "parley.visitor" in request.environ:
            return
        g.request_id = request_id()
        g.started = time.perf_counter()
        structlog.contextvars.bind_contextvars(request_id=g.request_id)

    @app.after_request
    def _end(response: Response) -> Response:
        response.headers["X-Request-ID"] = g.get("request_id", "")
        if "parley.visitor" not in request.environ:
            rule = request.url_rule.rule if request.url_rule else "-"
            took = round((time.perf_counter() - g.get("started", time.perf_counter())) * 1000, 1)
            log.info("request", method=request.method, route=rule, status=response.status_code, ms=took)
        return response
