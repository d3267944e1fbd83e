"""The only clock: every part that needs the time asks here, so that tests can hold it still."""

from datetime import UTC, datetime


def now() -> datetime:
    """The present instant in UTC, cut to milliseconds, as it is stored."""
    instant = datetime.now(UTC)
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)
