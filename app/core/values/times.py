"""Times of day as people write them in English, Hindi, Hinglish and Arabic."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any

from app.core.text import fold_word, plain_digits
from app.core.values import dates, numbers
from app.core.values.reading import (
    BEGIN,
    DIGITS_BEGIN,
    END,
    Reading,
    Value,
    any_of,
    by_word,
    distinct,
    drop_denied,
    is_denying,
    reading_of,
    without_overlaps,
)

_MORNING = ("subah", "savere", "morning", "सुबह", "सवेरे", "صباحا", "صباحًا", "صباحاً", "الصباح", "ص")
_NOON = (
    "dopahar", "dopeher", "afternoon", "दोपहर", "ظهرا", "ظهرًا", "ظهراً", "الظهر", "بعد الظهر", "عصرا", "عصرًا", "عصراً",
    "العصر",
)  # fmt: skip
_EVENING = ("shaam", "sham", "evening", "शाम", "مساء", "مساءً", "مساءا", "المساء", "م")
_NIGHT = ("raat", "night", "tonight", "रात", "ليلا", "ليلًا", "ليلاً", "الليل")
_PARTS = any_of((*_MORNING, *_NOON, *_EVENING, *_NIGHT))
_PART = rf"(?:({_PARTS})\s(?:ko\s|ke\s|mein\s|me\s|at\s|को\s|के\s|में\s)?(?:around\s|karib\s)?)?"
_AFTER = rf"(?:\s(?:in the\s|at\s|ko\s|को\s|في\s)?({_PARTS}){END})?"
_HALF = r"(am|pm|a\.m\.?|p\.m\.?)"
_CALLED = rf"(?:baje|bje|bajey|{any_of(['बजे'])}|o['’]?clock|hrs|hours)"
_FRACTIONS = {"half past": 30, "quarter past": 15, "quarter to": -15, "sadhe": 30, "saadhe": 30, "साढ़े": 30,
              "sava": 15, "sawa": 15, "सवा": 15, "paune": -15, "pone": -15, "पौने": -15}  # fmt: skip
_MINUTES = {fold_word(name): minutes for name, minutes in _FRACTIONS.items()}
_HOUR_NAMES = by_word({
    "الواحدة": 1, "الثانية": 2, "الثالثة": 3, "الرابعة": 4, "الخامسة": 5, "السادسة": 6, "السابعة": 7, "الثامنة": 8,
    "التاسعة": 9, "العاشرة": 10, "الحادية عشرة": 11, "الثانية عشرة": 12,
})  # fmt: skip
"""What Arabic calls the hours of the clock."""
_HOURS_BY_WORD = numbers.WORDS | _HOUR_NAMES
_NAMED_HOURS = f"{any_of(_HOUR_NAMES)}|{numbers.number_word()}"
_CLOCK = re.compile(
    rf"{DIGITS_BEGIN}{_PART}(?<!\d[.,:/])(\d{{1,2}})(?:[:.]|\s?h\s?)(\d\d)(?::\d\d)?(?!\d)"
    rf"(?:\s?{_HALF})?(?:\s?{_CALLED})?{END}(?![.,:/-]\d){_AFTER}"
)
_PLAIN = re.compile(rf"{DIGITS_BEGIN}([01]\d|2[0-3])([0-5]\d)\s?(?:hrs|hours){END}")
_HOUR = re.compile(
    rf"{BEGIN}{_PART}(?:({any_of(_FRACTIONS)})\s)?(?<!\d[.,:/])(\d{{1,2}}|{_NAMED_HOURS})"
    rf"(?:\s?{_HALF}|\s?({_CALLED}))?{END}(?![.,:/-]\d){_AFTER}"
)
_RANGE = re.compile(
    rf"{DIGITS_BEGIN}(\d{{1,2}}(?:[:.]\d\d)?)\s?(?:-|–|to|se|and|or|ya|से|या|और)\s?"
    rf"(?=\d{{1,2}}(?:[:.]\d\d)?\s?(?:{_HALF}|{_CALLED}){END})"
)
_HALVES = re.compile(rf"{BEGIN}({any_of(['dedh', 'डेढ़', 'dhai', 'dhaai', 'adhai', 'ढाई'])})\s{_CALLED}{END}")
_PAST = re.compile(rf"{BEGIN}(\d{{1,2}})\s(?:minutes?\s)?past\s(\d{{1,2}}|{_NAMED_HOURS}){END}(?:\s?{_HALF})?{_AFTER}")
_NAMED = re.compile(rf"{BEGIN}(?:12\s)?(noon|midday|midnight){END}")
_BARE = re.compile(
    rf"(?:at\s|by\s|around\s|karib\s|الساعة\s)?(?:(\d{{1,2}})|({_NAMED_HOURS}))"
    r"(?:\s(?:thirty|(fifteen|forty five)))?[.!]?"
)
_ISO = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d)?(?:z|[+-]\d\d:\d\d)?(?![\d:])")
USUAL: Sequence[tuple[str, str]] = (("08:00", "20:00"),)
"""When most places are open: the hours by which 3 is in the afternoon, unless a bot has hours of its own."""
Spans = Sequence[Sequence[str]]


def spans_of(hours: Mapping[str, Any] | None) -> Spans:
    """Return the times of day at which business hours are open on some day of the week."""
    spans = [span for day in ((hours or {}).get("week") or {}).values() for span in day]
    return spans or USUAL


def find(text: str, now: datetime, spans: Spans = USUAL) -> list[Value]:
    """Return the times a text names, as `HH:MM`: two of one place where either half of the day may be meant."""
    plain = dates.without_figures(plain_digits(text), now)
    parts = {match[0] for match in re.finditer(rf"{BEGIN}(?:{_PARTS}){END}", plain)}
    anywhere = next(iter(parts)) if len(parts) == 1 else None
    values: list[Value] = []

    def add(match: re.Match[str], times: list[str]) -> None:
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        values.extend(Value(value, match[0], start, match.end()) for value in times)

    def times(hour: str, minute: int, half: str | None, part: str | None, shift: int = 0) -> list[str]:
        number = int(hour) if hour.isdecimal() else _HOURS_BY_WORD[fold_word(hour)]
        is_sure = hour.startswith("0") or number == 0
        return _open(_times(number, minute, half, part or anywhere, shift=shift, is_sure=is_sure), spans)

    for match in _CLOCK.finditer(plain):
        part, hour, minute, half, after = match.groups()
        add(match, times(hour, int(minute), half, part or after))
    for match in _PLAIN.finditer(plain):
        add(match, [f"{match[1]}:{match[2]}"])
    for match in _HOUR.finditer(plain):
        part, fraction, hour, half, unit, after = match.groups()
        is_number = hour.isdecimal() or fold_word(hour) in _HOUR_NAMES
        if not (half or unit or (fraction and is_number) or (is_number and (part or after))):
            if not (fraction and fraction in ("half past", "quarter past", "quarter to")):
                continue
        if unit in ("hrs", "hours") and not fraction:
            continue  # Two hours are no time of day.
        add(match, times(hour, 0, half, part or after, _MINUTES.get(fold_word(fraction or ""), 0)))
    for match in _PAST.finditer(plain):
        add(match, times(match[2], int(match[1]), match[3], match[4]))
    for match in _HALVES.finditer(plain):
        hour = "1" if match[1].startswith(("de", "डे")) else "2"
        add(match, times(hour, 30, None, None))
    for match in _NAMED.finditer(plain):
        add(match, ["00:00" if match[1] == "midnight" else "12:00"])
    for match in _RANGE.finditer(plain):
        hour, _, minute = match[1].replace(".", ":").partition(":")
        add(match, times(hour, int(minute or 0), match[2], None))
    return without_overlaps(values)


def read(text: str, now: datetime, spans: Spans = USUAL) -> Reading:
    """Return the time that a text is; a bare hour is one as an answer to a question for a time."""
    reading = reading_of(text, find(text, now, spans), known=(*_MORNING, *_NOON, *_EVENING, *_NIGHT))
    match = _BARE.fullmatch(plain_digits(text).strip()) if not reading.values else None
    if match:
        hour = int(match[1]) if match[1] else _HOURS_BY_WORD[fold_word(match[2])]
        ended = plain_digits(text).strip().rstrip(".!")
        minute = 30 if ended.endswith("thirty") else 15 if ended.endswith("fifteen") else 45 if match[3] else 0
        sure = (match[1] or "").startswith("0")
        values = [Value(value, text, 0, len(text))
                  for value in _open(_times(hour, minute, None, None, is_sure=sure), spans)]  # fmt: skip
        return Reading(distinct(values))
    return reading


def read_moment(text: str, now: datetime, spans: Spans = USUAL) -> Reading:
    """Return the moment that a text is: a date and a time, or a time alone that comes next; RFC 3339."""
    parts = [*find(text, now, spans), *dates.find(text, now)]
    rest = reading_of(text, parts, known=(*_MORNING, *_NOON, *_EVENING, *_NIGHT)).rest
    values = [] if is_denying(text, parts) else find_moments(text, now, spans)
    return Reading(distinct(values), () if _ISO.fullmatch(plain_digits(text).strip()) else rest)


def find_moments(text: str, now: datetime, spans: Spans = USUAL) -> list[Value]:
    """Return the moments a text may mean by its dates and times, one for each pair of them."""
    iso = _ISO.search(plain_digits(text))
    if iso:
        try:
            moment = datetime.fromisoformat(iso[0].upper().replace(" ", "T"))
        except ValueError:
            return []
        moment = moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)
        return [Value(moment.isoformat(), iso[0], iso.start(), iso.end())]
    hours, days = drop_denied(text, find(text, now, spans)), drop_denied(text, dates.find(text, now))
    if any(day.value is None for day in days):
        return []
    places = [*hours, *days]
    if not hours:
        return []
    start, end = min(value.start for value in places), max(value.end for value in places)
    moments: list[datetime] = []
    for hour in hours:
        clock = time.fromisoformat(hour.value)
        moments += [datetime.combine(datetime.fromisoformat(day.value), clock, now.tzinfo) for day in days]
        if not days:
            moment = datetime.combine(now.date(), clock, now.tzinfo)
            if moment < now:
                moment = datetime.combine(now.date() + timedelta(days=1), clock, now.tzinfo)
            moments.append(moment)
    return [Value(moment.isoformat(), text[start:end], start, end) for moment in dict.fromkeys(moments)]


def _open(times: list[str], spans: Spans) -> list[str]:
    """Of a time in either half of the day the one within business hours; both where both are, or neither."""
    within = [value for value in times if any(_is_within(value, *span) for span in spans)]
    return within if len(within) == 1 else times


def _is_within(value: str, first: str, last: str) -> bool:
    """Whether a time lies in a span, which may go over midnight."""
    return first <= value < last if first <= last else value >= first or value < last


def _times(
    hour: int, minute: int, half: str | None, part: str | None, *, shift: int = 0, is_sure: bool = False
) -> list[str]:
    """The times as `HH:MM` that an hour may be, none where there is none; `shift` is in minutes."""
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        return []
    hours = _hours(hour, half, part, is_sure)
    minutes = [(hour * 60 + minute + shift) % (24 * 60) for hour in hours]
    return [f"{at // 60:02d}:{at % 60:02d}" for at in minutes]


def _hours(hour: int, half: str | None, part: str | None, is_sure: bool) -> list[int]:
    """The hours of the day that an hour may be, by the half or the part of the day that is said with it."""
    if half:
        is_late = half.startswith("p")
        if 1 <= hour <= 12:
            return [hour % 12 + (12 if is_late else 0)]
        return [hour] if (hour > 12) == is_late and hour < 24 else []
    if part and 1 <= hour <= 12:
        return _in_part(hour, part)
    if is_sure or hour == 0 or hour > 12:
        return [hour % 24]
    return [hour % 12, hour % 12 + 12]


def _in_part(hour: int, part: str) -> list[int]:
    """The hour in a part of the day; none where it does not have it."""
    if part in _MORNING:
        return [hour] if 3 <= hour <= 11 else [12] if hour == 12 else [hour]
    if part in _NOON:
        return [12 if hour == 12 else hour + 12] if hour == 12 or hour <= 5 else [hour] if hour >= 11 else []
    if part in _EVENING:
        return [hour + 12] if 3 <= hour <= 11 else []
    return [0] if hour == 12 else [hour] if hour <= 4 else [hour + 12] if hour >= 6 else []
