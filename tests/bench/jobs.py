"""How soon a row is begun after its commit, how many rows a runner does, and what it costs while there are none."""

import json
import random
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

import psutil

from tests.bench.figures import Figure, amount, at_most, beside, output, skipped
from tests.bench.installation import Installation, prepared, running
from tests.ports import free_port

ROUNDS, MANY, IDLE_SECONDS = amount(40, 2), amount(400, 10), amount(10.0, 6.0)
RUNNER_SECONDS = 20
KIND = "close_session"
"""A kind that has nothing to do: what is measured is the way there and back."""
COMMAND = [sys.executable, "-m", "tests.bench.jobs"]


def _lay(site: Installation, what: str) -> list[float]:
    """Milliseconds, as a process beside the installation has found them."""
    printed = output([*COMMAND, what], site.env)
    durations: list[float] = json.loads(printed.splitlines()[-1])
    return durations


def _idle(server: "subprocess.Popen[str]") -> float:
    """Processor milliseconds a second of a runner that has nothing to do."""
    runner = _runner(server)
    before = _nanoseconds(runner.pid)
    time.sleep(IDLE_SECONDS)
    return (_nanoseconds(runner.pid) - before) / 1e6 / IDLE_SECONDS


def _runner(server: "subprocess.Popen[str]") -> psutil.Process:
    """The process that does jobs, once it is there."""
    until = time.monotonic() + RUNNER_SECONDS
    while time.monotonic() < until:
        for child in psutil.Process(server.pid).children():
            if "parley: jobs" in " ".join(child.cmdline()):
                return child
        time.sleep(0.1)
    raise RuntimeError("no process does jobs")


def _nanoseconds(pid: int) -> int:
    """The processor time of all threads of a process so far; /proc/PID/stat counts in hundredths of a second."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


def _by(site: Installation, who: str, **settings: str) -> list[Figure]:
    """One way of doing jobs."""
    with running(site, SSR_WORKERS="0", **settings) as server:
        time.sleep(amount(5, 0.5))
        idle = _idle(server)
        took = _lay(site, "one")
        (all_of_them,) = _lay(site, "many")
    return [
        at_most(f"{who}: from a row to its end, median ms", median(took), 50),
        beside(f"{who}: the same, p95 ms", quantiles(took, n=20)[-1]),
        beside(f"{who}: rows a second, {MANY} at once", MANY / all_of_them * 1000),
        beside(f"{who}: processor of an idle runner, ms a second", idle),
    ]


def measure() -> list[Figure]:
    """Threads on the default installation, and Celery's workers where there is a Redis."""
    with prepared() as site, ExitStack() as stack:
        bare = median(_lay(site, "bare"))
        results = [beside("take and close one row in a loop, ms", bare), *_by(site, "threads")]
        ratio = results[1].value / bare
        results.append(beside("threads: a row against the loop, times", ratio))
        if not shutil.which("redis-server"):
            return results + skipped("Celery", "there is no redis-server")
        from tests.factories.redis import run_redis

        port = free_port()
        stack.enter_context(run_redis(port))
        return results + _by(site, "Celery", CELERY_BROKER_URL=f"redis://127.0.0.1:{port}/0")


def main(what: str) -> None:
    """Add rows and print how long they took as JSON."""
    from sqlalchemy import func, select

    from app import create_app
    from app.accounts.workspaces.models import Workspace
    from app.core.db.base import db, read_only
    from app.core.db.tenancy import everywhere, within
    from app.core.jobs import Job, enqueue, perform, take

    def lay(count: int) -> list[int]:
        with within(place):
            ids = [enqueue(KIND, {"conversation_id": "0"}).id for _ in range(count)]
            db.session.commit()
        return ids

    def wait(ids: list[int]) -> float:
        """Milliseconds from the first row to the last end; both are written by this machine's clock."""
        with everywhere(), read_only():
            while True:
                mine = (Job.id >= ids[0], Job.id <= ids[-1], Job.kind == KIND)
                query = select(func.count(Job.finished_at), func.min(Job.created_at), func.max(Job.finished_at))
                done, begun, ended = db.session.execute(query.where(*mine)).one()
                db.session.rollback()
                if done == len(ids):
                    return float((ended - begun).total_seconds() * 1000)
                time.sleep(0.02)

    with create_app().app_context():
        with everywhere():
            place = db.session.scalars(select(Workspace.id).order_by(Workspace.id)).first()
            db.session.rollback()
        assert place is not None
        durations = []
        for _ in range(1 if what == "many" else ROUNDS):
            time.sleep(0 if what == "bare" else random.uniform(0.2, 0.8))
            if what == "bare":
                lay(1)
                begun = time.perf_counter()
                row = take("bench")
                assert row is not None
                perform(row)
                durations.append((time.perf_counter() - begun) * 1000)
            else:
                durations.append(wait(lay(MANY if what == "many" else 1)))
        sys.stdout.write(json.dumps(durations) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
