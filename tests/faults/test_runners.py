"""One contract for anyone who does jobs, threads of a machine or Celery's workers: killed often, none is lost."""

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psutil
import pytest
from sqlalchemy import Engine, create_engine, text

from app.config import database_address
from tests.endurance import repetitions
from tests.factories.redis import redis_answers, require_redis, run_redis
from tests.factories.servers import serve
from tests.faults.installation import ROOT, environment
from tests.ports import free_port

KILLS, CHAINS, THREADS = repetitions(2, 20), 4, 2
PATIENCE = 90.0
OURS = "kind IN ('tests_link', 'tests_long')"
ON = pytest.mark.parametrize(
    ("database", "by"),
    [("sqlite", "threads"), ("postgresql", "threads"), ("postgresql", "celery")],
    indirect=["database"],
)


class Outside(ThreadingHTTPServer):
    """Someone else's system, which remembers who has asked for what."""

    daemon_threads = True

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        super().__init__(("127.0.0.1", 0), _Remember)


class _Remember(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.server.calls.append((self.path, self.headers["Idempotency-Key"]))  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def outside() -> Iterator[Outside]:
    """Someone else's system."""
    server = Outside()
    with serve(server):
        yield server


@contextmanager
def runner(env: dict[str, str], folder: Path) -> Iterator[Callable[[], psutil.Process | None]]:
    """A runner that is replaced when it dies; gives the present one."""
    with (folder / "log").open("ab") as log:
        words = [sys.executable, "-m", "tests.faults.counting"]
        parent = subprocess.Popen(words, cwd=ROOT, env=env, stdout=log, stderr=log)
    try:
        yield lambda: next(iter(psutil.Process(parent.pid).children()), None)
    finally:
        parent.send_signal(signal.SIGKILL)  # The kernel tells the runner.
        parent.wait()


class Broker:
    """A Redis that can be lost with all it holds."""

    def __init__(self, stack: ExitStack) -> None:
        require_redis()
        self._stack, self.port = stack, free_port()
        self._begin()

    def _begin(self) -> None:
        self._server = self._stack.enter_context(run_redis(self.port))
        while not redis_answers(self.port):
            time.sleep(0.01)

    def lose(self) -> None:
        """Begin again, with nothing."""
        self._server.kill()
        self._server.wait()
        time.sleep(0.5)
        self._begin()


@dataclass
class Site:
    """A prepared installation with a runner that is replaced when it dies."""

    folder: Path
    engine: Engine
    system: Outside
    present: Callable[[], psutil.Process | None]
    broker: Broker | None

    def until(self, true: Callable[[], object], what: str) -> None:
        """Wait for something to become true."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"{what}\n{(self.folder / 'log').read_text()[-3000:]}"
            time.sleep(0.01)

    def states(self) -> Counter[str]:
        """How many jobs are in each state."""
        with self.engine.connect() as connection:
            rows = connection.execute(text(f"SELECT state, count(*) FROM job WHERE {OURS} GROUP BY state"))
            return Counter({state: count for state, count in rows})

    def links(self) -> Counter[tuple[int, int]]:
        """How often each link of each chain is there."""
        with self.engine.connect() as connection:
            rows = connection.execute(text(f"SELECT payload FROM job WHERE {OURS}")).scalars()
            written = [row if isinstance(row, dict) else json.loads(row) for row in rows]
        return Counter((link["chain"], link["number"]) for link in written)

    def revive(self) -> None:
        """Begin dead letters again, as anyone who runs the installation would."""
        words = "UPDATE job SET state = 'ready', attempts = 0, finished_at = NULL, handed_at = NULL"
        with self.engine.begin() as connection:
            connection.execute(text(f"{words} WHERE {OURS} AND state = 'failed'"))


@contextmanager
def site(folder: Path, database: str, by: str, begin: int) -> Iterator[Site]:
    """An installation whose jobs are done by threads or by Celery's workers, with some jobs to begin with."""
    with ExitStack() as stack:
        system = stack.enter_context(outside())
        broker = Broker(stack) if by == "celery" else None
        address = f"redis://127.0.0.1:{broker.port}/1" if broker else ""
        env = environment(
            folder, OUTSIDE=str(system.server_port), JOB_THREADS=str(THREADS), DATABASE_URL=database,
            CELERY_BROKER_URL=address,
        )  # fmt: skip
        words = [sys.executable, "-m", "tests.faults.counting", "begin", str(begin)]
        subprocess.run(words, cwd=ROOT, env=env, check=True, capture_output=True)
        engine = create_engine(database_address("DATABASE_URL", database or f"sqlite:///{folder / 'parley.db'}"))
        stack.callback(engine.dispose)
        yield Site(folder, engine, system, stack.enter_context(runner(env, folder)), broker)


@ON
def test_killed_runners_lose_no_job_and_do_none_twice(folder: Path, database: str, by: str) -> None:
    with site(folder, database, by, CHAINS) as here:
        calls = here.system.calls
        for kill in range(KILLS):
            expected = len(calls) + random.randint(1, 5)
            here.until(lambda expected=expected: len(calls) >= expected, "it works")
            time.sleep(random.uniform(0, 0.2))
            victim = here.present()
            assert victim is not None
            victim.kill()
            here.revive()
            if here.broker is not None and kill == KILLS // 2:
                here.broker.lose()
        (folder / "enough").touch()

        def over() -> bool:
            here.revive()
            return set(here.states()) == {"done"}

        here.until(over, "all are done")
        links = here.links()
        ends = Counter(chain for chain, _ in links)
        assert set(links.values()) == {1}, "what is committed with a job's end is there once"
        assert links.keys() == {(chain, number) for chain in range(CHAINS) for number in range(ends[chain])}
        keys = defaultdict(set)
        for path, key in calls:
            keys[path].add(key)
        assert keys.keys() == {f"/{chain}/{number}" for chain, number in links}, "somebody was told of each"
        assert {len(ids) for ids in keys.values()} == {1}, "by the same key however often"
        assert len({key for (key,) in keys.values()}) == len(links)
        assert len(calls) > len(links), "some were at it when they were killed"


@ON
def test_a_runner_asked_to_end_gives_back_all_it_is_at(folder: Path, database: str, by: str) -> None:
    with site(folder, database, by, -2 * THREADS) as here:
        here.until(lambda: here.states()["running"] == THREADS, "it works on as many as it has threads")
        first = here.present()
        assert first is not None
        first.terminate()
        here.until(lambda: here.present() not in (None, first), "another one has come")
        here.until(lambda: here.states()["running"] == THREADS, "and goes on")
        with here.engine.connect() as connection:
            tries = connection.execute(text(f"SELECT attempts FROM job WHERE {OURS} AND state = 'running'")).scalars()
            assert set(tries) == {1}, "given back, it has cost no try"
        (folder / "enough").touch()
        here.until(lambda: set(here.states()) == {"done"}, "all are done")
