"""Quiet hours, of a person or of a client's customers: messages nobody has asked for wait until these end."""

from datetime import datetime, time, timedelta
from typing import Any, Protocol
from zoneinfo import ZoneInfo


class HasQuietHours(Protocol):
    """A row with quiet hours: from and to as `HH:MM`, or neither."""

    quiet_from: Any
    quiet_to: Any


def next_quiet(row: HasQuietHours, moment: datetime, zone: str) -> datetime | None:
    """Return when the row's quiet hours begin next after a moment; None where it has none."""
    if row.quiet_from is None or row.quiet_to is None:
        return None
    local = moment.astimezone(ZoneInfo(zone))
    begin = datetime.combine(local.date(), time.fromisoformat(row.quiet_from), local.tzinfo)
    return begin if begin > local else begin + timedelta(days=1)


def after_quiet(row: HasQuietHours, moment: datetime, zone: str) -> datetime:
    """Return the moment, or the end of the row's quiet hours if it lies in them."""
    if row.quiet_from is None or row.quiet_to is None:
        return moment
    local = moment.astimezone(ZoneInfo(zone))
    begin, end = time.fromisoformat(row.quiet_from), time.fromisoformat(row.quiet_to)
    at = local.time()
    quiet = begin <= at < end if begin < end else at >= begin or at < end
    if not quiet:
        return moment
    day = local.date() + timedelta(days=int(at >= end))
    return datetime.combine(day, end, local.tzinfo)
