"""One process that is to be alive for as long as the supervisor is."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import structlog

from app.config import EXIT_CONFIG, ROOT
from app.processes.parent_death import end_with
from app.processes.prefork import Copy
from app.web.health_probe import Pulse

log = structlog.get_logger(__name__)
LOOK_EVERY = 0.5
QUICK_DEATH = 1.0  # Dying sooner than this after a start is no accident: wait a little longer each time.
MAX_PAUSE = 5.0


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
    last_word: signal.Signals = signal.SIGTERM
    """What ends it when the supervisor was killed; a renderer that hangs hears nothing polite."""
    passed: tuple[int, ...] = ()
    """Files of the supervisor that another program is to have, too."""
    environment: dict[str, str] = field(default_factory=dict)
    """What another program has in its environment beside what the supervisor has."""
    stale: bool = False
    """Whether it is of before a reload, and still to be replaced."""

    def start(self) -> None:
        """Start it (again)."""
        # In a group of its own: Ctrl-C reaches the supervisor alone, which ends them all in order.
        if self.load is not None:
            self.process = Copy(f"parley: {self.name}", self.load())
        else:
            self.process = subprocess.Popen(  # noqa: S603 - our own words
                self.command,
                cwd=ROOT,
                env=os.environ | self.environment,
                stdout=None if self.talks else subprocess.DEVNULL,
                process_group=0,
                pass_fds=self.passed,
                preexec_fn=partial(end_with, os.getpid(), self.last_word),  # noqa: PLW1509 - there is one thread
            )
        self.stale = False
        self.started = time.monotonic()
        self.seen = self._changed_at()
        if self.pulse is not None:
            self.pulse.reset(self.started)

    def adopt(self, pid: int) -> None:
        """Take a child of before a reload for this one until it is replaced."""
        self.process, self.stale = Copy.adopted(pid), True
        self.started = time.monotonic()
        self.seen = self._changed_at()
        if self.pulse is not None:
            self.pulse.reset(self.started)

    def kill(self) -> None:
        """End it and whatever it has left behind: an orphan of the web server would keep the port."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def _changed_at(self) -> float:
        """When the source was last written."""
        if self.source is None or not self.source.exists():
            return self.seen
        try:
            files = [self.source] if self.source.is_file() else self.source.rglob("*.py")
            return max((file.stat().st_mtime for file in files), default=0.0)
        except OSError:
            return self.seen

    def _is_outdated(self, moment: float) -> bool:
        """Whether the source has changed since the start; looks twice a second."""
        if moment < self.look_at:
            return False
        self.look_at = moment + LOOK_EVERY
        before, self.seen = self.seen, self._changed_at()
        return before != self.seen

    def watch(self) -> None:
        """Start it again when it has died; at once, or after a growing pause when it dies at its start."""
        moment = time.monotonic()
        if self.process is None:
            if self.source is not None and not self.source.exists():
                return  # The first build is still on its way.
            if moment >= self.not_before or self._is_outdated(moment):
                self.start()
            return
        code = self.process.poll()
        if code is None:
            if self._is_outdated(moment):
                log.info("process_outdated", name=self.name)
                self.process.terminate()
            elif self.pulse is not None and self.pulse.is_lost(moment):
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
    from app.processes.metrics import fold

    fold()
