"""One contract for whoever does jobs, threads of a machine or Celery's workers: killed often, none is lost."""

import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psutil
import pytest
from sqlalchemy import Engine, create_engine, text

from app.config import database_address
from tests.faults.installation import ROOT, environment
from tests.faults.test_redis import answers, need_redis, redis
from tests.ports import free_port

KILLS, CHAINS, THREADS = 20, 4, 2
PATIENCE = 90.0
ON = pytest.mark.parametrize(
    ("database", "by"),
    [("sqlite", "threads"), ("postgresql", "threads"), ("postgresql", "celery")],
    indirect=["database"],
)


class Outside(ThreadingHTTPServer):
    """Somebody else's system, which remembers who has asked for what."""

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
    """Somebody else's system."""
    with Outside() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


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


def until(true: Callable[[], object], what: str, folder: Path) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"{what}\n{(folder / 'log').read_text()[-3000:]}"
        time.sleep(0.01)


def states(engine: Engine) -> Counter[str]:
    """How many links are in each state."""
    with engine.connect() as connection:
        found = connection.execute(text("SELECT state, count(*) FROM job WHERE kind = 'tests_link' GROUP BY state"))
        return Counter({state: count for state, count in found})


def links(engine: Engine) -> Counter[tuple[int, int]]:
    """How often each link of each chain is there."""
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT payload FROM job WHERE kind = 'tests_link'")).scalars()
        found = [row if isinstance(row, dict) else json.loads(row) for row in rows]
    return Counter((one["chain"], one["number"]) for one in found)


def revive(engine: Engine) -> None:
    """Begin dead letters anew, as whoever runs the installation would."""
    with engine.begin() as connection:
        connection.execute(
            text(
                "UPDATE job SET state = 'ready', attempts = 0, finished_at = NULL, handed_at = NULL"
                " WHERE kind = 'tests_link' AND state = 'failed'"
            )
        )


@ON
def test_killed_runners_lose_no_job_and_do_none_twice(folder: Path, database: str, by: str) -> None:
    with ExitStack() as stack:
        system = stack.enter_context(outside())
        more = {"OUTSIDE": str(system.server_port), "JOB_THREADS": str(THREADS), "DATABASE_URL": database}
        if by == "celery":
            need_redis()
            port = free_port()
            broker = stack.enter_context(redis(port))
            until(lambda: answers(port), "Redis is there", folder)
            more["CELERY_BROKER_URL"] = f"redis://127.0.0.1:{port}/1"
        env = environment(folder, **more)
        words = [sys.executable, "-m", "tests.faults.counting", "begin", str(CHAINS)]
        subprocess.run(words, cwd=ROOT, env=env, check=True, capture_output=True)
        engine = create_engine(database_address("DATABASE_URL", database or f"sqlite:///{folder / 'parley.db'}"))
        stack.callback(engine.dispose)
        present = stack.enter_context(runner(env, folder))
        for kill in range(KILLS):
            seen, wanted = len(system.calls), random.randint(1, 5)
            until(lambda seen=seen, wanted=wanted: len(system.calls) >= seen + wanted, "it works", folder)
            time.sleep(random.uniform(0, 0.2))
            victim = present()
            assert victim is not None
            victim.kill()
            revive(engine)
            if by == "celery" and kill == KILLS // 2:
                # Whatever it held is gone with it.
                broker.kill()
                broker.wait()
                time.sleep(0.5)
                broker = stack.enter_context(redis(port))
        (folder / "enough").touch()

        def over() -> bool:
            revive(engine)
            return set(states(engine)) == {"done"}

        until(over, "all are done", folder)
        found = links(engine)
        ends = Counter(chain for chain, _ in found)
        assert set(found.values()) == {1}, "what is committed with a job's end is there once"
        assert found.keys() == {(chain, number) for chain in range(CHAINS) for number in range(ends[chain])}
        keys = defaultdict(set)
        for path, key in system.calls:
            keys[path].add(key)
        assert keys.keys() == {f"/{chain}/{number}" for chain, number in found}, "somebody was told of each"
        assert {len(one) for one in keys.values()} == {1}, "by the same key however often"
        assert len({key for (key,) in keys.values()}) == len(found)
        assert len(system.calls) > len(found), "some were at it when they were killed"
