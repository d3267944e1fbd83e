"""An installation to measure: its own folder, demonstration data, processes and port."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg

from tests import postgres
from tests.bench.figures import TINY, Figure, amount, output, skipped
from tests.faults.installation import BIN, ROOT, SERVED, AnyServer, begin, end, environment, prepare
from tests.ports import free_port


def has_chromium() -> bool:
    """Whether there is a browser where `tests/journeys/profiles.ts` looks for one."""
    return any(Path("/usr/bin", name).exists() for name in ("chromium-headless-shell", "chromium"))


@dataclass(frozen=True)
class Installation:
    """Where it listens and what its commands need."""

    port: int
    folder: Path
    env: dict[str, str]
    pid: int = 0
    """The supervisor's, while it runs."""

    def flask(self, *words: str) -> float:
        """Run a command; returns the seconds it took."""
        begun = time.perf_counter()
        output([BIN / "flask", *words], self.env)
        return time.perf_counter() - begun


@contextmanager
def prepared(*, whole: bool = True, **settings: str) -> Iterator[Installation]:
    """An installation with the demonstration, not running; one render worker, to be compared with one worker.

    In a tiny run with a tenth of the demonstration, and what understands texts only where a part asks for it.
    """
    folder, port = Path(tempfile.mkdtemp(prefix="parley-bench-")), free_port()
    settings = {"PORT": str(port), "DATABASE_OWNER_URL": "", **({} if TINY else SERVED), **settings}
    try:
        prepare(folder, whole=whole and not TINY, **settings)
        yield Installation(port, folder, environment(folder, **settings))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def on_postgresql() -> Iterator[dict[str, str]]:
    """Settings of a private PostgreSQL with the two roles an operator makes."""
    with postgres.server() as address:
        with psycopg.connect(address, autocommit=True) as server:
            for statement in (
                "CREATE ROLE parley_owner LOGIN",
                "CREATE ROLE parley LOGIN",
                "CREATE DATABASE parley OWNER parley_owner",
            ):
                server.execute(statement)  # type: ignore[call-overload, unused-ignore]
        host = address.partition("host=")[2]
        yield {
            "DATABASE_URL": f"postgresql://parley@/parley?host={host}",
            "DATABASE_OWNER_URL": f"postgresql://parley_owner@/parley?host={host}",
        }


def on_each_database(
    what: str, figures: Callable[[str, Installation], list[Figure]], *, tiny: str = "SQLite", whole: bool = False
) -> list[Figure]:
    """Measure on SQLite, then on PostgreSQL where there is one; a tiny run takes the one it names."""
    results: list[Figure] = []
    if not TINY or tiny == "SQLite":
        with prepared(whole=whole) as site:
            results += figures("SQLite", site)
    if TINY and tiny == "SQLite":
        return results
    if postgres.binaries() is None:
        return results + skipped(f"{what} on PostgreSQL", "there is none")
    with on_postgresql() as settings, prepared(whole=whole, **settings) as site:
        return results + figures("PostgreSQL", site)


@contextmanager
def running(site: Installation, **settings: str) -> Iterator[AnyServer]:
    """The processes of a prepared installation; yields the supervisor once the first page can be had."""
    if TINY:  # Forked from a process that has loaded the product, whose memory and start are not to be measured.
        forked = begin(site.env | settings, site.folder)
        try:
            yield forked
        finally:
            end(forked)
        return
    with (site.folder / "log").open("ab") as log:
        server = subprocess.Popen(
            [BIN / "python", "-m", "app.processes"],
            cwd=ROOT,
            env=site.env | settings,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            assert server.stdout is not None
            for line in server.stdout:
                if "Parley is at" in line:
                    break
            yield server
        finally:
            end(server)


@contextmanager
def installation(**settings: str) -> Iterator[Installation]:
    """A running installation."""
    with prepared(**settings) as site, running(site) as server:
        time.sleep(amount(3, 0))  # The kept copies are made in the first seconds.
        yield replace(site, pid=server.pid)


@contextmanager
def web_server(site: Installation, module: str, *folders: Path) -> Iterator[int]:
    """The port of our web server, as configured, around another WSGI application."""
    port = free_port()
    path = ":".join(str(folder) for folder in (ROOT, *folders))
    env = site.env | {"BIND": f"127.0.0.1:{port}", "PYTHONPATH": path}
    words = [BIN / "gunicorn", "-c", ROOT / "app" / "processes" / "gunicorn_config.py", module]
    server = subprocess.Popen(words, cwd=ROOT, env=env, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait()


@contextmanager
def bare_server(site: Installation, size: int) -> Iterator[int]:
    """The port of our web server around one string."""
    (site.folder / "bare.py").write_text(
        f'BODY = b"x" * {size}\n\n\n'
        "def app(_environ, start_response):\n"
        '    start_response("200 OK", [("Content-Type", "text/html"), ("Content-Length", str(len(BODY)))])\n'
        "    return [BODY]\n"
    )
    with web_server(site, "bare:app", site.folder) as port:
        yield port
