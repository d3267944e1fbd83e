"""A queue before SQLite's one write lock: its own waiting is a lottery in which some wait for seconds.

A writer takes a lock of its process, then `flock` on a file beside the database, then `BEGIN IMMEDIATE`. One of
each process at most waits for the file, and the kernel lets go of it for anyone who is killed.
"""

import fcntl
import os
import sqlite3
import threading
import time
from pathlib import Path

from app.core.db.timeouts import LOCK_SECONDS

_BUSY = 5
PAUSE, MOST_PAUSE = 0.0002, 0.002


def _lock_error() -> sqlite3.OperationalError:
    """What SQLite says when it has waited long enough."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = _BUSY
    return error


class Gate:
    """The gate of one database file, for the threads of this process and of all others."""

    def __init__(self, database: Path) -> None:
        """Name the database; nothing is opened yet."""
        self._path = database.with_name(f"{database.name}-gate")
        self._lock = threading.Lock()
        self._file = self._owner = -1

    def enter(self) -> None:
        """Wait for one's turn; raises what SQLite does when it has waited long enough."""
        until = time.monotonic() + LOCK_SECONDS
        if not self._lock.acquire(timeout=LOCK_SECONDS):
            raise _lock_error()
        try:
            self._take(until)
        except BaseException:
            self._lock.release()
            raise

    def _take(self, until: float) -> None:
        """Take the file; asked for again and again, because waiting in the kernel has no end."""
        file, pause = self._open_file(), PAUSE
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() > until:
                    raise _lock_error() from None
                time.sleep(pause)
                pause = min(2 * pause, MOST_PAUSE)

    def leave(self) -> None:
        """Let the next one in."""
        fcntl.flock(self._file, fcntl.LOCK_UN)
        self._lock.release()

    def _open_file(self) -> int:
        """The file, opened by this very process: one inherited would let parent and child in together."""
        if self._owner != os.getpid():
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self._owner = os.getpid()
        return self._file


class GatedConnection(sqlite3.Connection):
    """A connection that holds its place at the gate from `BEGIN IMMEDIATE` to the end of the transaction."""

    gate: Gate | None = None
    _inside = False

    def enter(self) -> None:
        """Wait for the turn to write."""
        if self.gate is not None and not self._inside:
            self.gate.enter()
            self._inside = True

    def _leave(self) -> None:
        """Give the turn away."""
        if self._inside and self.gate is not None:
            self._inside = False
            self.gate.leave()

    def commit(self) -> None:
        """Commit, then let the next one in; one that failed is rolled back here, for nobody else does it then."""
        try:
            super().commit()
        except BaseException:
            self.rollback()
            raise
        self._leave()

    def rollback(self) -> None:
        """Roll back, then let the next one in."""
        try:
            super().rollback()
        finally:
            self._leave()

    def close(self) -> None:
        """Close, which ends whatever was under way."""
        try:
            super().close()
        finally:
            self._leave()
