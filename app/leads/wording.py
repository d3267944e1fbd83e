"""What quotes and messages to customers say, in their languages."""

from datetime import date, datetime
from functools import cache
from pathlib import Path

import orjson

LANGUAGES = ("en", "hi")
_MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(),
    "hi": "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर".split(),
}
_SYMBOLS = {"INR": "₹", "EUR": "€", "USD": "$"}


@cache
def _texts() -> dict[str, dict[str, str]]:
    """All texts by language and key."""
    document: dict[str, dict[str, str]] = orjson.loads(Path(__file__).with_name("wording.json").read_bytes())
    return document


class Wording:
    """Texts, days and lengths of time in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def t(self, key: str, **values: str) -> str:
        """A text with its values."""
        text = _texts()[self.language][key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def day(self, day: date | None) -> str:
        """A day with its month's name."""
        return f"{day.day} {_MONTHS[self.language][day.month - 1]} {day.year}" if day else "–"

    def time(self, moment: datetime) -> str:
        """The hour and minute of a local moment."""
        return f"{moment:%H:%M}"

    def years(self, number: int) -> str:
        """So many years."""
        return self.t("year" if number == 1 else "years", n=str(number))


def money(amount: float, currency: str) -> str:
    """Return an amount with its sign; rupees in groups of lakh and crore."""
    whole, cents = divmod(round(amount * 100), 100)
    text = f"{whole:,}"
    if currency == "INR" and whole >= 1000:
        head, tail = str(whole)[:-3], str(whole)[-3:]
        groups = [head[max(at - 2, 0) : at] for at in range(len(head), 0, -2)]
        text = ",".join([*reversed(groups), tail])
    return f"{_SYMBOLS.get(currency, f'{currency} ')}{text}" + (f".{cents:02}" if cents else "")
