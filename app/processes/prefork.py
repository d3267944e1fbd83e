"""Processes that begin as copies of this one and share what it has loaded."""

import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable

from setproctitle import setproctitle

from app.processes.parent_death import end_with

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
TICK = 0.02


class Copy:
    """A copy of this process at some work, driven as a `subprocess.Popen` is; the system shows it by its title."""

    def __init__(self, title: str, work: Callable[[], object]) -> None:
        """Begin; in a group of its own, as every process of ours."""
        sys.stdout.flush()
        sys.stderr.flush()
        # A signal between the fork and the end of our own handlers would be heard by nobody.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
        self.returncode: int | None = None
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            _run_child(title, work, parent)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)

    @classmethod
    def adopted(cls, pid: int) -> "Copy":
        """A child that this process has had since before it became another program."""
        socket_ = cls.__new__(cls)
        socket_.returncode, socket_.pid = None, pid
        return socket_

    def poll(self) -> int | None:
        """How it has ended, or None."""
        if self.returncode is None:
            try:
                ended, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:
                # It was none of ours, or another has learnt how it ended.
                ended, status = self.pid, 0
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; raises `subprocess.TimeoutExpired`."""
        until = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired("a copy", timeout or 0)
            time.sleep(TICK)
        return code

    def send_signal(self, number: int) -> None:
        """Tell it, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


def _run_child(title: str, work: Callable[[], object], parent: int) -> None:
    """Work, and end without whatever the first process would do at its end."""
    code = 1
    try:
        os.setpgid(0, 0)
        end_with(parent)
        for number in ENDS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
        setproctitle(title)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        work()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)
