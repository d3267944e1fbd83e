"""Starts the processes of an installation, restarts those that die, and ends them together."""

import gc
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import structlog

from app.config import EXIT_CONFIG, ROOT, Settings
from app.processes import GRACE_SECONDS, sockets, stale_processes
from app.processes import reload as reloading
from app.processes.child_process import Child
from app.processes.executables import node
from app.processes.reload import Before
from app.web.health_probe import Pulse

if TYPE_CHECKING:
    from flask import Flask

log = structlog.get_logger(__name__)
TICK = 0.1
STOP_SECONDS = GRACE_SECONDS + 5.0  # Less than the samples in `deploy/` and `compose.yaml` leave us.
HANDLES = 16_384
ENGINE = ("--v8-pool-size=1", "--max-semi-space-size=4")
"""How a renderer's engine keeps house: four helpers, as it would have, hold 5 MB more; and what a page leaves behind is
garbage at once, but would be let pile up to 100 MB and more before it is looked through."""
HEAPS = {"MALLOC_ARENA_MAX": "1"}
"""A renderer's threads share one heap of the C library: with one each they hold 4 MB more."""


def children(settings: Settings, *, reload: bool = False) -> list[Child]:
    """The processes of an installation by its settings; `reload` adds the bundler and restarts what is outdated."""
    source = ROOT / "ssr" / "dist" / "worker.mjs"
    renderers = [
        Child(
            f"renderer {n}",
            [node(), *ENGINE, str(source), path],
            source=source,
            pulse=Pulse(path),
            last_word=signal.SIGKILL,
            environment=HEAPS,
        )
        for n, path in enumerate(settings.renderer_sockets, start=1)
    ]
    if not reload:
        own = [Child("jobs", [], load=_jobs, late=True), Child("web", [], load=_web)]
        return [*renderers, *_understanding(settings, None), *own]
    # What has changed is loaded by a process that begins again.
    code = ROOT / "app"
    return [
        Child("bundler", [node(), str(ROOT / "ui" / "build.mjs"), "--watch"], talks=True, last_word=signal.SIGKILL),
        *renderers,
        *_understanding(settings, code / "bots"),
        Child("jobs", [sys.executable, "-m", "flask", "--app", "wsgi", "worker"], late=True, source=code),
        Child(
            "web",
            [sys.executable, "-m", "gunicorn", "-c", "python:app.processes.gunicorn_config", "wsgi:app"],
            source=code,
        ),
    ]


def _understanding(settings: Settings, source: Path | None) -> list[Child]:
    """The process that holds the models of bots, unless each process has them itself.

    A program of its own, no copy of this one: what it loads is large, and nothing of ours is to be in it.
    """
    if settings.understanding == "inside":
        return []
    command = [sys.executable, "-m", "app.bots.understanding"]
    pulse = Pulse(settings.understanding_socket)
    return [Child("understanding", command, late=True, source=source, pulse=pulse, last_word=signal.SIGKILL)]


@cache
def application() -> "Flask":
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
    app = application()
    from app.core.jobs.cli import run_until_stopped

    def run() -> None:
        sockets.let_go()
        run_until_stopped(app)

    return run


def _web() -> Callable[[], object]:
    """The web server's master."""
    app = application()
    from app.processes.gunicorn_app import Web

    return lambda: Web(app).run()


def _keep_figures_together(settings: Settings, *, is_first: bool) -> None:
    """Have the processes to come write their figures into one folder, whichever of them is asked for all."""
    # In memory: the files are mapped, and a process that writes to one on a full disk is killed.
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own in it
    folder = (memory if memory.is_dir() else settings.instance) / f"parley-metrics-{os.getuid()}-{settings.port}"
    if is_first:
        shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _take_handles() -> None:
    """Take as many file handles as we may: a slow client costs one, and the usual 1024 are few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = HANDLES if hard == resource.RLIM_INFINITY else min(HANDLES, hard)
    if limit > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def supervise(settings: Settings, announce: Callable[[], None], *, reload: bool = False) -> int:
    """Run everything until SIGINT or SIGTERM; calls `announce` once, when the first page can be had.

    SIGHUP has everything loaded again while the present processes go on.
    """
    before = reloading.handed_over()
    if before is None:
        stale_processes.take_over(settings)
    try:
        listeners = before.listeners if before is not None else sockets.systemd_sockets() or sockets.own(settings)
    except OSError as error:
        log.error("cannot_listen", host=settings.host, port=settings.port, reason=error.strerror)
        return 1
    if not listeners:
        log.error("port_taken", host=settings.host, port=settings.port)
        return 1
    sockets.bind_to(listeners)
    _keep_figures_together(settings, is_first=before is None)
    _take_handles()
    if before is None:
        for path in (*settings.renderer_sockets, settings.understanding_socket):
            Path(path).unlink(missing_ok=True)  # A socket left over would look like a worker that is ready.
    run = Run(settings, children(settings, reload=reload), listeners, before)
    signal.signal(signal.SIGINT, run.stop)
    signal.signal(signal.SIGTERM, run.stop)
    signal.signal(signal.SIGHUP, run.renew)
    reloading.listen_to_signals()
    try:
        run.until_stopped(announce if before is None else lambda: log.info("reloaded", pid=os.getpid()), patient=reload)
    finally:
        sockets.close(listeners)
        end([*run.family, *run.leaving])
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
        stale_processes.forget(settings)
    if run.answered:
        return 0
    return EXIT_CONFIG if run.web.refused else 1


class Run:
    """The processes of one installation, watched over by one program."""

    def __init__(self, settings: Settings, family: list[Child], listeners: list[int], before: Before | None) -> None:
        """Take the processes of the program before, where there was one."""
        self.settings, self.family, self.listeners = settings, family, listeners
        self.web = family[-1]
        self.pulsing = [(child, Path(child.pulse.path)) for child in family if child.pulse is not None]
        self.leaving: list[Child] = []
        self.answered = False
        self._stopping = self._renewing = False
        self._had_terminal = reloading.has_terminal()
        self._checking: subprocess.Popen[bytes] | None = None
        self._dismissed_at = 0.0
        self._groups: set[int] = set()
        self._replaced: tuple[Child, int] | None = None
        self._ready, writer = os.pipe()
        os.set_blocking(self._ready, False)
        os.environ["PARLEY_READY"] = str(writer)
        self.web.passed = (*listeners, writer)
        if before is not None:
            for child in family:
                if child.name in before.stay:
                    child.adopt(before.stay[child.name])
            names = {child.name for child in family}
            stopped_pids = [*before.leave, *(pid for name, pid in before.stay.items() if name not in names)]
            for pid in stopped_pids:
                child_before = Child("before", [])
                child_before.adopt(pid)
                self.leaving.append(child_before)

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        """End as soon as it is looked at."""
        self._stopping = True

    def renew(self, _signal: int, _frame: FrameType | None) -> None:
        """Load everything again as soon as that is possible; where our terminal has gone, that is the end."""
        if self._had_terminal and not reloading.has_terminal():
            self._stopping = True
        self._renewing = True

    def until_stopped(self, announce: Callable[[], None], *, patient: bool) -> None:
        """Watch over all; `patient` is whether code that does not start may be corrected meanwhile."""
        announced = False
        while not self._stopping:
            for child in self.family:
                if self.answered or not child.late:
                    child.watch()
            self._note()
            alone = not self.answered and not self.leaving
            if alone and self.web.refused:
                break  # At the start, trying again does not fix it; later a setting may be put right meanwhile.
            if alone and self.web.deaths >= 3 and not patient:
                log.error("web_server_does_not_start")
                break
            self.answered = self.answered or self._is_ready()
            # Pages live without a renderer that does not start.
            if self.answered and not announced and self._is_whole():
                announced = True
                announce()
            if self.answered:
                self._dismiss()
                self._replace_one()
                self._look_for_new_code()
            time.sleep(TICK)
        if self._checking is not None:
            self._checking.kill()

    def _is_whole(self) -> bool:
        """Whether all that pages need is there, or does not start."""
        return all(child.died or path.exists() for child, path in self.pulsing if not child.late)

    def _is_ready(self) -> bool:
        """Whether one of our own web workers has begun to serve."""
        try:
            return bool(os.read(self._ready, 1))
        except BlockingIOError:
            return False

    def _note(self) -> None:
        """Write down whose processes there are, whenever that has changed."""
        groups = {child.process.pid for child in (*self.family, *self.leaving) if child.process is not None}
        if groups != self._groups:
            self._groups = groups
            stale_processes.note(self.settings, groups)

    def _dismiss(self) -> None:
        """Have those of before a reload finish, now that others serve; kill what takes too long."""
        if self.leaving and not self._dismissed_at:
            self._dismissed_at = time.monotonic()
            for child in self.leaving:
                if child.process is not None:
                    child.process.terminate()
        late = time.monotonic() > self._dismissed_at + STOP_SECONDS
        for child in list(self.leaving):
            if child.process is None or child.process.poll() is not None or late:
                child.kill()
                self.leaving.remove(child)

    def _replace_one(self) -> None:
        """Replace renderers, and who understands, of before a reload one after the other, so that one is there."""
        if self._replaced is not None:
            child, pid = self._replaced
            if child.process is None or child.process.pid == pid:
                return
            self._replaced = None
        if all(path.exists() for _, path in self.pulsing):
            for child, _ in self.pulsing:
                if child.stale and child.process is not None:
                    self._replaced = child, child.process.pid
                    child.process.terminate()
                    return

    def _look_for_new_code(self) -> None:
        """Where settings ask for it, see whether the code can be loaded; then become it."""
        if self._renewing and self._checking is None and not self.leaving:
            self._renewing, self._checking = False, reloading.check()
        code = self._checking.poll() if self._checking is not None else None
        if code is None:
            return
        self._checking = None
        if code != 0:
            log.error("reload_refused", code=code)
            return
        alive = {child.name: child.process.pid for child in self.family if child.process is not None}
        leave = [alive.pop(name) for name in ("web", "jobs") if name in alive]
        log.info("reloading", pid=os.getpid())
        try:
            reloading.become_new(Before(self.listeners, alive, leave))
        except OSError as error:
            reloading.listen_to_signals()
            log.error("reload_refused", error=str(error))


def end(family: list[Child]) -> None:
    """Ask every process to finish, those that serve others last, and kill those that have not after a while."""
    deadline = time.monotonic() + STOP_SECONDS
    for serves in (False, True):
        alive = [child.process for child in family if child.process is not None and (child.pulse is not None) == serves]
        for process in alive:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in alive:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, deadline - time.monotonic()))
    for child in family:
        child.kill()
    log.info("ended", pid=os.getpid())
