"""Counts of key figures that are no sums over sessions: medians, percentiles and days of people."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import timedelta

from app.reports import people, visits
from app.reports.cards import joined
from app.reports.context import ReportContext, step_of
from app.reports.facts import Fact, Period, Sample, by_value, percentile, read_facts, read_samples
from app.reports.metrics import Counts, Metric
from app.reports.ranges import DAY, Range, local_date

MONTH = 30
"""Days by which stickiness counts the people of a month."""
Find = Callable[[ReportContext, Period], Counts]


def of_latency(samples: list[Sample]) -> Counts:
    """The percentiles of reply times."""
    shares = {"latency_p50": 0.5, "latency_p90": 0.9, "latency_p95": 0.95, "latency_p99": 0.99}
    counts = {name: value for name, share in shares.items() if (value := percentile(samples, share)) is not None}
    return {**counts, "answered": sum(sample.times for sample in samples)}


def of_duration(samples: list[Sample]) -> Counts:
    """The percentiles of the lengths of sessions."""
    shares = {"duration_p50": 0.5, "duration_p90": 0.9}
    counts = {name: value for name, share in shares.items() if (value := percentile(samples, share)) is not None}
    return {**counts, "timed_sessions": sum(sample.times for sample in samples)}


def of_depth(facts: Iterable[Fact]) -> Counts:
    """The median number of turns."""
    values = sorted((int(value), counts[0]) for value, counts in by_value(list(facts)).items())
    wanted = (sum(times for _, times in values) + 1) // 2
    for turns, times in values:
        wanted -= times
        if wanted <= 0:
            return {"turns_p50": turns}
    return {}


def _visits(context: ReportContext, period: Period) -> Counts:
    """The median of the days since people came last, and the days of people that stickiness compares."""
    counts: Counts = {}
    known = visits.read_visits(context.selection, period)
    if known:
        counts["recency_p50"] = visits.median_recency(known, period)
    end = local_date(period.end, context.selection.zone)
    month = Range(end - timedelta(days=MONTH), end - DAY, context.selection.zone)
    daily = visits.people_by_day(context.selection, period)
    monthly = people.people(context.selection, month.start, month.end)
    if daily is not None and monthly is not None:
        counts["user_days"] = sum(daily.values())
        counts["month_days"] = monthly.active * ((period.last - period.first).days + 1)
    return counts


class ReportExtras:
    """The counts that the metrics of a report need, of the range, the compared period and each point."""

    def __init__(self, context: ReportContext, metrics: Iterable[Metric]) -> None:
        self.context = context
        self.wanted = {name for metric in metrics for name in (metric.num, metric.den, metric.basis) if name}

    def of_range(self) -> Counts:
        """Return those of the range."""
        return self._of(self.context.span)

    def of_compared(self) -> Counts:
        """Return those of the compared period."""
        return {} if self.context.compared is None else self._of(self.context.compared)

    def _of(self, period: Period) -> Counts:
        selection, counts = self.context.selection, Counts()
        if self._wants("latency"):
            counts |= of_latency(read_samples(selection, period, "latency") or [])
        if self._wants("duration"):
            counts |= of_duration(read_samples(selection, period, "duration") or [])
        if self._wants("turns_p50"):
            counts |= of_depth(read_facts(selection, period, "depth") or [])
        if self._wants("recency", "user_days"):
            counts |= _visits(self.context, period)
        return counts

    def _wants(self, *beginnings: str) -> bool:
        return any(name.startswith(beginnings) for name in self.wanted)

    def of_points(self) -> list[Counts]:
        """Return those of each point of a sparkline, where they can be told by day."""
        context = self.context
        points = joined(context.steps)
        counts: list[Counts] = [{} for _ in points]
        for fact, of in (("latency", of_latency), ("duration", of_duration)):
            if self._wants(fact):
                parts: defaultdict[int, list[Sample]] = defaultdict(list)
                for sample in read_samples(context.selection, context.span, fact) or ():
                    parts[step_of(points, sample.at)].append(sample)
                counts = [row | of(parts[place]) for place, row in enumerate(counts)]
        if self._wants("turns_p50"):
            rows: defaultdict[int, list[Fact]] = defaultdict(list)
            for row in read_facts(context.selection, context.span, "depth", each=True) or ():
                rows[step_of(points, row.at or context.span.start)].append(row)
            counts = [row | of_depth(rows[place]) for place, row in enumerate(counts)]
        return counts
