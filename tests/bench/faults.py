"""What faults cost: answers beside slow clients, and the time PostgreSQL's return takes to be noticed."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from tests import postgres
from tests.bench.figures import Figure, amount, at_most, skipped
from tests.bench.reports import MILLION, insert_conversations
from tests.factories.loads import SLOW_CLIENTS, connect_slow_clients, load_reports
from tests.faults.installation import Installation, environment, prepare, running

ASKED = amount(200, 5)


@contextmanager
def _installation(messages: int = 0, **settings: str) -> Iterator[Installation]:
    """A prepared installation without renderers, with so many messages more than the demonstration's."""
    folder = Path(tempfile.mkdtemp(prefix="parley-b-"))
    try:
        prepare(folder, **settings)
        if messages:
            insert_conversations(environment(folder, **settings), messages, True)
        with running(folder, SSR_WORKERS="0", **settings) as site:
            yield site
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _seconds(site: Installation, path: str) -> float:
    """How long one answer takes; it must be a good one."""
    began = time.perf_counter()
    if site.api(path).status != 200:
        raise SystemExit(f"{path} failed")
    return time.perf_counter() - began


def measure() -> list[Figure]:
    """Slow clients, and PostgreSQL where there is one."""
    if postgres.binaries() is None:
        return [*slow_clients(), *reports_at_once(), *skipped("PostgreSQL restarted", "there is none")]
    return [*slow_clients(), *reports_at_once(), *postgres_restart()]


def slow_clients() -> list[Figure]:
    """The median answer while eight hundred clients send a byte now and then."""
    with _installation() as site, connect_slow_clients(site):
        p50 = 1000 * median(_seconds(site, "/healthz") for _ in range(ASKED))
    return [at_most(f"others' p50 beside {SLOW_CLIENTS} slow clients, ms", p50, 5)]


def reports_at_once() -> list[Figure]:
    """The median answers while sixteen readers have dashboards of months made over a million messages."""
    with _installation(MILLION) as site, load_reports(site) as reports:
        site.until(lambda: reports.count()[200] > 0, "some are made")
        p50 = 1000 * median(_seconds(site, "/api/v1/bots") for _ in range(ASKED))
        health = [1000 * _seconds(site, "/healthz") for _ in range(ASKED)]
    statuses = reports.count()
    if set(statuses) != {200}:
        raise SystemExit(f"heavy reports: {statuses}")
    return [
        at_most("others' p50 beside 16 heavy reports, ms", p50, 10),
        at_most("/healthz p95 beside them, ms", quantiles(health, n=20)[-1], 50),
    ]


def postgres_restart() -> list[Figure]:
    """How soon `/readyz` tells that PostgreSQL is away, and how soon all is well when it is back."""
    with postgres.private() as server, _installation(DATABASE_URL=server.url) as site:
        server.run("-m", "immediate", "stop")
        gone = time.perf_counter()
        site.until(lambda: site.ask("/readyz").status == 503, "the database is missed")
        noticed = time.perf_counter() - gone
        server.run("start")
        back = time.perf_counter()
        site.until(lambda: site.api("/api/v1/bots").status == 200, "well again")
        well = time.perf_counter() - back
    return [
        at_most("PostgreSQL away: until /readyz is 503, s", noticed, 1),
        at_most("PostgreSQL back: until reads are answered, s", well, 2),
    ]
