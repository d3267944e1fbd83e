"""A value found in a text."""

from typing import Any, NamedTuple


class Found(NamedTuple):
    """A value as it is stored, the words that say it, and where they stand; `warning` is a code or empty."""

    value: Any
    text: str
    start: int
    end: int
    warning: str = ""


def without_overlaps(found: list[Found]) -> list[Found]:
    """Return values in the order of the text; of two that overlap the longer one stays."""
    chosen: list[Found] = []
    for one in sorted(found, key=lambda one: (one.start - one.end, one.start)):
        if all(one.end <= other.start or one.start >= other.end for other in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.start)
