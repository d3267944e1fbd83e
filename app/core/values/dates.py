"""Dates as people write them in English, Hindi, Hinglish and Arabic, day first; a weekday is the next one."""

import re
from datetime import date, datetime, timedelta
from typing import NamedTuple

from app.core.text import FILLERS, fold_word, plain_digits, words
from app.core.values.reading import (
    BEGIN,
    DIGITS_BEGIN,
    END,
    Reading,
    Value,
    any_of,
    by_word,
    reading_of,
    without_overlaps,
)

_MONTHS = (
    "january jan जनवरी janvari يناير",
    "february feb फरवरी फ़रवरी farvari فبراير",
    "march mar मार्च مارس",
    "april apr अप्रैल أبريل ابريل إبريل",
    "may मई mai مايو",
    "june jun जून يونيو يونيه",
    "july jul जुलाई julai يوليو يوليه",
    "august aug अगस्त agast أغسطس اغسطس",
    "september sept sep सितंबर सितम्बर sitambar سبتمبر",
    "october oct अक्टूबर अक्तूबर aktubar أكتوبر اكتوبر",
    "november nov नवंबर नवम्बर navambar نوفمبر",
    "december dec दिसंबर दिसम्बर disambar ديسمبر",
)
_WEEKDAYS = (
    "monday mon सोमवार somvar somwar somvaar الاثنين الإثنين",
    "tuesday tues tue मंगलवार mangalvar mangalwar mangalvaar الثلاثاء",
    "wednesday wed बुधवार budhvar budhwar budhvaar الأربعاء الاربعاء",
    "thursday thurs thur thu गुरुवार गुरूवार बृहस्पतिवार guruvar guruwar guruvaar veervar الخميس",
    "friday fri शुक्रवार shukravar shukrawar shukrvar shukravaar الجمعة الجمعه",
    "saturday sat शनिवार shanivar shaniwar shanivaar السبت",
    "sunday sun रविवार इतवार ravivar raviwar ravivaar itvar itwar الأحد الاحد",
)
_DAYS = by_word({
    "day after tomorrow": 2, "परसों": 2, "parson": 2, "parso": 2, "tomorrow": 1, "tomorow": 1, "tmrw": 1, "tmr": 1,
    "कल": 1, "kal": 1, "today": 0, "tonight": 0, "आज": 0, "aaj": 0, "day before yesterday": -2, "yesterday": -1,
    **dict.fromkeys(("غدا", "غدًا", "غداً", "بكرة"), 1), "اليوم": 0,
    **dict.fromkeys(("بعد غد", "بعد الغد", "بعد بكرة", "بعد يومين"), 2),
    "أمس": -1, "امس": -1, "أول أمس": -2, "بعد أسبوع": 7, "بعد اسبوع": 7, "بعد أسبوعين": 14,
})  # fmt: skip
_BOTH_WAYS = frozenset("कल kal परसों parson parso".split())
"""Words that count days ahead or back, as the verb says."""
MONTH = by_word({name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()})
WEEKDAY = by_word({name: number for number, names in enumerate(_WEEKDAYS) for name in names.split()})
_MONTH, _WEEK = any_of(MONTH), any_of(WEEKDAY)
_COUNTS = ("one a an ek एक", "two do दो", "three teen तीन", "four char chaar चार", "five paanch panch पांच पाँच",
           "six chhe छह", "seven saat सात", "eight aath आठ", "nine nau नौ", "ten das दस")  # fmt: skip
_ARABIC_COUNTS = "ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة"
_NUMBER_WORDS = by_word(
    {word: n for n, names in enumerate(_COUNTS, 1) for word in names.split()}
    | {word: n for n, word in enumerate(_ARABIC_COUNTS.split(), 3)}
)
_COUNT = rf"(\d{{1,3}}|{any_of(_NUMBER_WORDS)})"
_NO_CLOCK = r"(?!\s?(?:[:.]\d|am\b|pm\b|a\.m|p\.m|baje|bje|बजे|o'?clock|hrs))"
"""What follows a number that is no hour."""
_YEAR = r"(?:[,\s/-]{0,3}((?:19|20|21)\d\d)(?!\s?hrs)|[/-](\d\d)|\s?['’](\d\d))?"
_ISO = re.compile(rf"{DIGITS_BEGIN}(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){END}(?![./-]\d)(?!:)")
_ISO_MOMENT = re.compile(rf"{DIGITS_BEGIN}(\d{{4}})(-)(\d\d)-(\d\d)t(?=\d\d:)")
_NUMERIC = re.compile(
    rf"{DIGITS_BEGIN}(\d{{1,2}})(?:([/-])(\d{{1,2}})(?:\2(\d{{4}}|\d{{2}}))?|\.(\d{{1,2}})\.(\d{{4}}|\d{{2}})){END}"
    rf"(?![./:-]\d){_NO_CLOCK}"
)
_ALWAYS = re.compile(rf"{BEGIN}24\s?[/x*]\s?7{END}")
_DAY_MONTH = re.compile(
    rf"{DIGITS_BEGIN}(\d{{1,2}})(?:st|nd|rd|th)?[\s/-]{{0,2}}(?:of\s|ke\s|के\s|من\s)?"
    rf"({_MONTH})(?![^\W\d_]|[\u0900-\u0963]){_YEAR}{END}"
)
_MONTH_DAY = re.compile(
    rf"{BEGIN}(?!mai\b)({_MONTH})[\s/-]{{0,2}}(?:the\s)?(\d{{1,2}})(?:st|nd|rd|th)?{END}{_NO_CLOCK}"
    rf"(?![.:/-]\d{{1,2}}\b(?!-)){_YEAR}{END}"
)
_RELATIVE = re.compile(rf"{BEGIN}({any_of(_DAYS)}){END}")
_LAST = r"last|past|previous|pichle|pichhle|पिछले|बीते"
_NEXT = r"next|agle|agla|अगले|अगला"
_COMING = r"this|coming|upcoming|is|इस|aane wale|आने वाले"
_NEXT_WEEK = rf"(?:{_NEXT})\s(?:week|hafte|haftey|हफ्ते|हफ़्ते|saptah|सप्ताह)(?:\s(?:ke|के|on))?"
_WEEKDAY = re.compile(
    rf"{BEGIN}(?:({_NEXT_WEEK})\s(?:ke\s|के\s|on\s)?|({_LAST})\s|({_NEXT})\s|({_COMING})\s)?({_WEEK}){END}"
    rf"(?:\s(?:of\s)?({_NEXT_WEEK}){END})?"
)
_BUSY = {"sun", "sat", "wed"}
"""Short names of weekdays that are words of their own, too."""
_AROUND_DAY = re.compile(r"(?:^|\b(?:on|this|next|coming|last|for|by|or|and|either|not|at|pm|am)\s|,\s?|-\s?)$")
_IN_DAYS = re.compile(
    rf"{BEGIN}(?:(?:in|after)\s{_COUNT}\s(day|week)s?|{_COUNT}\s(day|week)s?\s(from now|later|ago)"
    rf"|{_COUNT}\s(din|दिन|hafte|हफ्ते)\s(baad|bad|mein|me|बाद|में|pehle|pahle|पहले)"
    rf"|بعد\s{_COUNT}\s(أيام|ايام|أسابيع|اسابيع)){END}"
)
_WEEKS = frozenset("week hafte हफ्ते أسابيع اسابيع".split())
_OF_MONTH = re.compile(
    rf"{DIGITS_BEGIN}(?:(\d{{1,2}})(?:st|nd|rd|th)|(\d{{1,2}})\s(?:tarikh|tareekh|taarikh|तारीख|तारीख़)){END}"
    rf"(?:\s(?:of\s)?(?:(next)|this)\smonth{END})?"
)
_MONTH_OF = re.compile(
    rf"{BEGIN}(?:(next|agle|अगले)|this|is|इस)\s(?:month|mahine|mahina|महीने|माह)\s(?:on\s|ki\s|की\s|ke\s|के\s|the\s)*"
    rf"(\d{{1,2}})(?:st|nd|rd|th)?(?:\s(?:tarikh|tareekh|तारीख))?{END}{_NO_CLOCK}"
)
_WAS = re.compile(rf"{BEGIN}(?:tha|thi|the|था|थी|थे|gaya|gayi|गया|गई|hua|hui|हुआ|हुई|aaya|aayi|आया|आई){END}")
_EITHER = re.compile(rf"{BEGIN}(?:or|ya|yaa|and|aur|या|और){END}|[/&]")
FIRST_YEAR, LAST_YEAR = 1900, 2199


class _Names(NamedTuple):
    """The dates that a text names: those in figures, days counted from today, and weekdays."""

    figures: list[Value]
    relative: list[Value]
    weekdays: list[Value]


def find(text: str, now: datetime) -> list[Value]:
    """Return the dates a text names, as `YYYY-MM-DD`; `now` is local time. None is a value at odds with itself."""
    plain, today = plain_digits(text), now.date()
    names = _names(plain, today)
    return without_overlaps(_match_weekdays(plain, names))


def _names(text: str, today: date) -> _Names:
    """The dates in a text by the way they are said."""
    names = _Names([], [], [])

    def add(group: list[Value], match: re.Match[str], *days: date | None) -> None:
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        group += [Value(day and day.isoformat(), match[0], start, match.end()) for day in days]

    for pattern in (_ISO, _ISO_MOMENT):
        for match in pattern.finditer(text):
            add(names.figures, match, _date(int(match[1]), int(match[3]), int(match[4])))
    for match in _NUMERIC.finditer(text):
        if not _ALWAYS.match(text, match.start()):
            add(names.figures, match, _coming(today, int(match[1]), int(match[3] or match[5]), match[4] or match[6]))
    for match in _DAY_MONTH.finditer(text):
        year = match[3] or match[4] or match[5]
        add(names.figures, match, _coming(today, int(match[1]), MONTH[fold_word(match[2])], year))
    for match in _MONTH_DAY.finditer(text):
        year = match[3] or match[4] or match[5]
        add(names.figures, match, _coming(today, int(match[2]), MONTH[fold_word(match[1])], year))
    for match in _OF_MONTH.finditer(text):
        is_day = match[2] or match[0].endswith("month") or _ends_there(text, match.end())
        if is_day:
            add(names.figures, match, _day_of_month(today, int(match[1] or match[2]), ahead=bool(match[3])))
    for match in _MONTH_OF.finditer(text):
        add(names.figures, match, _day_of_month(today, int(match[2]), ahead=bool(match[1])))
    for match in _RELATIVE.finditer(text):
        days = _DAYS[fold_word(match[1])]
        is_past = match[1] in _BOTH_WAYS and _WAS.search(text, match.end()) is not None
        add(names.relative, match, today + timedelta(days=-days if is_past else days))
    for match in _IN_DAYS.finditer(text):
        count, unit = match[1] or match[3] or match[6] or match[9], match[2] or match[4] or match[7] or match[10]
        number = int(count) if count.isdecimal() else _NUMBER_WORDS[fold_word(count)]
        days = number * (7 if unit in _WEEKS else 1)
        is_past = match[5] == "ago" or match[8] in {"pehle", "pahle", "पहले"}
        add(names.relative, match, today + timedelta(days=-days if is_past else days))
    for match in _WEEKDAY.finditer(text):
        name = match[5]
        start, is_qualified = match.start(5), any(match.groups()[:4]) or match[6]
        if (
            name in _BUSY
            and not is_qualified
            and not (_AROUND_DAY.search(text[:start]) and (text[:start].strip() or _ends_there(text, match.end())))
        ):
            continue
        add(names.weekdays, match, *_on_weekday(today, WEEKDAY[fold_word(name)], match))
    return names


def _on_weekday(today: date, weekday: int, match: re.Match[str]) -> list[date]:
    """The days that a weekday means: "next Friday", said on a Tuesday, is this week's to some."""
    ahead = today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    if match[1] or match[6]:
        return [today + timedelta(days=7 - today.weekday() + weekday)]
    if match[2]:
        return [today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)]
    is_this_week = ahead - today <= timedelta(days=6 - today.weekday())
    return [ahead, ahead + timedelta(days=7)] if match[3] and is_this_week else [ahead]


def _match_weekdays(text: str, names: _Names) -> list[Value]:
    """The dates as they fit each other: a weekday beside a date must be that date's, or neither counts."""
    figures = without_overlaps(names.figures)
    values = [*figures, *names.relative]
    for weekday in names.weekdays:
        beside = [value for value in figures if value.value and not _EITHER.search(_between(text, value, weekday))]
        if len(figures) != 1 or not beside or (weekday.end > figures[0].start and weekday.start < figures[0].end):
            values.append(weekday)
            continue
        fits = date.fromisoformat(figures[0].value).weekday() == date.fromisoformat(weekday.value).weekday()
        start, end = min(weekday.start, figures[0].start), max(weekday.end, figures[0].end)
        between = _between(text, figures[0], weekday)
        if fits:
            values = [value for value in values if value is not figures[0]]
            values.append(Value(figures[0].value, text[start:end], start, end))
        elif not between.strip(" ,()-"):
            values = [value for value in values if value is not figures[0]]
            values.append(Value(None, text[start:end], start, end))
        else:
            values.append(weekday)
    return values


def _between(text: str, value: Value, other: Value) -> str:
    """What is said between two values."""
    return text[min(value.end, other.end) : max(value.start, other.start)]


def _ends_there(text: str, at: int) -> bool:
    """Whether what follows says nothing more of a number: "2nd Cross" is no date."""
    following = words(text[at:])
    return not following or following[0] in FILLERS - {"time", "number"} or text[at:].lstrip()[:1] in {",", "."}


def read(text: str, now: datetime) -> Reading:
    """Return the date that a text is; a bare day of the month is one as an answer to a question for a date."""
    plain = plain_digits(text).strip()
    match = re.fullmatch(r"(?:on\s)?(?:the\s)?(\d{1,2})(?:\sko|\sको)?[.!]?", plain)
    if match:
        day = _day_of_month(now.date(), int(match[1]))
        return Reading((Value(day.isoformat(), text, 0, len(text)),)) if day else Reading()
    reading = reading_of(text, find(text, now))
    if any(value.value is None for value in reading.values):
        return Reading((), reading.rest)
    return reading


def parts_of(text: str) -> tuple[int, int, int] | None:
    """Return year, month and day of a text that is a date with its year in four digits; there may be no such day."""
    plain = plain_digits(text).strip()
    if match := _ISO.fullmatch(plain):
        return int(match[1]), int(match[3]), int(match[4])
    if (match := _NUMERIC.fullmatch(plain)) and len(year := match[4] or match[6] or "") == 4:
        return int(year), int(match[3] or match[5]), int(match[1])
    if (match := _DAY_MONTH.fullmatch(plain)) and match[3]:
        return int(match[3]), MONTH[fold_word(match[2])], int(match[1])
    if (match := _MONTH_DAY.fullmatch(plain)) and match[3]:
        return int(match[3]), MONTH[fold_word(match[1])], int(match[2])
    return None


def without_figures(text: str, now: datetime) -> str:
    """Return a text without the dates in figures, whose numbers are no times."""
    for value in _names(text, now.date()).figures:
        text = f"{text[: value.start]}{' ' * (value.end - value.start)}{text[value.end :]}"
    return text


def _date(year: int, month: int, day: int) -> date | None:
    """A date, or None where there is no such day."""
    try:
        return date(year, month, day) if FIRST_YEAR <= year <= LAST_YEAR else None
    except ValueError:
        return None


def _coming(today: date, day: int, month: int, year: str | None) -> date | None:
    """A day and month in the year given, else the next time they come."""
    if year:
        return _date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    years = [_date(today.year + ahead, month, day) for ahead in range(9)]
    return next((coming for coming in years if coming is not None and coming >= today), None)


def _day_of_month(today: date, day: int, *, ahead: bool = False) -> date | None:
    """The next time a day of the month comes, today included; `ahead`: the one of the next month."""
    month = today.replace(day=1)
    if ahead:
        month = (month + timedelta(days=32)).replace(day=1)
        return _date(month.year, month.month, day)
    for _ in range(3):
        coming = _date(month.year, month.month, day)
        if coming is not None and coming >= today:
            return coming
        month = (month + timedelta(days=32)).replace(day=1)
    return None
