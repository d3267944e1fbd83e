"""Turns at heavy work: few requests of a process do it at once, in order of arrival; the others wait for a while."""

import threading
import time
from collections import Counter as Counts
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from prometheus_client import Counter

from app.core.db.base import end_reading
from app.core.errors import TooMany
from app.core.providers import Provider

T = TypeVar("T")
REFUSED = Counter("turns_refused_total", "Requests for heavy work refused after they have waited", ["work"])
REPORT_SECONDS = 9.0
"""How long a report waits for its turn: nearly all the time that a page has for its answers."""
SIGN_IN_SECONDS = 10.0
"""How long a sign-in waits for its password to be checked."""
_end: ContextVar[float] = ContextVar("end")


@Provider
def idle() -> AbstractContextManager[None]:
    """What surrounds a wait; the web server gives the thread's place to other requests."""
    return nullcontext()


@contextmanager
def ends_by(moment: float) -> Iterator[None]:
    """Let nothing enclosed wait beyond a moment of the monotonic clock."""
    token = _end.set(min(moment, _end.get(moment)))
    try:
        yield
    finally:
        _end.reset(token)


def _wait(event: threading.Event, seconds: float) -> bool:
    """Wait for an event within the request's own time, without holding a place among the running requests."""
    seconds_left = min(seconds, _end.get(float("inf")) - time.monotonic())
    if event.is_set() or seconds_left <= 0:
        return event.is_set()
    end_reading()
    with idle():
        return event.wait(seconds_left)


class Turns:
    """The room for one kind of heavy work; together the kinds leave threads of a process to everything else."""

    def __init__(
        self, work: str, *, at_once: int, patience: float, waiting: int | None = None, share: int | None = None
    ) -> None:
        """Let so many in at once, `share` of one key among them; so many (or any number) wait for so many seconds."""
        self.work, self.patience = work, patience
        self._at_once, self._waiting, self._share = at_once, waiting, share or at_once
        self._lock = threading.Lock()
        self._inside: Counts[Hashable] = Counts()
        self._queue: deque[tuple[Hashable, threading.Event]] = deque()

    @contextmanager
    def hold(self, key: Hashable = None) -> Iterator[None]:
        """Have a turn; TooMany when too many wait already, or when it does not come in time."""
        if not self._take(key):
            raise self.refusal()
        try:
            yield
        finally:
            self._release(key)

    def refusal(self) -> TooMany:
        """The answer to a request whose turn does not come; counted."""
        REFUSED.labels(self.work).inc()
        return TooMany(1, "The server is busy. Try again in a moment.")

    def _take(self, key: Hashable) -> bool:
        """Whether a turn came."""
        entry = key, threading.Event()
        with self._lock:
            self._queue.append(entry)
            self._admit()
            if not entry[1].is_set() and self._waiting is not None and len(self._queue) > self._waiting:
                self._queue.remove(entry)
                return False
        if _wait(entry[1], self.patience):
            return True
        with self._lock:
            if entry in self._queue:
                self._queue.remove(entry)
                return False
        return True  # It came just now.

    def _release(self, key: Hashable) -> None:
        """End a turn."""
        with self._lock:
            self._inside[key] -= 1
            if not self._inside[key]:
                del self._inside[key]
            self._admit()

    def _admit(self) -> None:
        """Let those in who have waited longest, as far as there is room."""
        for entry in list(self._queue):
            if self._inside.total() >= self._at_once:
                return
            key, turn = entry
            if self._inside[key] < self._share:
                self._inside[key] += 1
                self._queue.remove(entry)
                turn.set()


class SingleFlight(Generic[T]):
    """Computations that serve every request for the same at that time."""

    def __init__(self, turns: Turns) -> None:
        """Compute in these turns."""
        self._turns, self._lock = turns, threading.Lock()
        self._flights: dict[Hashable, tuple[threading.Event, list[T]]] = {}

    def run(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return what `compute` does, or another request's result of the same key that is under way."""
        until = time.monotonic() + self._turns.patience
        while True:
            with self._lock:
                flight = self._flights.get(key)
                if flight is None:
                    own = self._flights[key] = threading.Event(), []
                    break
            landed, results = flight
            in_time = _wait(landed, until - time.monotonic())
            if results:
                return results[0]
            if not in_time:
                raise self._turns.refusal()
        try:
            with self._turns.hold():
                result = compute()
            own[1].append(result)
            return result
        finally:
            with self._lock:
                del self._flights[key]
            own[0].set()


# A hash takes a twentieth of a second: as many as a process has threads wait without a refusal, and not for long.
PASSWORDS = Turns("password", at_once=2, waiting=62, patience=SIGN_IN_SECONDS)
# Two at once in a process would share its one interpreter and be done no sooner, and everything else waits for both.
REPORTS = Turns("report", at_once=1, patience=REPORT_SECONDS)
"""Dashboards that are not kept, and files of up to ten thousand rows."""
SHARED_REPORTS = SingleFlight[Any](REPORTS)
FILES = Turns("file", at_once=1, waiting=2, patience=20)
"""Files that are checked while their sender waits."""
CALLS = Turns("call", at_once=16, waiting=16, patience=2, share=8)
"""Calls to other systems that a request waits for: half of them for one workspace at most."""
SIGN_ONS = Turns("sign_on", at_once=4, waiting=32, patience=3, share=2)
"""Anonymous requests that have an identity provider asked: half of them for one workspace at most."""
