"""Circuit breakers: what has failed often is left alone for a while, each process judging by its own calls."""

import math
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Breaker:
    """The failures of one place; after a rest one try at a time shows whether it works again."""

    def __init__(self, failures: int, rest: float, within: float = math.inf) -> None:
        """Open after so many failures in a row within so many seconds, for so many seconds of rest."""
        self.retry_at: float | None = None
        """From when on one call is tried; None while all are admitted."""
        self._rest, self._within = rest, within
        self._failures: deque[float] = deque(maxlen=failures)
        self._lock = threading.Lock()

    @property
    def is_failing(self) -> bool:
        """Whether the last call failed."""
        return bool(self._failures)

    def admits(self) -> bool:
        """Whether a call may be made: always while closed, one at a time after a rest."""
        with self._lock:
            if self.retry_at is None:
                return True
            if time.monotonic() < self.retry_at:
                return False
            self.retry_at = time.monotonic() + self._rest
            return True

    def note_success(self) -> bool:
        """Admit all calls again; return whether the breaker was open."""
        if not self._failures:
            return False
        with self._lock:
            was_open = self.retry_at is not None
            self._failures.clear()
            self.retry_at = None
            return was_open

    def note_failure(self, *, at_once: bool = False) -> None:
        """Count a failure, and open when it is one of many, goes on after a rest, or is to count `at_once`."""
        with self._lock:
            now = time.monotonic()
            self._failures.append(now)
            is_often = len(self._failures) == self._failures.maxlen and now - self._failures[0] <= self._within
            if is_often or at_once or self.retry_at is not None:
                self.retry_at = now + self._rest

    @contextmanager
    def judge(self, failures: tuple[type[Exception], ...]) -> Iterator[None]:
        """Note how the enclosed call ends: an error of these kinds is a failure, any other an answer."""
        try:
            yield
        except failures:
            self.note_failure()
            raise
        except Exception:
            self.note_success()
            raise
        self.note_success()
