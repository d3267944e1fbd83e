"""A bounded mapping for what a process may forget."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """A bounded mapping that lets go of what has not been put for longest."""

    def __init__(self, most: int) -> None:
        """Start empty; `most` entries are held."""
        self._most = most
        self._entries: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value of a key, or None."""
        return self._entries.get(key)

    def put(self, key: K, value: V) -> None:
        """Hold a value as the youngest."""
        with self._lock:
            self._entries[key] = value
            self._entries.move_to_end(key)
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)
