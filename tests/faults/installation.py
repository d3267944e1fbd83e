"""An installation to break: its own folder, database and processes, which end with it whatever the test did."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union
from urllib.parse import urlencode

import psutil
from sqlalchemy import Connection, create_engine, text

from app.config import database_address
from tests.commands import Server, flask
from tests.demonstration import LEFT_OUT, copy_to
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
MARKS = {"web": "gunicorn", "renderer": "worker.mjs", "jobs": "parley: jobs", "understanding": "app.bots.understanding"}
"""By which the supervisor's children are distinguished."""
PATIENCE = 60.0
AnyServer = Union["subprocess.Popen[str]", Server]
LOADED_BY_PYTHON = {"LD_PRELOAD", "PYTHONPATH"}
"""Variables that mean something to a program at its start only: such a server is no copy of one that is loaded."""
ANY_NUMBER = dict.fromkeys(
    ("PERSON_PER_MINUTE", "ADDRESS_PER_MINUTE", "REPORTS_PER_MINUTE", "SEARCHES_PER_MINUTE", "UPLOADS_PER_HOUR"), "0"
)
"""Tests come faster than people; the limits have tests of their own."""
SERVED = {"UNDERSTANDING": "process"}
"""With the process that understands texts, which most installations do without: it loads its models at once."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: dict[str, str]

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass
class Installation:
    """Where it listens, what its commands need, and its processes."""

    port: int
    folder: Path
    env: dict[str, str]
    server: AnyServer
    token: str = ""

    def ask(
        self, path: str, method: str = "GET", *, data: Any = None, seconds: float = 30, source: str = "", **headers: str
    ) -> Answer:
        """One request on a connection of its own, from one of our addresses; names of headers have `_` for `-`."""
        here = (source, 0) if source else None
        connection = http.client.HTTPConnection(self.env["HOST"], self.port, timeout=seconds, source_address=here)
        sent_headers = {"Host": self.env["TRUSTED_HOSTS"]} if self.env["TRUSTED_HOSTS"] else {}
        sent_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        if data is not None and not isinstance(data, (str, bytes)):
            data, sent_headers["Content-Type"] = json.dumps(data), "application/json"
        try:
            connection.request(method, path, data, sent_headers)
            answer = connection.getresponse()
            set_ = [value for name, value in answer.getheaders() if name.lower() == "set-cookie"]
            cookies = dict(value.partition(";")[0].split("=", 1) for value in set_)
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read(), cookies)
        finally:
            connection.close()

    def api(self, path: str, method: str = "GET", data: Any = None, **headers: str) -> Answer:
        """One call as the demonstration's administrator."""
        return self.ask(path, method, data=data, Authorization=f"Bearer {self.token}", **headers)

    def page(self, path: str, cookie: str = "", data: str | None = None) -> Answer:
        """One navigation of a browser."""
        kind = {"Content_Type": "application/x-www-form-urlencoded"} if data is not None else {}
        return self.ask(path, "GET" if data is None else "POST", data=data, Accept="text/html", Cookie=cookie, **kind)

    def sign_in(self) -> str:
        """The Cookie header of the administrator, signed in by the form."""
        first = self.page("/pages/login-v1")
        token = re.search(rb'name="csrf" value="([0-9a-f]+)"', first.body)
        assert token is not None
        form = {"csrf": token[1].decode(), "email": "admin@demo.com", "password": "admin", "next": "/", "keep": "true"}
        query = urlencode({"call": "/api/v1/session", "method": "POST", "page": "/pages/login-v1"})
        jar = first.cookies | self.page(f"/submit?{query}", _header(first.cookies), urlencode(form)).cookies
        assert "access" in jar
        return _header(jar)

    def bearer(self) -> str:
        """An access token of the administrator."""
        pair = {"email": "admin@demo.com", "password": "admin"}
        return str(self.ask("/jwt/login", "POST", data=pair).json["accessToken"])

    def processes(self, part: str) -> list[psutil.Process]:
        """The processes of a part, the first of the web server being its master."""
        descendants = []
        with suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self.server.pid).children():
                with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                    if MARKS[part] in " ".join(child.cmdline()):
                        descendants += [child, *child.children()]
        return descendants

    def kill(self, part: str, which: int) -> bool:
        """SIGKILL one process of a part (of the web server, a worker); False when there is none just now."""
        there = self.processes(part)[1 if part == "web" else 0 :]
        if not there:
            return False
        with suppress(psutil.NoSuchProcess):
            there[which % len(there)].kill()
        return True

    def flask(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run one of the commands."""
        return subprocess.run([BIN / "flask", *words], cwd=ROOT, env=self.env, capture_output=True, text=True)

    @contextmanager
    def database(self) -> Iterator[Connection]:
        """Open a transaction on the database itself."""
        url = self.env["DATABASE_URL"] or f"sqlite:///{self.folder / 'parley.db'}"
        with create_engine(database_address("DATABASE_URL", url)).begin() as connection:
            yield connection

    def bots(self, start: str) -> Counter[str]:
        """The bots whose name begins so, by reading the database itself."""
        with self.database() as connection:
            rows = connection.execute(text("SELECT name FROM bot WHERE name LIKE :start"), {"start": f"{start}%"})
            return Counter(name for (name,) in rows)

    def check(self) -> None:
        """The database is whole, and the rollups are what a recount gives."""
        if not self.env["DATABASE_URL"]:
            with sqlite3.connect(self.folder / "parley.db") as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        verified = self.flask("rollups", "verify")
        assert verified.returncode == 0, verified.stdout + verified.stderr

    def metric(self, name: str) -> float:
        """The sum of a figure over its labels."""
        text = self.ask("/metrics").body.decode()
        return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if re.match(rf"{name}[ {{]", line))

    def log(self) -> str:
        """What the processes have said."""
        return (self.folder / "log").read_text(errors="replace")

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait for something to become true; fails with the log when it does not."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(OSError, http.client.HTTPException):
                if true():
                    return
            time.sleep(0.05)
        log = "\n".join(line for line in self.log().splitlines() if "event='request'" not in line)
        raise AssertionError(f"{what}: not within {PATIENCE} s\n{log[-6000:]}")


def _header(jar: dict[str, str]) -> str:
    """The Cookie header of a jar."""
    return "; ".join(f"{name}={value}" for name, value in jar.items())


@dataclass
class Load:
    """Threads that repeat something until asked to stop, and what came of it."""

    work: Callable[[int], Any]
    threads: int = 4
    pause: float = 0.1
    """Seconds between two: enough to be in the middle of whatever happens, and to leave the processors to it."""
    results: list[Any] = field(default_factory=list)

    def __enter__(self) -> "Load":
        self._stop = threading.Event()
        self._running = [threading.Thread(target=self._repeat, args=(n,), daemon=True) for n in range(self.threads)]
        for thread in self._running:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        for thread in self._running:
            thread.join(PATIENCE)

    def _repeat(self, number: int) -> None:
        while not self._stop.is_set():
            try:
                self.results.append(self.work(number))
            except (OSError, http.client.HTTPException) as error:
                self.results.append(type(error).__name__)
            self._stop.wait(self.pause)

    def count(self) -> Counter[Any]:
        """How often each result came."""
        return Counter(self.results)


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """The variables of an installation in a folder."""
    base = {k: v for k, v in os.environ.items() if k not in {"PROMETHEUS_MULTIPROC_DIR", "CI"}}
    own = {"INSTANCE": str(folder), "FLASK_APP": "wsgi", "APP_ENV": "development", "SSR_WORKERS": "1",
           "UNDERSTANDING": "inside", "HOST": "127.0.0.1", "PUBLIC_URL": "", "TRUSTED_HOSTS": "", "TRUSTED_PROXIES": "",
           **ANY_NUMBER,
           "DATABASE_URL": "", "DATABASE_OWNER_URL": "", "REDIS_URL": "", "CELERY_BROKER_URL": "", "SSR_SOCKET": "",
           "PATH": f"{BIN}:{os.environ['PATH']}"}  # fmt: skip
    return base | own | settings


def prepare(folder: Path, *, whole: bool = False, **settings: str) -> None:
    """Keys and the demonstration, in the database that the settings name."""
    copy_to(folder, whole=whole)
    if url := settings.get("DATABASE_URL"):
        target = settings.get("DATABASE_OWNER_URL") or url
        for words, env in ((("db", "copy", "--to", target), {}), (("init",), settings)):
            ran = flask(words, environment(folder, **env))
            assert ran.returncode == 0, ran.stderr


def begin(env: dict[str, str], folder: Path, listener: socket.socket | None = None) -> AnyServer:
    """Start a supervisor, by socket activation where there is a listening socket; comes back when it serves."""
    log = folder / "log"
    server: AnyServer
    if listener is None and LOADED_BY_PYTHON.isdisjoint(env):
        server = Server(env, ROOT, log)
    else:
        server = _begin_program(env, log, listener)
    assert server.stdout is not None
    if not any("Parley is at" in line for line in server.stdout):
        end(server)
        raise AssertionError(f"the server did not start:\n{log.read_text(errors='replace')}")
    return server


def _begin_program(env: dict[str, str], log: Path, listener: socket.socket | None) -> "subprocess.Popen[str]":
    """Start a supervisor that loads the product itself."""
    command = [str(BIN / "python"), "-m", "app.processes"]
    passed: tuple[int, ...] = ()
    if listener is not None:
        passed = (listener.fileno(),)
        # As systemd does: the number of the process is known to it alone.
        words = f'exec 3<&{passed[0]}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'
        command = ["bash", "-c", words, *command]
    with log.open("ab") as written:
        return subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=written, text=True, start_new_session=True,
            pass_fds=passed,
        )  # fmt: skip


@contextmanager
def running(folder: Path, *, listener: socket.socket | None = None, **settings: str) -> Iterator[Installation]:
    """The installation of a prepared folder, signed in to; its processes end with it."""
    port = listener.getsockname()[1] if listener is not None else int(settings.get("PORT") or free_port())
    env = environment(folder, **settings) | {"PORT": str(port)}
    site = Installation(port, folder, env, begin(env, folder, listener))
    try:
        site.token = site.bearer()
        yield site
    finally:
        end(site.server)


def end(server: AnyServer) -> None:
    """End a supervisor with all it has started, politely first."""
    family: list[psutil.Process] = []
    with suppress(psutil.NoSuchProcess):
        family = psutil.Process(server.pid).children(recursive=True)
    server.send_signal(signal.SIGTERM)
    try:
        server.wait(50)
    finally:
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        server.kill()
        server.wait()


def copy(template: Path, target: Path) -> Path:
    """A folder like a prepared one."""
    return shutil.copytree(template, target, dirs_exist_ok=True, ignore=LEFT_OUT)
