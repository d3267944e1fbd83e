"""Values in what people write: one reader for each type, for bots, forms, imports and the API."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from app.core.text import words
from app.core.values import dates, identifiers, numbers, times
from app.core.values.reading import Reading, Value, drop_denied

__all__ = ["KINDS", "Reading", "Value", "find_named", "find_values", "read_value"]

KINDS = ("text", "number", "date", "time", "datetime", "email", "phone", "registration", "vin", "one_of", "rating")
TEXT_LENGTH = 2000


class _Setting(NamedTuple):
    """What a text is read by: the local time, the zone, and the hours of business."""

    now: datetime
    zone: str
    spans: times.Spans


_FINDERS: dict[str, Callable[[str, _Setting], list[Value]]] = {
    "number": lambda text, at: numbers.find(text),
    "date": lambda text, at: dates.find(text, at.now),
    "time": lambda text, at: times.find(text, at.now, at.spans),
    "datetime": lambda text, at: times.find_moments(text, at.now, at.spans),
    "email": lambda text, at: identifiers.find_emails(text),
    "phone": lambda text, at: identifiers.find_phones(text, at.zone),
    "registration": lambda text, at: identifiers.find_registrations(text, at.zone),
    "vin": lambda text, at: identifiers.find_vins(text),
}
_READERS: dict[str, Callable[[str, _Setting], Reading]] = {
    "number": lambda text, at: numbers.read(text),
    "date": lambda text, at: dates.read(text, at.now),
    "time": lambda text, at: times.read(text, at.now, at.spans),
    "datetime": lambda text, at: times.read_moment(text, at.now, at.spans),
}


def _setting(now: datetime, zone: str, hours: Mapping[str, Any] | None) -> _Setting:
    return _Setting(now.astimezone(ZoneInfo(zone)), zone, times.spans_of(hours))


def find_values(
    text: str, kind: str, now: datetime, zone: str, *, hours: Mapping[str, Any] | None = None
) -> list[Value]:
    """Return the values of a kind that a text certainly names, in its order; `now` is aware, `zone` an IANA name.

    Dates are `YYYY-MM-DD`, times `HH:MM`, moments RFC 3339, phones E.164, numbers int or float. Business `hours` say
    which half of the day an hour is in.
    """
    finder = _FINDERS.get(kind)
    if finder is None:
        return []
    text = text[:TEXT_LENGTH]
    values = drop_denied(text, finder(text, _setting(now, zone, hours)))
    places = [(value.start, value.end) for value in values]
    return [value for value in values if value.value is not None and places.count((value.start, value.end)) == 1]


def read_value(
    text: str, kind: str, now: datetime, zone: str, *, scale: int = 5, hours: Mapping[str, Any] | None = None
) -> Reading:
    """Return what a text says as an answer to a question of a kind.

    Beyond what `find_values` finds, a bare hour answers a question for a time and a number word one for a number.
    """
    text = text[:TEXT_LENGTH]
    if kind == "text":
        stripped = text.strip()
        return Reading((Value(stripped, stripped, 0, len(text)),) if stripped else ())
    if kind == "rating":
        return numbers.read_rating(text, scale)
    setting = _setting(now, zone, hours)
    if kind in _READERS:
        return _READERS[kind](text, setting)
    finder = _FINDERS.get(kind)
    return identifiers.read(finder(text, setting), text) if finder else Reading()


def find_named(text: str, names: Mapping[str, Any]) -> list[Value]:
    """Return the entity values a text names: `names` leads from words to values, longer names win."""
    return drop_denied(" ".join(words(text)), identifiers.find_names(text, names))
