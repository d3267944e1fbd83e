"""Addresses, phones, registration numbers, VINs, and names of entity values."""

import re
from collections.abc import Mapping
from typing import Any

import phonenumbers

from app.bots.engine.text import plain_digits, words
from app.bots.engine.values.found import Found, without_overlaps

REGION = "IN"
_EMAIL = re.compile(r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
# State, district, series, number: KA01AB1234; the series of the whole country: 22BH1234AA.
NAME_WORDS = 20
"""Words of the longest name that is found within a text."""
_REGISTRATION = re.compile(
    r"(?<![A-Z0-9])(?:([A-Z]{2})[ -]?(\d{1,2})[ -]?([A-Z]{0,3})[ -]?(\d{4})"
    r"|(\d{2})[ -]?(BH)[ -]?(\d{4})[ -]?([A-Z]{1,2}))(?![A-Z0-9])"
)
_STATES = frozenset(
    "AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TN TR TS UA UK "
    "UP WB".split()
)
_VIN = re.compile(r"(?<![A-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-Z0-9])")
_VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", (*range(1, 9), *range(1, 6), 7, 9, *range(2, 10)), strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def find_emails(text: str) -> list[Found]:
    """Return the e-mail addresses, at most 254 characters each, in lower case."""
    matches = [match for match in _EMAIL.finditer(text) if len(match[0]) <= 254]
    return [Found(match[0].rstrip(".").lower(), match[0], match.start(), match.end()) for match in matches]


def find_phones(text: str) -> list[Found]:
    """Return the valid phone numbers in E.164; without a country code they are Indian."""
    matches = phonenumbers.PhoneNumberMatcher(plain_digits(text), REGION)
    return [
        Found(phonenumbers.format_number(match.number, phonenumbers.PhoneNumberFormat.E164), match.raw_string,
              match.start, match.end)
        for match in matches
    ]  # fmt: skip


def find_registrations(text: str) -> list[Found]:
    """Return Indian registration numbers, in upper case and without spaces."""
    found = []
    for match in _REGISTRATION.finditer(plain_digits(text).upper()):
        if match[1] is None or match[1] in _STATES:
            value = "".join(part for part in match.groups() if part)
            found.append(Found(value, match[0], match.start(), match.end()))
    return found


def find_vins(text: str) -> list[Found]:
    """Return vehicle identification numbers; a wrong check digit is a warning, as not every maker uses it."""
    found = []
    for match in _VIN.finditer(plain_digits(text).upper()):
        if any(character.isdecimal() for character in match[0]):
            warning = "" if has_check_digit(match[0]) else "vin_check_digit"
            found.append(Found(match[0], match[0], match.start(), match.end(), warning))
    return found


def has_check_digit(vin: str) -> bool:
    """Whether the ninth character of a VIN is its check digit (ISO 3779, as used in North America)."""
    total = sum(
        weight * (int(character) if character.isdecimal() else _VIN_VALUES[character])
        for character, weight in zip(vin, _VIN_WEIGHTS, strict=True)
    )
    return vin[8] == ("X" if total % 11 == 10 else str(total % 11))


def find_names(text: str, names: Mapping[str, Any]) -> list[Found]:
    """Return the values whose names stand in a text as whole words; the longer name wins."""
    # Looked up by the words of the text, as there may be many more names than words.
    said, found, start = words(text), dict[str, Found](), 0
    for first, word in enumerate(said):
        for last in range(first + 1, min(first + NAME_WORDS, len(said)) + 1):
            name = " ".join(said[first:last])
            if name in names:
                found.setdefault(name, Found(names[name], name, start, start + len(name)))
        start += len(word) + 1
    return without_overlaps(list(found.values()))
