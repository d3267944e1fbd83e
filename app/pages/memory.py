"""What a process has learnt of pages: which needs an address had, and which documents it has finished."""

from collections import OrderedDict
from threading import Lock
from typing import TypeVar

MAX_ADDRESSES = 2_000
MAX_TAGS = 10_000
K = TypeVar("K")
V = TypeVar("V")
Address = tuple[str, str, int | None]
"""Build, canonical address, reader."""


class Memory:
    """Lets needs be answered before they are asked for, and an unchanged page be told without rendering it.

    A wrong memory costs an answer nobody needs, or one more question; never a wrong page.
    """

    def __init__(self) -> None:
        """Start knowing nothing."""
        self._needs: OrderedDict[Address, tuple[str, ...]] = OrderedDict()
        self._finished: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def needs(self, address: Address) -> tuple[str, ...] | None:
        """What the page needed when it was last rendered; None when it has not been."""
        return self._needs.get(address)

    def finished(self, tag: str) -> bool:
        """Whether a document of this tag was sent whole: only then is a browser's copy known to be good."""
        return tag in self._finished

    def learn(self, address: Address, needs: tuple[str, ...], tag: str) -> None:
        """Keep what a finished page has shown."""
        with self._lock:
            _keep(self._needs, address, needs, MAX_ADDRESSES)
            _keep(self._finished, tag, None, MAX_TAGS)


def _keep(kept: "OrderedDict[K, V]", key: K, value: V, most: int) -> None:
    """Put an entry at the young end and let the oldest go."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
