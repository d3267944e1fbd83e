"""Turns: few do heavy work at once in a process, few wait for it, whoever else comes is told to come again."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter

from app.core.errors import TooMany

REFUSED = Counter("turns_refused_total", "Requests for heavy work refused because enough waited already", ["work"])
PATIENCE_SECONDS = 5.0
"""Half of what a page waits for its answers."""
SIGN_IN_SECONDS = 10.0
"""How long somebody waits who signs in."""


class Turns:
    """The room that one kind of heavy work has; together the kinds leave threads of a process to everybody else."""

    def __init__(self, work: str, *, at_once: int, waiting: int, patience: float | None = None) -> None:
        """Room for so many at once and so many that wait, for so many seconds."""
        self._patience = patience
        self.work, self.admitted = work, at_once + waiting
        self._room = threading.BoundedSemaphore(at_once)
        self._queue = threading.BoundedSemaphore(self.admitted)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for one's turn and have it; TooMany when too many wait already, or when it does not come."""
        if not self._queue.acquire(blocking=False):
            raise self._refusal()
        try:
            if not self._room.acquire(timeout=self._patience or PATIENCE_SECONDS):
                raise self._refusal()
            try:
                yield
            finally:
                self._room.release()
        finally:
            self._queue.release()

    def _refusal(self) -> TooMany:
        """What one is told whose turn does not come; counted."""
        REFUSED.labels(self.work).inc()
        return TooMany(1, "The server is busy. Try again in a moment.")


# A hash takes a twentieth of a second: as many as a process has threads wait without a refusal, and not for long.
PASSWORDS = Turns("password", at_once=2, waiting=62, patience=SIGN_IN_SECONDS)
# Two at once in a process would share its one interpreter and be done no sooner, and everybody else waits for both.
REPORTS = Turns("report", at_once=1, waiting=4)
"""Dashboards that are not kept, and files of up to ten thousand rows."""
FILES = Turns("file", at_once=1, waiting=2, patience=20)
"""Files that are checked while somebody waits."""
