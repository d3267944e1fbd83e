"""Taking personal numbers out of text: pure functions; what they take out goes to the vault, encrypted."""

import re
from typing import Any

_WORTH_A_LOOK = re.compile(r"[\d@]")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_LONG_NUMBER = re.compile(r"(?<![\w.])\+?\(?\d(?:[ ().-]{0,2}\d){9,18}(?!\w)")
_BEFORE, _AFTER = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"
_VIN = re.compile(rf"{_BEFORE}(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-HJ-NPR-Za-hj-npr-z0-9]{{17}}{_AFTER}")
_REGISTRATION = re.compile(
    rf"{_BEFORE}(?:[A-Za-z]{{2}}[ -]?\d{{1,2}}[ -]?[A-Za-z]{{1,3}}[ -]?\d{{4}}"
    rf"|\d{{2}}[ -]?[Bb][Hh][ -]?\d{{4}}[ -]?[A-Za-z]{{1,2}}){_AFTER}"
)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{2}[-.]\d{2}[-.]\d{4}")
MAX_PHONE_DIGITS = 15
MASKED = re.compile(r"\[(?:email|vin|registration|card|phone|number)\]")
"""What is in a text for what was taken out of it."""


def redact(text: str) -> str:
    """The text with e-mail addresses, cards, VINs, registration numbers and phones replaced by their kind.

    Doing it twice changes nothing more.
    """
    if not _WORTH_A_LOOK.search(text):
        return text
    text = _EMAIL.sub("[email]", text)
    text = _VIN.sub("[vin]", text)
    text = _REGISTRATION.sub("[registration]", text)
    return _LONG_NUMBER.sub(_mask_number, text)


def redact_value(value: Any) -> Any:
    """The same for every text inside a JSON value, keys excepted."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {key: redact_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [redact_value(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**9:
        masked = redact(str(value))
        return value if masked == str(value) else masked
    return value


def _mask_number(match: re.Match[str]) -> str:
    """A long run of digits as card or phone; dates and everything else stay."""
    text = match.group()
    digits = [int(character) for character in text if character.isdigit()]
    if _DATE.match(text.lstrip("+(")):
        return text
    if len(digits) >= 13 and _passes_luhn(digits):
        return "[card]"
    return "[phone]" if len(digits) <= MAX_PHONE_DIGITS else "[number]"


def _passes_luhn(digits: list[int]) -> bool:
    """Whether the last digit is the check digit of the others, as on payment cards."""
    doubled = (sum(divmod(digit * 2, 10)) if place % 2 else digit for place, digit in enumerate(reversed(digits)))
    return sum(doubled) % 10 == 0
