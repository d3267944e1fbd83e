"""Business hours: whether a moment lies within them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def is_open(hours: Mapping[str, Any] | None, now: datetime, zone: str) -> bool:
    """Whether a bot is open: always without hours; `to` is the first minute after, `24:00` the end of the day."""
    if not hours:
        return True
    local = now.astimezone(ZoneInfo(hours.get("zone") or zone))
    if local.date().isoformat() in hours.get("holidays", ()):
        return False
    clock = f"{local.hour:02d}:{local.minute:02d}"
    spans = hours.get("week", {}).get(WEEKDAYS[local.weekday()], ())
    return any(first <= clock < last for first, last in spans)
