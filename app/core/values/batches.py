"""Many values, so many at once: a statement takes only so many parameters, a transaction only so much work."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

V = TypeVar("V")


def batched(values: Iterable[V], size: int) -> Iterator[list[V]]:
    """Yield values in lists of a size, the last one shorter; Python 3.12 has it in `itertools`."""
    rest = iter(values)
    while batch := list(islice(rest, size)):
        yield batch
