"""What is usual for a number: the same hour, weekday or week of the weeks before it, and days that differ from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from statistics import fmean, stdev

from app.reports.cards.figures import by_key
from app.reports.context import ReportContext, by_steps, total
from app.reports.counts.queries import Key, Tally, tallies
from app.reports.filters.ranges import DAY, FIRST_DATE, MAX_DAYS, Bucket, Range, buckets
from app.reports.metrics.definitions import DASHBOARD, SMALL, Counts, Metric, exact, is_additive, serialize_value
from app.reports.metrics.parts import Contribution, parts_of

WEEKS = 8
"""Weeks that a window is compared with."""
FEWEST = 4
"""Weeks with a value that a comparison needs."""
LIMIT = 4
"""Deviations from which on a day is unusual: more than the three of a rule, for hundreds of numbers are looked at."""
MOST = 10
DAYS = MAX_DAYS["day"]
"""Days that are looked at, the last ones of a longer range."""
LEAST_EXCESS = 0.2
"""What a part must add to a change beyond its share of everything to be its cause."""
SPLITS: dict[str, Key] = {"channel": "channel", "bot": "bot_id", "outlet": "outlet_id"}
NAMELESS = ("", "0")
"""Values of sessions that have none: no outlet, no channel."""


@dataclass(frozen=True, slots=True)
class Usual:
    """What a number is usually: the mean and the deviation of the same windows of earlier weeks."""

    mean: float
    spread: float
    places: tuple[int, ...]

    def score(self, value: float) -> float:
        """By how many deviations a value differs."""
        return round((value - self.mean) / self.spread, 2)


@dataclass(frozen=True, slots=True)
class Cause:
    """The part of a split that adds most to what is unusual."""

    split: str
    value: str


@dataclass(frozen=True, slots=True)
class Anomaly:
    """A day on which a metric differs from what is usual."""

    metric: Metric
    bucket: Bucket
    value: int | float | None
    low: int | float
    high: int | float
    cause: Cause | None


@dataclass(frozen=True, slots=True)
class Anomalies:
    """The days that differ, the newest first; `compared` is how many numbers could be compared at all."""

    items: list[Anomaly]
    compared: int


def value_of(metric: Metric, counts: Counts) -> float | None:
    """The value of a metric as answers have it."""
    value = serialize_value(metric, exact(metric, counts))
    return None if value is None else float(value)


def find_usual(metric: Metric, counts: Sequence[Counts], place: int, step: int) -> Usual | None:
    """Return what is usual for a window of those in order, a week being `step` of them; None where too few are known.

    Weeks before the first session say nothing. The deviation is at least what chance alone makes of a count or a share.
    """
    first = next((at for at, row in enumerate(counts) if row.get("sessions")), len(counts))
    places = [at for at in range(place - step, place - WEEKS * step - 1, -step) if at >= first]
    values = {at: value for at in places if (value := value_of(metric, counts[at])) is not None}
    if len(values) < FEWEST:
        return None
    mean, chance = fmean(values.values()), 0.0
    n = counts[place].get(metric.basis or metric.den or metric.num, 0)
    if metric.unit == "count":
        chance = sqrt(max(mean, 1.0))
    elif metric.unit == "percent" and n:
        share = min(max(mean / 100, 0.001), 0.999)
        chance = 100 * sqrt(share * (1 - share) / n)
    spread = max(stdev(values.values()), chance)
    return Usual(mean, spread, tuple(values)) if spread else None


class _Days:
    """The days of a range and of the weeks before it, and what they count by each split."""

    def __init__(self, context: ReportContext) -> None:
        self.context, span = context, context.span
        self.first = max(span.first, span.last - (DAYS - 1) * DAY)
        whole = Range(max(self.first - WEEKS * 7 * DAY, FIRST_DATE), span.last, span.zone)
        self.windows = [bucket for bucket in buckets(whole, "day", context.now) if not bucket.running]
        self._by: dict[Key, list[list[Tally]]] = {}
        self.counts = [total(by_key(rows)) for rows in self.by("channel")]

    def by(self, key: Key) -> list[list[Tally]]:
        """What each day counts by a key."""
        if key not in self._by:
            rows: list[Tally] = []
            if self.windows:
                start, end = self.windows[0].start, self.windows[-1].end
                rows = tallies(self.context.selection, start, end, by=key, each="day")
            self._by[key] = by_steps(self.windows, rows)
        return self._by[key]

    def own_places(self) -> list[int]:
        """The places of the days of the range itself."""
        return [place for place, bucket in enumerate(self.windows) if bucket.first >= self.first]


def find_anomalies(context: ReportContext) -> Anomalies:
    """Return the days of a range whose figures differ most from the same weekday of the weeks before."""
    days, compared, unusual = _Days(context), 0, list[tuple[float, Metric, int, Usual]]()
    for metric in _compared_metrics(context):
        for place in days.own_places():
            counts = days.counts[place]
            if metric.den and counts.get(metric.den, 0) < SMALL:
                continue
            value, usual = value_of(metric, counts), find_usual(metric, days.counts, place, 7)
            # A day without any is unusual too where there usually are enough.
            if value is None or usual is None or (not metric.den and max(value, usual.mean) < SMALL):
                continue
            compared += 1
            if abs(usual.score(value)) > LIMIT:
                unusual.append((usual.score(value), metric, place, usual))
    strongest = sorted(unusual, key=lambda row: -abs(row[0]))[:MOST]
    newest = sorted(strongest, key=lambda row: -row[2])
    return Anomalies([_anomaly(days, metric, place, usual) for _, metric, place, usual in newest], compared)


def _compared_metrics(context: ReportContext) -> list[Metric]:
    """The dashboard's metrics whose changes have parts; sums of several currencies have none."""
    has_currencies = len(context.selection.currencies) > 1
    return [metric for metric in DASHBOARD if is_additive(metric) and not (metric.unit == "money" and has_currencies)]


def _anomaly(days: _Days, metric: Metric, place: int, usual: Usual) -> Anomaly:
    digits = {"count": None, "percent": 1}.get(metric.unit, 2)
    reach, most = LIMIT * usual.spread, 100.0 if metric.unit == "percent" else inf
    return Anomaly(
        metric,
        days.windows[place],
        serialize_value(metric, exact(metric, days.counts[place])),
        low=round(max(0.0, usual.mean - reach), digits),
        high=round(min(most, usual.mean + reach), digits),
        cause=_find_cause(days, metric, place, usual.places),
    )


def _find_cause(days: _Days, metric: Metric, place: int, before: tuple[int, ...]) -> Cause | None:
    """Return the part that adds most beyond its share of everything; None where all parts changed alike."""
    most, cause = LEAST_EXCESS, None
    for split, key in SPLITS.items():
        by_day = days.by(key)
        # As many days on both sides, so that sums can be compared.
        now = by_key(by_day[place] * len(before))
        parts = parts_of(metric, now, by_key([row for at in before for row in by_day[at]]))
        change, usual = sum(part.total for part in parts), sum(_size(metric, part) for part in parts)
        if len(parts) < 2 or not change or not usual:
            continue
        largest = max(parts, key=lambda part: part.total / change)
        excess = float(largest.total / change - Fraction(_size(metric, largest), usual))
        if excess > most and largest.value not in NAMELESS:
            most, cause = excess, Cause(split, largest.value)
    return cause


def _size(metric: Metric, part: Contribution) -> int:
    """How much of everything a part was before."""
    return part.then.get(metric.den or metric.num, 0)
