"""E-mail addresses, phones, registration numbers, VINs, and names of entity values."""

import re
from collections.abc import Mapping
from typing import Any

import phonenumbers

from app.core.text import plain_digits, words
from app.core.values import phones, vehicles
from app.core.values.emails import normal_email
from app.core.values.reading import Reading, Value, distinct, drop_denied, reading_of, without_overlaps

_WITH_AT = re.compile(r"(?<![^\s,;<>()\[\]\"|])[^\s,;<>()\[\]\"|]{0,254}@[^\s,;<>()\[\]\"|]{0,254}")
_CUT = re.compile(r"(?:[@.]|\b(?:dot|underscore|dash|plus))\s*$", re.IGNORECASE)
_CONTINUED = re.compile(r"\s*(?:[@]|\bdot\b|,\s?\w+\.?$)", re.IGNORECASE)
_OPENING, _CLOSING = ":'‘“*`", ".:!?'’”*`"
NAME_WORDS = 20
"""Words of the longest name that is found within a text."""


def find_emails(text: str) -> list[Value]:
    """Return the e-mail addresses as they are stored; what is only a part of one is none."""
    values = []
    for match in _WITH_AT.finditer(text):
        email = match[0].removeprefix("mailto:").lstrip(_OPENING).rstrip(_CLOSING)
        address = normal_email(email)
        if address and not _CUT.search(text[: match.start()]) and not _CONTINUED.match(text[match.end() :]):
            values.append(Value(address, match[0], match.start(), match.end()))
    return values


def find_phones(text: str, zone: str) -> list[Value]:
    """Return the valid phone numbers in E.164; without a country code they are of the zone's country."""
    matches = phonenumbers.PhoneNumberMatcher(plain_digits(text), phones.country_of(zone) or phones.COUNTRY)
    return [
        Value(phonenumbers.format_number(match.number, phonenumbers.PhoneNumberFormat.E164), match.raw_string,
              match.start, match.end)
        for match in matches
    ]  # fmt: skip


def read(values: list[Value], text: str) -> Reading:
    """Return the identifiers of a text that it does not deny."""
    return Reading(distinct(drop_denied(text, values)), reading_of(text, values).rest)


def find_registrations(text: str, zone: str) -> list[Value]:
    """Return the registration numbers of the zone's country, in upper case and without blanks."""
    return vehicles.find_registrations(plain_digits(text), phones.country_of(zone))


def find_vins(text: str) -> list[Value]:
    """Return vehicle identification numbers; a wrong check digit is a warning, as not every maker uses it."""
    return vehicles.find_vins(plain_digits(text))


def find_names(text: str, names: Mapping[str, Any]) -> list[Value]:
    """Return the values whose names stand in a text as whole words; the longer name wins."""
    # Looked up by the words of the text, as there may be many more names than words.
    text_words, values, start = words(text), dict[str, Value](), 0
    for first, word in enumerate(text_words):
        for last in range(first + 1, min(first + NAME_WORDS, len(text_words)) + 1):
            name = " ".join(text_words[first:last])
            if name in names:
                values.setdefault(name, Value(names[name], name, start, start + len(name)))
        start += len(word) + 1
    return without_overlaps(list(values.values()))
