"""Circuit breakers: what has failed often is left alone for a while, each process judging by its own calls."""

import threading
import time
from collections import deque

from app.core.lru import Recent

FAILURES, WITHIN, RESTS = 5, 30.0, 30.0
"""So many failures within so many seconds open a breaker for so many seconds."""


class Breaker:
    """The failures of one place; after a rest one try shows whether it works again."""

    def __init__(self) -> None:
        self._failed: deque[float] = deque(maxlen=FAILURES)
        self._until: float | None = None
        self._lock = threading.Lock()

    def admits(self) -> bool:
        """Whether a call may be made: always while closed, one at a time after a rest."""
        with self._lock:
            if self._until is None:
                return True
            if time.monotonic() < self._until:
                return False
            self._until = time.monotonic() + RESTS
            return True

    def note(self, *, failed: bool) -> None:
        """Take a call's outcome into account."""
        now = time.monotonic()
        with self._lock:
            if not failed:
                self._failed.clear()
                self._until = None
                return
            self._failed.append(now)
            is_often = len(self._failed) == FAILURES and now - self._failed[0] <= WITHIN
            if is_often or self._until is not None:
                self._until = now + RESTS


_breakers: Recent[tuple[int, str], Breaker] = Recent(1024)
_lock = threading.Lock()


def breaker_of(bot: int, place: str) -> Breaker:
    """Return the breaker of one handler of a bot."""
    with _lock:
        breaker = _breakers.get((bot, place))
        if breaker is None:
            breaker = Breaker()
            _breakers.put((bot, place), breaker)
        return breaker
