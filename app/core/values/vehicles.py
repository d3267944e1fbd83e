"""What names a vehicle: VINs with their check digit, and registrations by the pattern of their country."""

import re
from collections.abc import Iterator

from app.core.text import plain_digits
from app.core.values.reading import Value

VIN = re.compile(r"[A-HJ-NPR-Z0-9]{17}")
SEPARATORS = re.compile(r"[\s.\-/·]+")
_STATES = (
    "AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TN TR TS UA UK "
    "UP WB"
)
PATTERNS = {
    # State, district, series, number; and the nation-wide BH series: year, BH, number, letters.
    "IN": re.compile(rf"(?:(?:{_STATES.replace(' ', '|')})[0-9]{{1,2}}[A-HJ-NP-Z]{{0,3}}[0-9]{{4}}"
                     r"|[0-9]{2}BH[0-9]{4}[A-HJ-NP-Z]{1,2})"),
    "": re.compile(r"[A-Z0-9]{2,12}"),
}  # fmt: skip
"""What a registration looks like without blanks, by country; elsewhere anything short of letters and digits."""
_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", (*range(1, 9), *range(1, 6), 7, 9, *range(2, 10)), strict=True)) | {
    str(digit): digit for digit in range(10)
}
_CHECK = 8
"""Where the check digit is."""
VIN_LENGTH = len(_WEIGHTS)
_PIECE = re.compile(r"[A-Z0-9]+")
_MOST_PIECES = 6
"""Pieces that a registration is written in, as `DL 3C AB 1234` is in four."""


def normal_registration(text: str, country: str | None) -> str | None:
    """Return the registration that a text is, in capitals and without separators; None where it is none."""
    registration = SEPARATORS.sub("", plain_digits(text)).upper()
    return registration if PATTERNS[country if country in PATTERNS else ""].fullmatch(registration) else None


def find_registrations(text: str, country: str | None) -> list[Value]:
    """Return the registrations in a text; of a country without a pattern only the one that the text is."""
    plain = text.upper()
    if len(plain) != len(text):
        plain = text
    if country not in PATTERNS:
        registration = normal_registration(text.strip(), country)
        has_digit = registration is not None and any(character.isdecimal() for character in registration)
        return [Value(registration, text, 0, len(text))] if has_digit else []
    values, until = [], 0
    for start, end in _places(plain):
        registration = normal_registration(plain[start:end], country) if start >= until else None
        if registration is not None:
            values.append(Value(registration, text[start:end], start, end))
            until = end
    return values


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where pieces of letters and digits begin and end, the longest row of them first."""
    pieces = list(_PIECE.finditer(text))
    for at, piece in enumerate(pieces):
        if text[piece.start() - 1 : piece.start()].isalnum():
            continue
        ends = [piece.end()]
        for before, following in zip(pieces[at:], pieces[at + 1 : at + _MOST_PIECES], strict=False):
            if not SEPARATORS.fullmatch(text, before.end(), following.start()):
                break
            ends.append(following.end())
        yield from ((piece.start(), end) for end in reversed(ends) if not text[end : end + 1].isalnum())


def find_vins(text: str) -> list[Value]:
    """Return the VINs in a text; a wrong check digit is a warning, as not every maker uses it."""
    values = []
    for match in re.finditer(rf"(?<![A-Z0-9]){VIN.pattern}(?![A-Z0-9])", text.upper()):
        if any(character.isdecimal() for character in match[0]):
            warning = "" if has_check_digit(match[0]) else "vin_check_digit"
            values.append(Value(match[0], match[0], match.start(), match.end(), warning))
    return values


def has_check_digit(vin: str) -> bool:
    """Whether a VIN's ninth character is the check digit of the others, which only some countries ask for."""
    return vin[_CHECK] == _check_digit(vin)


def with_check_digit(vin: str) -> str:
    """Return a VIN with the check digit of its other characters."""
    return f"{vin[:_CHECK]}{_check_digit(vin)}{vin[_CHECK + 1 :]}"


def _check_digit(vin: str) -> str:
    """The check digit of ISO 3779, as used in North America."""
    rest = sum(_VALUES[letter] * weight for letter, weight in zip(vin, _WEIGHTS, strict=True)) % 11
    return "X" if rest == 10 else str(rest)
