"""Liveness, readiness and metrics, for those who run the installation."""

import hmac
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, json, request
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy import text

from app.db import db
from app.pages.worker import socket_paths
from app.server.pulse import answers

blueprint = Blueprint("health", __name__)
RENDERS = Histogram("ssr_render_seconds", "Pages rendered by the worker")
FALLBACKS = Counter("ssr_fallback_total", "Pages answered without the worker", ["reason"])


@blueprint.get("/healthz")
def healthz() -> Response:
    """The process is alive; touches nothing."""
    return Response("ok\n", content_type="text/plain")


def _database() -> str:
    db.session.execute(text("SELECT 1"))
    return db.engine.dialect.name


def _migrations() -> str:
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    head = ScriptDirectory(current_app.extensions["migrate"].directory).get_current_head()
    # The session's own connection: a second one would wait for the first on SQLite.
    current = MigrationContext.configure(db.session.connection()).get_current_revision()
    if current != head:
        raise RuntimeError(f"at {current}, head is {head}: run `flask db upgrade`")
    return str(current)


def _renderer() -> str:
    told, ready = [], False
    for path in socket_paths(current_app.config["SETTINGS"]):
        try:
            good = answers(path, 0.3)
            said = "answers" if good else "answers nonsense"
        except OSError as error:
            good, said = False, str(error.strerror or error)
        told.append(f"{Path(path).name} {said}")
        ready = ready or good
    if told and not ready:
        raise RuntimeError(", ".join(told))
    return ", ".join(told) or "none configured"


def _disk() -> str:
    usage = shutil.disk_usage(current_app.instance_path)
    free = usage.free / usage.total
    if free < 0.02:
        raise RuntimeError(f"{free:.0%} free")
    return f"{free:.0%} free"


CHECKS: dict[str, tuple[Callable[[], str], bool]] = {
    "database": (_database, True),
    "migrations": (_migrations, True),
    "renderer": (_renderer, False),
    "disk": (_disk, True),
}


def readiness() -> tuple[dict[str, Any], bool]:
    """Each check with its result, and whether those we cannot do without are all well."""
    result: dict[str, Any] = {}
    ready = True
    for name, (check, required) in CHECKS.items():
        try:
            result[name] = {"ok": True, "detail": check()}
        except Exception as error:
            result[name] = {"ok": False, "detail": str(error).splitlines()[0][:200], "required": required}
            ready = ready and not required
    return result, ready


@blueprint.get("/readyz")
def readyz() -> Response:
    """Whether requests can be served; each check by name. Pages live without the renderer."""
    checks, ready = readiness()
    body = json.dumps({"ready": ready, "checks": checks})
    return Response(body, 200 if ready else 503, content_type="application/json")


@blueprint.get("/metrics")
def metrics() -> Response:
    """Prometheus text, for loopback or the bearer of METRICS_TOKEN."""
    token = current_app.config["SETTINGS"].metrics_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    allowed = hmac.compare_digest(given, token) if token else request.remote_addr in {"127.0.0.1", "::1"}
    if not allowed:
        return Response("not allowed\n", 403, content_type="text/plain")
    return Response(generate_latest(_figures()), content_type=CONTENT_TYPE_LATEST)


def _figures() -> CollectorRegistry:
    """The figures of all processes where they keep them together, else of this one."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together


for _view in (healthz, readyz, metrics):
    _view.credentials = False  # type: ignore[attr-defined]


def register(app: Flask) -> None:
    """Add the three addresses."""
    app.register_blueprint(blueprint)
