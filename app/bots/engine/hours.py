"""Business hours: whether a moment lies within them."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def is_open(hours: Mapping[str, Any] | None, now: datetime, zone: str) -> bool:
    """Whether a bot is open: always without hours; `to` is the first minute after, `24:00` the end of the day."""
    local = now.astimezone(ZoneInfo((hours or {}).get("zone") or zone))
    clock = f"{local.hour:02d}:{local.minute:02d}"
    return any(first <= clock < last for first, last in spans_on(hours, now, zone))


def spans_on(hours: Mapping[str, Any] | None, day: datetime, zone: str) -> list[tuple[str, str]]:
    """Return the hours of a moment's day as `HH:MM` pairs: the whole day without hours, none on a holiday."""
    if not hours:
        return [("00:00", "24:00")]
    local = day.astimezone(ZoneInfo(hours.get("zone") or zone))
    if local.date().isoformat() in hours.get("holidays", ()):
        return []
    return [(first, last) for first, last in hours.get("week", {}).get(WEEKDAYS[local.weekday()], ())]


def next_opening(hours: Mapping[str, Any] | None, now: datetime, zone: str) -> datetime | None:
    """Return when a bot opens next, after now; None where it is always open or never within a fortnight."""
    if not hours:
        return None
    place = ZoneInfo(hours.get("zone") or zone)
    for ahead in range(15):
        day = now.astimezone(place) + timedelta(days=ahead)
        for first, _ in sorted(spans_on(hours, day, zone)):
            opens = datetime.combine(day.date(), time.fromisoformat(first), place) if first < "24:00" else None
            if opens is not None and opens > now:
                return opens
    return None
