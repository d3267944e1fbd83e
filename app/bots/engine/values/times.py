"""Times of day as people write them in English, Hindi and Hinglish."""

import re
from datetime import datetime, time, timedelta

from app.bots.engine.text import plain_digits
from app.bots.engine.values import dates
from app.bots.engine.values.found import Found, without_overlaps

_B, _E = r"(?<![\w\u0900-\u0963])", r"(?![\w\u0900-\u0963])"
_MORNING = "subah|savere|morning|सुबह|सवेरे"
_LATER = "dopahar|dopeher|afternoon|shaam|sham|evening|raat|night|दोपहर|शाम|रात"
_PART = rf"(?:({_MORNING}|{_LATER})\s(?:ko\s|के\s|को\s|at\s|ke\s|mein\s)?)?"
_AFTER = rf"(?:\s(?:in the\s|at\s)?({_MORNING}|{_LATER}))?"
_FRACTION = r"(?:(half past|quarter past|quarter to|sadhe|saadhe|साढ़े|साढे|sava|सवा|paune|पौने)\s)?"
_CLOCK = re.compile(rf"{_B}{_PART}([01]?\d|2[0-4])[:.]([0-5]\d)(?:\s?(am|pm|a\.m\.?|p\.m\.?))?{_E}{_AFTER}")
_HOUR = re.compile(
    rf"{_B}{_PART}{_FRACTION}(\d{{1,2}})(?:\s?(am|pm|a\.m\.?|p\.m\.?)|\s?(baje|bje|बजे|o'?clock))?{_E}{_AFTER}"
)
_NAMED = re.compile(rf"{_B}(noon|midday|midnight){_E}")
_MINUTES = {"half past": 30, "quarter past": 15, "sadhe": 30, "saadhe": 30, "साढ़े": 30, "साढे": 30, "sava": 15, "सवा": 15,
            "quarter to": -15, "paune": -15, "पौने": -15}  # fmt: skip
FIRST_MORNING_HOUR = 8
"""Hours below it are meant in the afternoon where nothing says which half of the day is meant."""


def find(text: str) -> list[Found]:
    """Return the times a text names, as `HH:MM`."""
    said, found = plain_digits(text), list[Found]()
    for match in _CLOCK.finditer(said):
        is_padded = match[2].startswith("0") or match[2] in {"0", "24"}
        value = _time(int(match[2]), int(match[3]), match[4], match[1] or match[5], sure=is_padded)
        if value is not None:
            found.append(Found(value, match[0], match.start(), match.end()))
    for match in _HOUR.finditer(said):
        part, fraction, hour, half, clock, after = match.groups()
        if not (part or fraction or half or clock or after):
            continue
        value = _time(int(hour), 0, half, part or after, shift=_MINUTES.get(fraction or "", 0))
        if value is not None:
            found.append(Found(value, match[0], match.start(), match.end()))
    for match in _NAMED.finditer(said):
        found.append(Found("00:00" if match[1] == "midnight" else "12:00", match[0], match.start(), match.end()))
    return without_overlaps(found)


def bare(text: str) -> list[Found]:
    """Return the time that a bare hour is, as an answer to a question for a time."""
    match = re.fullmatch(r"(?:at\s|by\s|around\s)?(\d{1,2})[.!]?", plain_digits(text).strip())
    value = _time(int(match[1]), 0, None, None) if match else None
    return [Found(value, text, 0, len(text))] if value else []


def find_moments(text: str, now: datetime) -> list[Found]:
    """Return the moments a text names by a date and a time, or by a time alone that comes next; RFC 3339."""
    iso = re.search(r"\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d)?(?:z|[+-]\d\d:\d\d)?", plain_digits(text))
    if iso:
        try:
            moment = datetime.fromisoformat(iso[0].upper())
        except ValueError:
            return []
        moment = moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)
        return [Found(moment.isoformat(), iso[0], iso.start(), iso.end())]
    hours, days = find(text), dates.find(text, now)
    if not hours:
        return []
    hour = hours[0]
    clock = time.fromisoformat(hour.value)
    if days:
        moment = datetime.combine(datetime.fromisoformat(days[0].value), clock, now.tzinfo)
        start, end = min(hour.start, days[0].start), max(hour.end, days[0].end)
    else:
        moment, start, end = datetime.combine(now.date(), clock, now.tzinfo), hour.start, hour.end
        if moment < now:
            moment = datetime.combine(now.date() + timedelta(days=1), clock, now.tzinfo)
    return [Found(moment.isoformat(), text[start:end], start, end)]


def _time(
    hour: int, minute: int, half: str | None, part: str | None, *, shift: int = 0, sure: bool = False
) -> str | None:
    """A time as `HH:MM`, or None where there is none; `shift` is in minutes."""
    if hour > 24 or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    elif part and hour <= 12:
        late = re.fullmatch(_LATER, part) is not None
        hour = hour % 12 + (12 if late and not (hour == 12 and part in {"raat", "night", "रात"}) else 0)
    elif hour < FIRST_MORNING_HOUR and not sure:
        hour += 12 if hour else 0
    minutes = (hour * 60 + minute + shift) % (24 * 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
