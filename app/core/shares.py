"""Places that many owners share: none takes more than its share of them, so that the others find one."""

import threading
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

Owners = Mapping[str, Hashable]
"""Who work is done for, by kind: `{"bot": 7, "workspace": 1}`."""


class Full(Exception):
    """So much work of this owner waits already that no more is taken."""


class Shares:
    """So many places in all, and so many for one owner of each kind."""

    def __init__(self, places: int, **shares: int) -> None:
        """Give each kind of owner its share; kinds that are not named have none of their own."""
        self._places, self._shares = places, shares
        self._taken: Counter[object] = Counter()
        self._lock = threading.Lock()

    def take(self, owners: Owners) -> bool:
        """Take a place where there is one for all these owners."""
        with self._lock:
            if self._taken[None] >= self._places:
                return False
            if any(self._taken[kind, owners[kind]] >= share for kind, share in self._shares.items() if kind in owners):
                return False
            self._count(owners, 1)
            return True

    def give_back(self, owners: Owners) -> None:
        """Give a place back."""
        with self._lock:
            self._count(owners, -1)

    def _count(self, owners: Owners, change: int) -> None:
        for key in (None, *owners.items()):
            self._taken[key] += change
            if not self._taken[key]:
                del self._taken[key]

    @contextmanager
    def hold(self, owners: Owners) -> Iterator[bool]:
        """Hold a place if there is one; gives whether there was."""
        has_place = self.take(owners)
        try:
            yield has_place
        finally:
            if has_place:
                self.give_back(owners)


class SharedPool:
    """Threads for the work of many owners; what finds no place waits until its owners have one again."""

    def __init__(self, name: str, shares: Shares, *, threads: int, waiting: int) -> None:
        """Let so much work of one bot, or any other first owner, wait."""
        self._shares, self._most = shares, waiting
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._waiting: deque[tuple[Owners, Future[Any], Callable[[], Any]]] = deque()
        self._lock = threading.Lock()

    def submit(self, owners: Owners, work: Callable[[], Any]) -> "Future[Any]":
        """Have work done as soon as its owners have a place; Full where too much of the first owner's waits."""
        future: Future[Any] = Future()
        first = next(iter(owners.items()))
        with self._lock:
            if sum(next(iter(other.items())) == first for other, _, _ in self._waiting) >= self._most:
                raise Full(str(first))
            self._waiting.append((owners, future, work))
        self._start()
        return future

    def _start(self) -> None:
        """Begin what has a place, in the order it came."""
        with self._lock:
            for item in tuple(self._waiting):
                if self._shares.take(item[0]):
                    self._waiting.remove(item)
                    self._pool.submit(self._work, *item)

    def _work(self, owners: Owners, future: "Future[Any]", work: Callable[[], Any]) -> None:
        """Do the work; the place is free before anybody hears of the result."""
        result, error = None, None
        try:
            result = work()
        except BaseException as raised:
            error = raised
        self._shares.give_back(owners)
        self._start()
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)
