"""Liveness, readiness and metrics, for those who run the installation."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from flask import Blueprint, Flask, Response, current_app, json, request
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from app.channels.messaging.models import Deployment
from app.config import ROOT, Settings
from app.core.clock import now
from app.core.db.availability import room
from app.core.db.base import db
from app.core.db.row_security import UNKNOWN_KEY, knows_key, weaknesses
from app.core.db.tenancy import everywhere
from app.core.http.proxies import PASSED_ON
from app.core.jobs import Job
from app.core.security.comparing import is_same
from app.core.security.operations import FILE
from app.processes.metrics import Together
from app.web.health_probe import answers

blueprint = Blueprint("health", __name__)
ALERT_SHARE = 0.10
SCRAPE_SECONDS = 10.0
"""How old the results of checks may be that `/metrics` answers; `/readyz` makes them each time."""
_BY_STATE = select(Job.state, func.count().label("n")).group_by(Job.state)
_ACCOUNTS = (
    select(Deployment.channel, Deployment.state, func.count())
    .where(Deployment.environment == "live", Deployment.state != "removed")
    .group_by(Deployment.channel, Deployment.state)
)


@blueprint.get("/healthz")
def healthz() -> Response:
    """The process is alive; touches nothing."""
    return Response("ok\n", content_type="text/plain")


def _database() -> str:
    db.session.execute(text("SELECT 1"))
    return db.engine.dialect.name


def _migrations() -> str:
    # Read without Alembic, which takes a server longer to load than all else it asks here.
    head = max(path.name.partition("_")[0] for path in (ROOT / "app" / "migrations" / "versions").glob("[0-9]*.py"))
    current = db.session.scalar(text("SELECT version_num FROM alembic_version"))
    if current != head:
        raise RuntimeError(f"at {current}, head is {head}: run `flask db upgrade`")
    return str(current)


def _isolation() -> str:
    problems = weaknesses(db.session.connection())
    if problems:
        raise RuntimeError("; ".join(problems) + " (docs/operating.md, PostgreSQL)")
    return "each workspace's rows behind policies" if db.engine.dialect.name == "postgresql" else "by the application"


def _key() -> str:
    if not knows_key(db.session.connection()):
        raise RuntimeError(f"SECRET_KEY: {UNKNOWN_KEY}")
    return "known to the database" if db.engine.dialect.name == "postgresql" else "not asked for"


def _renderer() -> str:
    states, ready = [], False
    for path in current_app.config["SETTINGS"].renderer_sockets:
        try:
            good = answers(path, 0.3)
            state = "answers" if good else "answers nonsense"
        except OSError as error:
            good, state = False, str(error.strerror or error)
        states.append(f"{Path(path).name} {state}")
        ready = ready or good
    if states and not ready:
        raise RuntimeError(", ".join(states))
    return ", ".join(states) or "none configured"


def _understanding() -> str:
    settings: Settings = current_app.config["SETTINGS"]
    if settings.understanding == "inside":
        return "inside each process"
    try:
        good = answers(settings.understanding_socket, 0.3)
    except OSError as error:
        raise RuntimeError(str(error.strerror or error)) from None
    if not good:
        raise RuntimeError("answers nonsense")
    return "answers"


def _broker() -> str:
    settings: Settings = current_app.config["SETTINGS"]
    if not settings.celery_broker_url:
        return "none configured"
    from redis import Redis

    with Redis.from_url(settings.celery_broker_url, socket_connect_timeout=0.3, socket_timeout=0.3) as broker:
        broker.ping()
    return "answers"


def _disk() -> str:
    usage = shutil.disk_usage(current_app.instance_path)
    free = usage.free / usage.total
    if room.is_low():
        raise RuntimeError(f"{free:.1%} free: read-only, `flask db rescue` makes room")
    if free < ALERT_SHARE:
        raise RuntimeError(f"{free:.0%} free")
    return f"{free:.0%} free"


Checks = dict[str, tuple[Callable[[], str], bool | None]]
CHECKS: Checks = {
    "database": (_database, True),
    "migrations": (_migrations, True),
    "isolation": (_isolation, None),
    "key": (_key, True),
    "renderer": (_renderer, False),
    "understanding": (_understanding, False),
    "broker": (_broker, False),
    "disk": (_disk, False),
}
"""Each check and whether there is no readiness without it; None: in production only."""


def readiness(checks: Checks = CHECKS) -> tuple[dict[str, Any], bool]:
    """Each check with its result, and whether those we cannot do without are all well."""
    result: dict[str, Any] = {}
    ready = True
    for name, (check, is_required) in checks.items():
        required = current_app.config["SETTINGS"].production if is_required is None else is_required
        try:
            result[name] = {"ok": True, "detail": check()}
        except Exception as error:
            result[name] = {"ok": False, "detail": str(error).splitlines()[0][:200], "required": required}
            ready = ready and not required
    return result, ready


def _recent_checks() -> dict[str, Any]:
    """Each check with its result, made by this process a moment ago."""
    settings, moment = current_app.config["SETTINGS"], monotonic()
    last = current_app.extensions.get("readiness")
    if last is None or last[0] is not settings or moment - last[1] > SCRAPE_SECONDS:
        last = current_app.extensions["readiness"] = (settings, moment, readiness()[0])
    checks: dict[str, Any] = last[2]
    return checks


def _watches() -> bool:
    """Whether the caller may know how we are: by METRICS_TOKEN, or without one from this machine."""
    token = current_app.config["SETTINGS"].metrics_token
    if not token:
        # What has passed a proxy is not of this machine, even where that proxy is and is not listed.
        return request.remote_addr in {"127.0.0.1", "::1"} and PASSED_ON not in request.environ
    # WSGI reads the bytes of a header as Latin-1.
    presented = request.headers.get("Authorization", "").removeprefix("Bearer ").encode("latin-1", "replace")
    return is_same(token, presented.decode(errors="replace"))


@blueprint.get("/readyz")
def readyz() -> Response:
    """Whether requests can be served; for those who watch us each check by name.

    Pages live without the renderer, reading without room.
    """
    checks, ready = readiness()
    state: dict[str, Any] = {"ready": ready}
    if _watches():
        # What it consists of, and what of that is broken, is no business of anyone who passes by.
        state |= {"degraded": not all(check["ok"] for check in checks.values()), "checks": checks}
    body = json.dumps(state)
    return Response(body, 200 if ready else 503, content_type="application/json")


@blueprint.get("/metrics")
def metrics() -> Response:
    """Prometheus text, for loopback or the bearer of METRICS_TOKEN."""
    if not _watches():
        return Response("not allowed\n", 403, content_type="text/plain")
    return Response(generate_latest(_figures()) + generate_latest(_stored_figures()), content_type=CONTENT_TYPE_LATEST)


def _figures() -> CollectorRegistry:
    """The figures of all processes where they keep them together, else of this one."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    together = CollectorRegistry()
    Together(together)  # type: ignore[no-untyped-call]
    return together


def _stored_figures() -> CollectorRegistry:
    """The figures that are the same whichever process is asked."""
    registry = CollectorRegistry()
    registry.register(_Jobs())
    registry.register(_Accounts())
    registry.register(_Checks())
    return registry


class _Jobs(Collector):
    """Jobs that wait, run or have failed, and how long the first has waited."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Nothing beforehand, so that registering asks no database."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Count them; without a database the other figures must still be had."""
        try:
            with everywhere():
                counts = {row.state: row.n for row in db.session.execute(_BY_STATE)}
                oldest = db.session.scalar(select(func.min(Job.run_at)).where(Job.state == "ready"))
        except SQLAlchemyError:
            return
        jobs = GaugeMetricFamily("jobs", "Jobs by state", labels=["state"])
        for state in ("ready", "running", "failed"):
            jobs.add_metric([state], counts.get(state, 0))
        yield jobs
        waited = max(0.0, (now() - oldest).total_seconds()) if oldest else 0.0
        yield GaugeMetricFamily("jobs_oldest_ready_seconds", "How long the first ready job has waited", waited)


class _Accounts(Collector):
    """Messaging accounts by channel and state."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Describe nothing, so that registering asks no database."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Count them, where there is a database."""
        try:
            with everywhere():
                counts = db.session.execute(_ACCOUNTS).all()
        except SQLAlchemyError:
            return
        accounts = GaugeMetricFamily("messaging_accounts", "Messaging accounts by state", labels=["channel", "state"])
        for channel, state, n in counts:
            accounts.add_metric([channel, state], n)
        yield accounts


class _Checks(Collector):
    """Which checks of /readyz are well."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Describe nothing, so that registering runs no checks."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Name each check with its last result."""
        figure = GaugeMetricFamily("readiness_check_ok", "Checks of /readyz: 1 is well, 0 is not", labels=["check"])
        for name, check in _recent_checks().items():
            figure.add_metric([name], float(check["ok"]))
        yield figure


for _view in (healthz, readyz, metrics):
    _view.operation = FILE  # type: ignore[attr-defined]


def register(app: Flask) -> None:
    """Add the three addresses."""
    app.register_blueprint(blueprint)
