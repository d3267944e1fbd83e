"""Dates as people write them in English, Hindi and Hinglish, day first; a weekday is the next one."""

import re
from datetime import date, datetime, timedelta

from app.bots.engine.text import plain_digits
from app.bots.engine.values.found import Found, without_overlaps

_MONTHS = (
    "january jan जनवरी janvari",
    "february feb फरवरी फ़रवरी farvari",
    "march mar मार्च",
    "april apr अप्रैल",
    "may मई mai",
    "june jun जून",
    "july jul जुलाई julai",
    "august aug अगस्त agast",
    "september sept sep सितंबर सितम्बर sitambar",
    "october oct अक्टूबर अक्तूबर aktubar",
    "november nov नवंबर नवम्बर navambar",
    "december dec दिसंबर दिसम्बर disambar",
)
_WEEKDAYS = (
    "monday mon सोमवार somvar somwar somvaar",
    "tuesday tues tue मंगलवार mangalvar mangalwar mangalvaar",
    "wednesday wed बुधवार budhvar budhwar budhvaar",
    "thursday thurs thur thu गुरुवार गुरूवार बृहस्पतिवार guruvar guruwar guruvaar veervar",
    "friday fri शुक्रवार shukravar shukrawar shukrvar shukravaar",
    "saturday sat शनिवार shanivar shaniwar shanivaar",
    "sunday sun रविवार इतवार ravivar raviwar ravivaar itvar itwar",
)
_DAYS = {
    "day after tomorrow": 2, "परसों": 2, "parson": 2, "parso": 2, "tomorrow": 1, "tomorow": 1, "tmrw": 1, "tmr": 1,
    "कल": 1, "kal": 1, "today": 0, "आज": 0, "aaj": 0, "yesterday": -1, "next week": 7, "अगले हफ्ते": 7, "agle hafte": 7,
}  # fmt: skip
MONTH = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
WEEKDAY = {name: number for number, names in enumerate(_WEEKDAYS) for name in names.split()}


def _any(names: object) -> str:
    """A pattern for one of the names, longest first."""
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))  # type: ignore[call-overload]


# \b does not see Devanagari vowel signs as part of a word.
_B, _E = r"(?<![\w\u0900-\u0963])", r"(?![\w\u0900-\u0963])"
_YEAR = r"(?:,?\s{0,2}(\d{4}))?"
_ISO = re.compile(rf"{_B}(\d{{4}})-(\d{{1,2}})-(\d{{1,2}}){_E}")
_NUMERIC = re.compile(
    rf"{_B}(\d{{1,2}})(?:[/-](\d{{1,2}})(?:[/-](\d{{4}}|\d{{2}}))?|\.(\d{{1,2}})\.(\d{{4}}|\d{{2}})){_E}"
)
_DAY_MONTH = re.compile(rf"{_B}(\d{{1,2}})(?:st|nd|rd|th)?\s{{0,2}}(?:of\s)?({_any(MONTH)}){_E}{_YEAR}")
_MONTH_DAY = re.compile(rf"{_B}({_any(MONTH)})\s{{0,2}}(\d{{1,2}})(?:st|nd|rd|th)?{_E}(?!:){_YEAR}")
_RELATIVE = re.compile(rf"{_B}({_any(_DAYS)}){_E}")
_WEEKDAY = re.compile(rf"{_B}({_any(WEEKDAY)}){_E}")
_IN_DAYS = re.compile(
    rf"{_B}(?:(?:in|after)\s(\d{{1,3}})\s(day|week)s?|(\d{{1,3}})\s(day|week)s?\s(?:from now|later)"
    rf"|(\d{{1,3}})\s(din|दिन|hafte|हफ्ते)\s(?:baad|mein|me|बाद|में)){_E}"
)
_OF_MONTH = re.compile(rf"{_B}(?:(\d{{1,2}})(?:st|nd|rd|th)|(\d{{1,2}})\s(?:tarikh|tareekh|तारीख)){_E}")


def find(text: str, now: datetime) -> list[Found]:
    """Return the dates a text names, as `YYYY-MM-DD`; `now` is local time."""
    said, today, found = plain_digits(text), now.date(), list[Found]()

    def add(match: re.Match[str], day: date | None) -> None:
        if day is not None:
            found.append(Found(day.isoformat(), match[0], match.start(), match.end()))

    for match in _ISO.finditer(said):
        add(match, _date(int(match[1]), int(match[2]), int(match[3])))
    for match in _NUMERIC.finditer(said):
        add(match, _coming(today, int(match[1]), int(match[2] or match[4]), match[3] or match[5]))
    for match in _DAY_MONTH.finditer(said):
        add(match, _coming(today, int(match[1]), MONTH[match[2]], match[3]))
    for match in _MONTH_DAY.finditer(said):
        add(match, _coming(today, int(match[2]), MONTH[match[1]], match[3]))
    for match in _RELATIVE.finditer(said):
        add(match, today + timedelta(days=_DAYS[match[1]]))
    for match in _WEEKDAY.finditer(said):
        add(match, today + timedelta(days=(WEEKDAY[match[1]] - today.weekday() - 1) % 7 + 1))
    for match in _IN_DAYS.finditer(said):
        number, unit = (int(match[1] or match[3] or match[5])), match[2] or match[4] or match[6]
        add(match, today + timedelta(days=number * (7 if unit in {"week", "hafte", "हफ्ते"} else 1)))
    for match in _OF_MONTH.finditer(said):
        add(match, _day_of_month(today, int(match[1] or match[2])))
    return without_overlaps(found)


def bare(text: str, now: datetime) -> list[Found]:
    """Return the date that a bare day of the month is, as an answer to a question for a date."""
    match = re.fullmatch(r"(?:on\s)?(?:the\s)?(\d{1,2})(?:\sko|\sको)?[.!]?", plain_digits(text).strip())
    day = _day_of_month(now.date(), int(match[1])) if match else None
    return [Found(day.isoformat(), text, 0, len(text))] if day else []


def _date(year: int, month: int, day: int) -> date | None:
    """A date, or None where there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _coming(today: date, day: int, month: int, year: str | None) -> date | None:
    """A day and month in the year given, else the next time they come."""
    if year:
        return _date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    this = [_date(today.year + ahead, month, day) for ahead in (0, 1, 2, 3, 4)]
    return next((one for one in this if one is not None and one >= today), None)


def _day_of_month(today: date, day: int) -> date | None:
    """The next time a day of the month comes, today included."""
    month = today.replace(day=1)
    for _ in range(3):
        found = _date(month.year, month.month, day)
        if found is not None and found >= today:
            return found
        month = (month + timedelta(days=32)).replace(day=1)
    return None
