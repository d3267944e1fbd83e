"""Values in what people write: dates, times, numbers, phones and the like, each with where it stands in the text."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.bots.engine.values import dates, identifiers, numbers, times
from app.bots.engine.values.found import Found

__all__ = ["KINDS", "Found", "find_named", "find_values", "read_value"]

KINDS = ("text", "number", "date", "time", "datetime", "email", "phone", "registration", "vin", "one_of", "rating")
TEXT_LENGTH = 2000
_FINDERS: dict[str, Callable[[str, datetime], list[Found]]] = {
    "number": lambda text, now: numbers.find(text),
    "date": dates.find,
    "time": lambda text, now: times.find(text),
    "datetime": times.find_moments,
    "email": lambda text, now: identifiers.find_emails(text),
    "phone": lambda text, now: identifiers.find_phones(text),
    "registration": lambda text, now: identifiers.find_registrations(text),
    "vin": lambda text, now: identifiers.find_vins(text),
}


def find_values(text: str, kind: str, now: datetime, zone: str) -> list[Found]:
    """Return the values of a kind that a text contains, in its order; `now` is aware, `zone` an IANA name.

    Dates are `YYYY-MM-DD`, times `HH:MM`, moments RFC 3339, phones E.164, numbers int or float.
    """
    finder = _FINDERS.get(kind)
    return finder(text[:TEXT_LENGTH], now.astimezone(ZoneInfo(zone))) if finder else []


def read_value(text: str, kind: str, now: datetime, zone: str, *, scale: int = 5) -> Found | None:
    """Return the value a text gives as an answer to a question of a kind, or None.

    Beyond what `find_values` finds, a bare hour answers a question for a time and a number word one for a number.
    """
    stripped = text.strip()[:TEXT_LENGTH]
    if kind == "text":
        return Found(stripped, stripped, 0, len(text)) if stripped else None
    if kind == "rating":
        return numbers.read_rating(text, scale)
    if kind == "number":
        return numbers.read(text)
    found = find_values(text, kind, now, zone)
    if not found and kind == "time":
        found = times.bare(text)
    if not found and kind == "date":
        found = dates.bare(text, now.astimezone(ZoneInfo(zone)))
    return found[0] if found else None


def find_named(text: str, names: Mapping[str, Any]) -> list[Found]:
    """Return the entity values a text names: `names` leads from words to values, longer names win."""
    return identifiers.find_names(text, names)
