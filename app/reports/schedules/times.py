"""When a schedule is due: its hour on the clock of its zone, also on days that change the clock."""

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from app.reports.filters.ranges import DAY, local_date

MINUTE = timedelta(minutes=1)
LONGEST_GAP = 2 * 24 * 60
"""Minutes: zones that crossed the date line have left out a whole day."""
LOOKED_AT = 64
"""Days among which there is always one that is due."""


class Times(Protocol):
    """What says when something is due."""

    every: str
    on: int | None
    at: str
    zone: str


def next_run(times: Times, after: datetime) -> datetime:
    """Return the first moment after another one at which it is due."""
    zone, clock = ZoneInfo(times.zone), time.fromisoformat(times.at)
    day = local_date(after, zone) - DAY
    for _ in range(LOOKED_AT):
        if _is_on(times, day) and not (times.every == "day" and _is_left_out(day, zone)):
            moment = find_moment(datetime.combine(day, clock), zone)
            if moment > after:
                return moment
        day += DAY
    raise ValueError(f"No day is due: {times.every} {times.on}.")


def _is_on(times: Times, day: date) -> bool:
    if times.every == "week":
        return day.isoweekday() == times.on
    if times.every == "month":
        return day.day == min(times.on or 1, monthrange(day.year, day.month)[1])
    return True


def _is_left_out(day: date, zone: ZoneInfo) -> bool:
    """Whether a zone never had a day: what is due each day is not due on it."""
    return local_date(find_moment(datetime.combine(day, time()), zone), zone) != day


def find_moment(local: datetime, zone: ZoneInfo) -> datetime:
    """Return the instant of a local minute: the first of two, and of a skipped one the next minute that there is."""
    for _ in range(LONGEST_GAP):
        moment = local.replace(tzinfo=zone).astimezone(UTC)
        if moment.astimezone(zone).replace(tzinfo=None) == local:
            return moment
        local += MINUTE
    raise ValueError(f"{zone.key} has no minute after {local}.")
