"""The only clock: every part that needs the time asks here, so that tests can hold it still."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

_away: ContextVar[timedelta] = ContextVar("away", default=timedelta())


def now() -> datetime:
    """The present instant in UTC, cut to milliseconds, as it is stored."""
    instant = datetime.now(UTC) + _away.get()
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)


@contextmanager
def travel(to: datetime) -> Iterator[None]:
    """Have the block happen at another time, as the demonstration's past does; from there the clock goes on."""
    token = _away.set(to - datetime.now(UTC))
    try:
        yield
    finally:
        _away.reset(token)
