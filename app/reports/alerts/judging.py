"""What a rule says of a number: windows of time, their values, and whether a value meets the rule."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from app.reports.anomalies import WEEKS, find_usual, value_of
from app.reports.cards.figures import by_key
from app.reports.context import ReportContext, by_steps, total
from app.reports.counts import people, queries
from app.reports.counts.facts import Sample
from app.reports.filters.ranges import DAY, Bucket, Range, buckets, local_date
from app.reports.metrics.definitions import METRICS, SUMS, Counts, Metric
from app.reports.standard.extras import SHARES, depth_counts, length_counts

_LENGTHS = {f"{fact}_p{share}": fact for fact, shares in SHARES.items() for share in shares}
_COUNTED = SUMS | {"users", "turns_p50", *_LENGTHS}
WATCHED = tuple(metric for metric in METRICS if {metric.num, metric.den or metric.num} <= _COUNTED)
"""The metrics that have a value for every window."""
PER_WEEK = {"hour": 168, "day": 7, "week": 1}


class Rule(Protocol):
    """What is judged."""

    window: str
    op: str
    threshold: float
    min_n: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a rule says of one window; `is_met` is None where it has too little to say."""

    bucket: Bucket
    value: float | None
    before: float | None
    n: int
    score: float | None
    is_met: bool | None


def find_windows(zone: ZoneInfo, window: str, count: int, now: datetime) -> list[Bucket]:
    """The last windows that are over, at most so many."""
    today = local_date(now, zone)
    if window == "hour":
        span = Range(today - (count // 24 + 1) * DAY, today, zone)
    elif window == "day":
        span = Range(today - count * DAY, today - DAY, zone)
    else:
        monday = today - timedelta(days=today.weekday())
        span = Range(monday - timedelta(weeks=count), monday - DAY, zone)
    return [bucket for bucket in buckets(span, window, now) if bucket.end <= now][-count:]


def read_counts(context: ReportContext, metric: Metric, windows: list[Bucket], step: str) -> list[Counts]:
    """The counts of each window."""
    selection, names = context.selection, {metric.num, metric.den or metric.num}
    if not windows:
        return []
    span = Range(windows[0].first, windows[-1].last, context.span.zone)
    each = queries.tallies(
        selection, windows[0].start, windows[-1].end, by="channel", each="quarter" if step == "hour" else "day"
    )
    counts = [total(by_key(rows)) for rows in by_steps(windows, each)]
    if "users" in names:
        numbers = people.people_by(selection, windows)
        for row, number in zip(counts, numbers or [], strict=False):
            row["users"] = number
    if metric.num in _LENGTHS:
        fact = _LENGTHS[metric.num]
        samples: list[list[Sample]] = by_steps(windows, context.reader.samples(span, fact) or [])
        counts = [row | length_counts(fact, part) for row, part in zip(counts, samples, strict=True)]
    if metric.num == "turns_p50":
        depths = by_steps(windows, context.reader.read(span, "depth", each=True) or [])
        counts = [row | depth_counts(part) for row, part in zip(counts, depths, strict=True)]
    return counts


def windows_needed(rule: Rule) -> int:
    """How many windows before one a rule looks at."""
    return WEEKS * PER_WEEK[rule.window] if rule.op == "anomaly" else 1


def judge_last(rule: Rule, metric: Metric, context: ReportContext, now: datetime, *, last: int = 1) -> list[Judgement]:
    """What a rule says of each of the last windows that are over, the oldest first."""
    windows = find_windows(context.selection.zone, rule.window, windows_needed(rule) + last, now)
    counts = read_counts(context, metric, windows, rule.window)
    values = [value_of(metric, row) for row in counts]
    first = max(0, len(windows) - last)
    return [_judge(rule, metric, windows, counts, values, place) for place in range(first, len(windows))]


def _judge(
    rule: Rule, metric: Metric, windows: list[Bucket], counts: list[Counts], values: list[float | None], place: int
) -> Judgement:
    value, n = values[place], counts[place].get(metric.basis or metric.den or metric.num, 0)
    before = values[place - 1] if place else None
    score = None
    if rule.op == "anomaly":
        usual = find_usual(metric, counts, place, PER_WEEK[rule.window])
        before = None if usual is None else usual.mean
        score = None if usual is None or value is None else usual.score(value)
    is_met: bool | None = None
    if value is not None and n >= rule.min_n:
        is_met = _is_met(rule, metric, value, before, score)
    return Judgement(windows[place], value, before, n, score, is_met)


def _is_met(rule: Rule, metric: Metric, value: float, before: float | None, score: float | None) -> bool | None:
    if rule.op == "above":
        return value > rule.threshold
    if rule.op == "below":
        return value < rule.threshold
    if rule.op == "anomaly":
        return None if score is None else abs(score) > rule.threshold
    if before is None or (metric.unit != "percent" and not before):
        return None
    change = value - before if metric.unit == "percent" else (value - before) * 100 / before
    return change >= rule.threshold if rule.op == "rises" else change <= -rule.threshold
