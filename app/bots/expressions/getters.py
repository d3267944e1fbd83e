"""The parts of a moment that CEL names, in a time zone: the library knows them in UTC alone, and durations itself."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

_OFFSET = re.compile(r"([+-]?)(\d{1,2}):(\d{2})")
_OF_MOMENTS: dict[str, Callable[[datetime], int]] = {
    "getFullYear": lambda at: at.year,
    "getMonth": lambda at: at.month - 1,
    "getDate": lambda at: at.day,
    "getDayOfMonth": lambda at: at.day - 1,
    "getDayOfYear": lambda at: at.timetuple().tm_yday - 1,
    "getDayOfWeek": lambda at: at.isoweekday() % 7,
    "getHours": lambda at: at.hour,
    "getMinutes": lambda at: at.minute,
    "getSeconds": lambda at: at.second,
    "getMilliseconds": lambda at: at.microsecond // 1000,
}
_USED = re.compile(rf"\.({'|'.join(_OF_MOMENTS)})\(")


def find_getters(source: str) -> dict[str, Callable[..., int]]:
    """Return the getters that an expression names."""
    return {name: _getter(name) for name in set(_USED.findall(source))}


def _getter(name: str) -> Callable[..., int]:
    """A getter as CEL calls it: in UTC unless a zone is given."""

    def get(value: datetime, zone: str = "UTC") -> int:
        return _OF_MOMENTS[name](value.astimezone(_zone(zone)))

    return get


def _zone(name: str) -> tzinfo:
    """A zone by its name or as an offset such as `+05:30`."""
    offset = _OFFSET.fullmatch(name)
    if offset is None:
        return ZoneInfo(name)
    span = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
    return timezone(-span if offset[1] == "-" else span)
