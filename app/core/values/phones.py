"""Phone numbers: stored as E.164, shown as they are written in their country."""

import re
from functools import cache
from importlib.resources import files

import phonenumbers

from app.core.text import plain_digits
from app.core.values.emails import normalise_email_text

COUNTRY = "IN"
"""The country of numbers without one, in a zone that lies in none."""
_WRITTEN = re.compile(r"(?:tel:)?[+0-9()\s.\-–‑]+")


@cache
def _regions() -> dict[str, str]:
    """The country of each zone, by the zone table."""
    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return {row[2]: row[0] for row in rows}


def country_of(zone: str) -> str | None:
    """Return the country a zone lies in, None where it lies in none."""
    return _regions().get(zone)


def normalise_phone(text: str, zone: str) -> str | None:
    """Return a number as E.164, read as one of the zone's country where it names none; None where it is no number."""
    plain = plain_digits(normalise_email_text(text))
    if not _WRITTEN.fullmatch(plain):
        return None
    try:
        number = phonenumbers.parse(plain, country_of(zone))
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_valid_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def are_several(text: str, zone: str) -> bool:
    """Whether a text has more than one phone number."""
    matches = phonenumbers.PhoneNumberMatcher(plain_digits(normalise_email_text(text)), country_of(zone) or COUNTRY)
    return len({match.number.national_number for match in matches}) > 1


def format_phone(number: str) -> str:
    """Return a stored number as people write it."""
    parsed = phonenumbers.parse(number)
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.INTERNATIONAL)
