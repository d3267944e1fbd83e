"""Counts of key figures that are no sums over sessions: medians, percentiles and days of people."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.reports.cards.key_figures import sparkline_buckets
from app.reports.context import ReportContext, by_steps
from app.reports.counts import people
from app.reports.counts.activity import count_carried, count_sent
from app.reports.counts.facts import Fact, Sample, by_value, percentiles
from app.reports.counts.handoffs import count_handoffs
from app.reports.filters.ranges import DAY, Period, Range, local_date
from app.reports.metrics.definitions import Counts, Metric
from app.reports.standard import knowledge
from app.reports.standard.call_counts import count_by_steps, count_calls
from app.reports.standard.due_visits import count_due

PROMOTES_FROM, DETRACTS_TO = 9, 6
MONTH = 30
"""Days by which stickiness counts the people of a month."""
SHARES = {"latency": (50, 90, 95, 99), "duration": (50, 90)}
"""The percentiles of each length of time."""
BASES = {"latency": "answered", "duration": "timed_sessions"}
"""What each length of time was measured of."""


def length_counts(fact: str, samples: list[Sample]) -> Counts:
    """The percentiles of a length of time, and how many there are."""
    weighted = [(sample.milliseconds, sample.times) for sample in samples]
    values = percentiles(weighted, [share / 100 for share in SHARES[fact]])
    counts = {
        f"{fact}_p{share}": round(value) for share, value in zip(SHARES[fact], values, strict=True) if value is not None
    }
    return {**counts, BASES[fact]: sum(times for _, times in weighted)}


def depth_counts(facts: list[Fact]) -> Counts:
    """The median number of turns."""
    (median,) = percentiles(((int(value), counts[0]) for value, counts in by_value(facts).items()), [0.5])
    return {} if median is None else {"turns_p50": int(median)}


def confidence_counts(facts: list[Fact]) -> Counts:
    """The median score of turns that were routed to an intent, in hundredths, and how many there are."""
    scores = [(int(value), counts[0]) for value, counts in by_value(facts).items()]
    (median,) = percentiles(scores, [0.5])
    number = {"confident_turns": sum(times for _, times in scores)}
    return number if median is None else number | {"confidence_p50": int(median), "confidence_scale": 100}


def nps_counts(facts: list[Fact]) -> Counts:
    """How many answers there are from 0 to 10, and the points of those who recommend above those who do not."""
    numbers = {int(value): counts[0] for value, counts in by_value(facts).items()}
    balance = sum(times * ((score >= PROMOTES_FROM) - (score <= DETRACTS_TO)) for score, times in numbers.items())
    return {"nps_points": 100 * balance, "nps_ratings": sum(numbers.values())}


def days_before(end: datetime, days: int, zone: ZoneInfo) -> Range:
    """The whole days before the day of an instant."""
    last = local_date(end, zone)
    return Range(last - timedelta(days=days), last - DAY, zone)


def _visits(context: ReportContext, period: Period) -> Counts:
    """The median of the days since people came last, and the days of people that stickiness compares."""
    counts: Counts = {}
    visits, daily = context.reader.visits(period), context.reader.people_by_day(period)
    weighted = (((period.last - last).days, number) for (last, _), number in (visits or {}).items())
    (median,) = percentiles(weighted, [0.5])
    if median is not None:
        counts["recency_p50"] = int(median)
    zone, number = context.selection.zone, (period.last - period.first).days + 1
    month, week = days_before(period.end, MONTH, zone), _last_week(period.end, zone)
    monthly, weekly = (people.people(context.selection, span.start, span.end) for span in (month, week))
    if weekly is not None:
        counts["week_users"] = weekly.active
    if monthly is not None:
        counts["month_users"] = monthly.active
    if daily is not None and monthly is not None:
        counts |= {"user_days": sum(daily.values()), "days": number, "month_days": monthly.active * number}
    return counts


def _last_week(end: datetime, zone: ZoneInfo) -> Range:
    """The last whole ISO week before an instant."""
    monday = local_date(end, zone) - timedelta(days=local_date(end, zone).weekday())
    return Range(monday - timedelta(days=7), monday - DAY, zone)


class ReportExtras:
    """The counts that the metrics of a report need, of the range, the compared period and each point."""

    def __init__(self, context: ReportContext, metrics: Iterable[Metric]) -> None:
        self.context = context
        self.names = {name for metric in metrics for name in (metric.num, metric.den, metric.basis) if name}

    def of_range(self) -> Counts:
        """Return the counts of the range."""
        return self._counts_of(self.context.span)

    def of_compared(self) -> Counts:
        """Return those of the compared period."""
        return {} if self.context.compared is None else self._counts_of(self.context.compared)

    def _counts_of(self, period: Period) -> Counts:
        reader, counts = self.context.reader, Counts()
        for fact in filter(self._wants, SHARES):
            counts |= length_counts(fact, reader.samples(period, fact) or [])
        if self._wants("turns_p50"):
            counts |= depth_counts(reader.read(period, "depth") or [])
        if self._wants("low_confidence"):
            causes = reader.read(period, "cause")
            if causes is not None:
                counts["low_confidence_turns"] = by_value(causes).get("low_confidence", [0])[0]
        if self._wants("handoff_wait", "handoffs"):
            counts |= count_handoffs(self.context.selection, period, self.context.now)
        if self._wants("visits_"):
            counts |= count_due(self.context.selection, period)
        if self._wants("recency", "user_days", "week_users", "month_users"):
            counts |= _visits(self.context, period)
        if self._wants("call"):
            counts |= count_calls(self.context, period)
        if self._wants("confidence_p50"):
            counts |= confidence_counts(reader.read(period, "confidence") or [])
        if self._wants("nps_"):
            counts |= nps_counts(reader.read(period, "nps") or [])
        if self._wants("active_sessions"):
            is_range = period is self.context.span
            began = self.context.current if is_range else self.context.previous or {}
            counts["active_sessions"] = began.get("sessions", 0) + count_carried(self.context.selection, period)
        if self._wants("sent_"):
            counts |= count_sent(self.context.selection, period)
        if self._wants("answers_"):
            counts |= knowledge.count_judged(self.context.selection, period)
        if self._wants("knowledge_", "documents_"):
            counts |= knowledge.counts_of(self.context.selection, period)
        return counts

    def _wants(self, *beginnings: str) -> bool:
        return any(name.startswith(beginnings) for name in self.names)

    def of_points(self) -> list[Counts]:
        """Return the counts of each point of a sparkline, where they are known by day."""
        reader, span = self.context.reader, self.context.span
        points = sparkline_buckets(self.context.steps)
        counts: list[Counts] = [{} for _ in points]
        for fact in filter(self._wants, SHARES):
            parts = by_steps(points, reader.samples(span, fact) or [])
            counts = [row | length_counts(fact, part) for row, part in zip(counts, parts, strict=True)]
        if self._wants("turns_p50"):
            depths = by_steps(points, reader.read(span, "depth", each=True) or [])
            counts = [row | depth_counts(part) for row, part in zip(counts, depths, strict=True)]
        for name, fact, count in (("confidence_p50", "confidence", confidence_counts), ("nps_", "nps", nps_counts)):
            if self._wants(name):
                facts_by_step = by_steps(points, reader.read(span, fact, each=True) or [])
                counts = [row | count(part) for row, part in zip(counts, facts_by_step, strict=True)]
        if self._wants("call"):
            calls = count_by_steps(self.context, points)
            counts = [row | part for row, part in zip(counts, calls, strict=True)]
        return counts
