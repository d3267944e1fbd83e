"""What names a vehicle: VINs with their check digit, and registrations by the pattern of their country."""

import re

from app.masters.reasons import Reason, reason

VIN = re.compile(r"[A-HJ-NPR-Z0-9]{17}")
SEPARATORS = re.compile(r"[\s.\-/·]+")
PATTERNS = {
    # State, district, series, number; and the nation-wide BH series: year, BH, number, letters.
    "IN": re.compile(r"(?:[A-Z]{2}[0-9]{1,2}[A-HJ-NP-Z]{0,3}[0-9]{4}|[0-9]{2}BH[0-9]{4}[A-HJ-NP-Z]{1,2})"),
    "": re.compile(r"[A-Z0-9]{2,12}"),
}
"""What a registration looks like without blanks, by country; elsewhere anything short of letters and digits."""
EXAMPLES = {"IN": "MH 12 QT 4417", "": "ABC 1234"}
_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9),
                   strict=True)) | {str(digit): digit for digit in range(10)}  # fmt: skip
_CONFUSED = {"I": "1", "O": "0", "Q": "0"}
_CHECK = 8
"""Where the check digit stands."""


class NotFitting(ValueError):
    """A text that is no such name or value, and why."""

    def __init__(self, said: Reason) -> None:
        super().__init__(said)
        self.reason = said


def vin_of(text: str) -> str:
    """A VIN as it is stored; NotFitting says what is wrong with it."""
    vin = SEPARATORS.sub("", text).upper()
    if wrong := next((letter for letter in vin if letter in _CONFUSED), None):
        raise NotFitting(reason("vin_letter", letter=wrong, digit=_CONFUSED[wrong]))
    if len(vin) != len(_WEIGHTS):
        raise NotFitting(reason("vin_length", length=len(vin), wanted=len(_WEIGHTS)))
    if not VIN.fullmatch(vin):
        raise NotFitting(reason("vin_letters"))
    return vin


def has_check_digit(vin: str) -> bool:
    """Whether a VIN's ninth character is the check digit of the others, which only some countries ask for."""
    rest = sum(_VALUES[letter] * weight for letter, weight in zip(vin, _WEIGHTS, strict=True)) % 11
    return vin[_CHECK] == ("X" if rest == 10 else str(rest))


def with_check_digit(vin: str) -> str:
    """A VIN with the check digit of its other characters."""
    rest = sum(_VALUES[letter] * weight for letter, weight in zip(vin, _WEIGHTS, strict=True)) % 11
    return f"{vin[:_CHECK]}{'X' if rest == 10 else rest}{vin[_CHECK + 1 :]}"


def registration_of(text: str, country: str | None) -> str:
    """A registration as it is stored, in capitals and without blanks; NotFitting shows one of the country."""
    found = SEPARATORS.sub("", text).upper()
    known = country if country in PATTERNS else ""
    if not PATTERNS[known or ""].fullmatch(found):
        raise NotFitting(reason("no_registration", example=EXAMPLES[known or ""]))
    return found


def shown_registration(registration: str) -> str:
    """A registration as people write it: blanks between letters and digits."""
    return " ".join(re.findall(r"[A-Z]+|[0-9]+", registration))
