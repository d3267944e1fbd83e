"""The product's commands and servers in processes of their own, forked from one that has loaded the product already.

Loading takes longer than most commands. The first command starts the process the others are forked from; it ends with
the tests.
"""

import os
import runpy
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path

_LONGEST_SECONDS = 300
_context: ForkServerContext = get_context("forkserver")
_context.set_forkserver_preload(["tests.preloaded"])


def flask(
    words: tuple[str, ...], env: dict[str, str], fault: Callable[[], None] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run `flask …` with this environment and nothing else of it; what it printed and its exit code.

    A fault is a function of a module, called in the command's process before the command.
    """
    return _fork(("flask", *words), env, fault)


def module(words: tuple[str, ...], env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run `python -m …` likewise."""
    return _fork(("-m", *words), env, None)


def call(function: Callable[[], None], env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Call a function of a module likewise."""
    return _fork((), env, function)


def _fork(
    words: tuple[str, ...], env: dict[str, str], fault: Callable[[], None] | None
) -> "subprocess.CompletedProcess[str]":
    """Become the command in a process of its own, and wait for it."""
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        process = _context.Process(target=_run, args=(words, env, str(out), str(err), fault))
        process.start()
        process.join(_LONGEST_SECONDS)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(words, _LONGEST_SECONDS)
        return subprocess.CompletedProcess(words, process.exitcode, out.read_text(), err.read_text())


def _run(words: tuple[str, ...], env: dict[str, str], out: str, err: str, fault: Callable[[], None] | None) -> None:
    """Become the command, in the forked process."""
    for number, path in enumerate((out, err), start=1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    os.environ.clear()
    os.environ.update({"PROMETHEUS_MULTIPROC_DIR": str(Path(out).parent)} | env)
    if fault is not None:
        fault()
    if not words:
        return
    if words[0] == "-m":
        sys.argv = [*words[1:]]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        return
    from flask.cli import main

    sys.argv = ["flask", "--app", "wsgi", *words[1:]]
    main()


class Server:
    """The supervisor of an installation, driven as a `subprocess.Popen` is."""

    def __init__(self, env: dict[str, str], folder: Path, log: Path) -> None:
        """Start it in a session of its own; what it and its children report is appended to the log."""
        reader, writer = _context.Pipe(duplex=False)
        self._process = _context.Process(target=_supervise, args=(env, str(folder), str(log), writer))
        self._process.start()
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit code; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; raises `subprocess.TimeoutExpired`."""
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("app.processes", timeout or 0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


def _supervise(env: dict[str, str], folder: str, log: str, stdout: Connection) -> None:
    """Become the supervisor, in the forked process."""
    from app.processes.__main__ import main

    os.setsid()
    os.chdir(folder)
    os.dup2(stdout.fileno(), 1)
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    os.environ.clear()
    os.environ.update(env)
    # As it was begun, for what it becomes when it is to load everything again.
    sys.orig_argv = [sys.executable, "-m", "app.processes"]
    sys.exit(main([]))
