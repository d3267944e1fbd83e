"""How much the demonstration holds, and how it computes what it stores."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """Counts of conversations and of vehicles."""

    conversations: int
    vehicles: int


Computing = Callable[[], AbstractContextManager[None]]
"""A context for what takes long and stores nothing; a job holds no write lock in it."""
WHOLE, SMALL = Size(1_800, 2_000), Size(180, 200)
_size: ContextVar[Size] = ContextVar("size", default=WHOLE)


def current_size() -> Size:
    """Return the size of the demonstration that is being made."""
    return _size.get()


@contextmanager
def use_size(size: Size) -> Iterator[None]:
    """Make the demonstration of this size in the block."""
    token = _size.set(size)
    try:
        yield
    finally:
        _size.reset(token)
