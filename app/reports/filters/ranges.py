"""Ranges of local dates as half-open UTC intervals, their buckets, and what they are compared with.

Pure: no clock, no database. Days are cut at local midnights, so they have 23 to 25 hours where clocks change
and none at all where a zone has skipped one (Pacific/Apia, 2011-12-30).
"""

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from app.conversations.events import FINAL_AFTER
from app.core.errors import BeyondSchema

FIRST_DATE = date(2000, 1, 1)  # Older offsets are not whole quarters of an hour, which the rollups count in.
LAST_DATE = date(2099, 12, 31)
DAY = timedelta(days=1)
GRANULARITIES = ("hour", "day", "week", "month", "year")
MAX_DAYS = {"hour": 3, "day": 92, "week": 731, "month": 3_660}
"""The longest range of each granularity, in days; years have no limit."""
MOST_YEARS = 5
"""The longest range that two dates can make; only `all` reaches further back."""
COMPARISONS = ("none", "prev", "wk", "py")
Shift = Callable[[date], date]


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """The instant a local day begins: the first of two midnights, or the end of a gap that swallowed it."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def local_date(at: datetime, zone: ZoneInfo) -> date:
    """The local date of an instant."""
    return at.astimezone(zone).date()


def _years_on(day: date, years: int) -> date:
    """The same date so many years on; 29 February becomes the 28th."""
    year = day.year + years
    return date(year, day.month, min(day.day, monthrange(year, day.month)[1]))


def _months_on(day: date, months: int) -> date:
    """The first day of the month so many months on."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, 1)


@dataclass(frozen=True, slots=True)
class Range:
    """Local dates, both inclusive, in a zone."""

    first: date
    last: date
    zone: ZoneInfo

    @property
    def start(self) -> datetime:
        """The instant the first day begins."""
        return midnight(self.first, self.zone)

    @property
    def end(self) -> datetime:
        """The instant the day after the last begins: the range is half-open."""
        return midnight(self.last + DAY, self.zone)

    @property
    def days(self) -> int:
        """How many dates it has."""
        return (self.last - self.first).days + 1


def _presets(today: date, earliest: date | None) -> dict[str, tuple[date, date]]:
    """First and last date of each preset."""
    yesterday, monday = today - DAY, today - timedelta(days=today.weekday())
    month, quarter = today.replace(day=1), date(today.year, (today.month - 1) // 3 * 3 + 1, 1)
    year = date(today.year, 1, 1)
    return {
        "today": (today, today),
        "yesterday": (yesterday, yesterday),
        "last_7_days": (today - timedelta(days=7), yesterday),
        "last_28_days": (today - timedelta(days=28), yesterday),
        "recent": (today - timedelta(days=28), today),
        "last_90_days": (today - timedelta(days=90), yesterday),
        "this_week": (monday, today),
        "last_week": (monday - timedelta(days=7), monday - DAY),
        "this_month": (month, today),
        "last_month": (_months_on(month, -1), month - DAY),
        "this_quarter": (quarter, today),
        "last_quarter": (_months_on(quarter, -3), quarter - DAY),
        "this_year": (year, today),
        "last_year": (date(today.year - 1, 1, 1), year - DAY),
        "all": (min(earliest or today, today), today),
    }


_DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
PATTERN = rf"(?:{'|'.join(_presets(FIRST_DATE, None))}|{_DATE}\.\.{_DATE})"
"""What a range looks like, before it is known whether its dates exist."""


def _dates(text: str) -> tuple[date, date]:
    """The dates of `YYYY-MM-DD..YYYY-MM-DD`; ValueError says what is wrong in words for the reader."""
    parts = text.split("..")
    if len(parts) != 2 or not all(len(part) == 10 and part.isascii() for part in parts):
        raise ValueError(
            BeyondSchema("Must be a preset such as last_28_days, or dates such as 2026-01-01..2026-01-31.")
        )
    try:
        first, last = (date.fromisoformat(part) for part in parts)
    except ValueError:
        raise ValueError(BeyondSchema("One of the dates does not exist.")) from None
    if first > last:
        raise ValueError(BeyondSchema("The end is before the start."))
    if first < FIRST_DATE or last > LAST_DATE:
        raise ValueError(BeyondSchema(f"Must lie between {FIRST_DATE} and {LAST_DATE}."))
    shortest = _years_on(last, -MOST_YEARS) + DAY
    if first < shortest:
        raise ValueError(
            BeyondSchema(f"Must be {MOST_YEARS} years at most, such as {shortest}..{last}, or a preset such as all.")
        )
    return first, last


def resolve(
    text: str, *, zone: ZoneInfo, now: datetime, with_today: bool = False, earliest: date | None = None
) -> Range:
    """The dates a preset or a pair of dates means now; `with_today` appends the day that is not over yet.

    `earliest` is where `all` begins. Raises ValueError with a sentence for the reader.
    """
    today = local_date(now, zone)
    span = _presets(today, earliest).get(text)
    first, last = span or _dates(text)
    if with_today and ends_yesterday(text, zone=zone, now=now):
        last = today
    return Range(max(first, FIRST_DATE), last, zone)


def ends_yesterday(text: str, *, zone: ZoneInfo, now: datetime) -> bool:
    """Whether a preset ends with the last complete day, so that the day under way can be appended."""
    today = local_date(now, zone)
    span = _presets(today, None).get(text)
    return span is not None and span[1] == today - DAY


@dataclass(frozen=True, slots=True)
class Bucket:
    """One step of a series: a half-open UTC interval with the local dates it covers."""

    start: datetime
    end: datetime
    first: date
    last: date
    partial: bool = False
    """It is not over, or cut by an edge of the range."""
    provisional: bool = False
    running: bool = False
    """It is not over."""

    @property
    def is_part_of_day(self) -> bool:
        """Whether it has less than its dates; a day that its zone has skipped has nothing."""
        return timedelta() < self.end - self.start < DAY / 2


def allowed_steps(span: Range) -> list[str]:
    """The granularities that a range allows, the finest first."""
    return [step for step in GRANULARITIES if span.days <= MAX_DAYS.get(step, span.days)]


def granularity(span: Range, choice: str = "auto") -> str:
    """The chosen granularity, or the finest the range allows; ValueError when the choice is too fine."""
    fits = allowed_steps(span)
    if choice == "auto":
        return fits[0]
    if choice not in fits:
        raise ValueError(BeyondSchema(f"This range allows {', '.join(fits)}."))
    return choice


def _next_edge(day: date, step: str) -> date:
    """The first day of the step after the one a day lies in."""
    if step == "week":
        return day + timedelta(days=7 - day.weekday())
    if step == "month":
        return _months_on(day, 1)
    return date(day.year + 1, 1, 1) if step == "year" else day + DAY


def _whole(first: date, last: date, step: str) -> bool:
    """Whether dates are a whole step, not cut by an edge of the range."""
    begins = {"week": first.weekday() == 0, "month": first.day == 1, "year": (first.month, first.day) == (1, 1)}
    return begins.get(step, True) and _next_edge(first, step) == last + DAY


def buckets(span: Range, step: str, now: datetime) -> list[Bucket]:
    """Every bucket of the range in order, cut at its edges; skipped local days have none."""
    if step == "hour":
        return _hours(span, now)
    steps, first = [], span.first
    while first <= span.last:
        following = min(_next_edge(first, step), span.last + DAY)
        start, end = midnight(first, span.zone), midnight(following, span.zone)
        if start < end:
            partial = end > now or not _whole(first, following - DAY, step)
            steps.append(Bucket(start, end, first, following - DAY, partial, now < end + FINAL_AFTER, end > now))
        first = following
    return steps


def _hours(span: Range, now: datetime) -> list[Bucket]:
    """Hours of real time: the one a clock change repeats is there twice, the one it skips not at all."""
    steps, start = [], span.start
    while start < span.end:
        end = min(start + timedelta(hours=1), span.end)
        day = local_date(start, span.zone)
        steps.append(Bucket(start, end, day, day, end > now, now < end + FINAL_AFTER, end > now))
        start = end
    return steps


def _shift(span: Range, kind: str) -> Shift:
    """How a date of the range becomes the date it is compared with."""
    if kind == "py":
        return lambda day: _years_on(day, -1)
    days = span.days if kind == "prev" else 7 * -(-span.days // 7)
    return lambda day: day - timedelta(days=days)


def _move(at: datetime, zone: ZoneInfo, shift: Shift) -> datetime:
    """The instant with the same local time of day on the shifted date."""
    local = at.astimezone(zone)
    return datetime.combine(shift(local.date()), local.time(), zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a range is compared with: its dates, its end after the cut, and one bucket for each of the range's."""

    first: date
    last: date
    start: datetime
    end: datetime
    buckets: list[Bucket]


Period = Range | Comparison


def comparison(span: Range, kind: str, steps: list[Bucket], now: datetime) -> Comparison | None:
    """The compared period; while the range is not over, cut where as much local time had passed as by now."""
    if kind == "none" or not steps:
        return None
    shift = _shift(span, kind)
    first, last = shift(span.first), shift(span.last)
    # Its own end: a year before 1 March there may be a 29 February, which is no date of the range.
    edges = [*(_move(step.start, span.zone, shift) for step in steps), midnight(last + DAY, span.zone)]
    running = span.start < now < span.end
    cut = min(_move(now, span.zone, shift), edges[-1]) if running else edges[-1]
    edges = [min(edge, cut) for edge in edges]
    moved = [
        Bucket(start, max(start, end), shift(step.first), shift(step.last))
        for (start, end), step in zip(pairwise(edges), steps, strict=True)
    ]
    return Comparison(first, last, edges[0], cut, moved)
