"""What names a vehicle, as forms and files say it: why a text is no VIN or no registration."""

import re

from app.core.text import plain_digits
from app.core.values.vehicles import SEPARATORS, VIN, VIN_LENGTH, has_check_digit, normal_registration, with_check_digit
from app.masters.reasons import Reason, reason

__all__ = [
    "SEPARATORS",
    "NotFitting",
    "format_registration",
    "has_check_digit",
    "registration_of",
    "vin_of",
    "with_check_digit",
]

EXAMPLES = {"IN": "MH 12 QT 4417", "": "ABC 1234"}
_CONFUSED = {"I": "1", "O": "0", "Q": "0"}


class NotFitting(ValueError):
    """A text that is no such name or value, and why."""

    def __init__(self, refusal_reason: Reason) -> None:
        super().__init__(refusal_reason)
        self.reason = refusal_reason


def vin_of(text: str) -> str:
    """A VIN as it is stored; NotFitting says what is wrong with it."""
    vin = SEPARATORS.sub("", plain_digits(text)).upper()
    if wrong := next((letter for letter in vin if letter in _CONFUSED), None):
        raise NotFitting(reason("vin_letter", letter=wrong, digit=_CONFUSED[wrong]))
    if len(vin) != VIN_LENGTH:
        raise NotFitting(reason("vin_length", length=len(vin), expected=VIN_LENGTH))
    if not VIN.fullmatch(vin) or not any(map(str.isdecimal, vin)):
        raise NotFitting(reason("vin_letters"))
    return vin


def registration_of(text: str, country: str | None) -> str:
    """A registration as it is stored, in capitals and without blanks; NotFitting shows one of the country."""
    registration = normal_registration(text, country)
    if registration is None:
        raise NotFitting(reason("no_registration", example=EXAMPLES.get(country or "", EXAMPLES[""])))
    return registration


def format_registration(registration: str) -> str:
    """A registration as people write it: blanks between letters and digits."""
    return " ".join(re.findall(r"[A-Z]+|[0-9]+", registration))
