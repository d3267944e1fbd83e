"""Points of time as clients write them: dates, instants, and clock times of the workspace's zone."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.core.http.schemas import FIRST_DAY, LAST_DAY

LENGTH = 40
_WRITTEN = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?")


def read(text: str, zone: ZoneInfo, stored: datetime | None = None) -> datetime:
    """The instant a text means, a date its midnight and a time without a zone that of the clocks in `zone`.

    A minute that the clocks showed at the `stored` instant is that instant: in autumn they show an hour twice.
    Raises ValueError when the text is no ISO date or time, or too far away.
    """
    if not _WRITTEN.fullmatch(text):
        raise ValueError("Enter a date or time.")
    moment = datetime.fromisoformat(text)
    if not FIRST_DAY <= moment.date() <= LAST_DAY:
        raise ValueError("The date is too far in the past or future.")
    if stored is not None and stored.astimezone(zone).replace(second=0, microsecond=0, tzinfo=None) == moment:
        return stored
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


def day_of(text: str, zone: ZoneInfo) -> date:
    """The day a text means: as it is written, or of an instant the day it falls on in `zone`."""
    moment = read(text, zone)
    instant = datetime.fromisoformat(text)
    return instant.date() if instant.tzinfo is None else moment.astimezone(zone).date()


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Where a day begins."""
    return datetime.combine(day, time.min, zone).astimezone(UTC)


def write_instant(moment: datetime) -> str:
    """An instant as we answer it."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def after(day: date) -> date:
    """The next day."""
    return day + timedelta(days=1)
