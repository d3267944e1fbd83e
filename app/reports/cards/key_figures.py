"""The dashboard's eight key figures."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Protocol

from app.bots.catalog.intents import intent_title
from app.reports.cards.figures import By
from app.reports.counts import people
from app.reports.filters.links import Links
from app.reports.filters.ranges import Bucket, Comparison, Range
from app.reports.filters.selection import REAL, Selection
from app.reports.metrics.definitions import (
    MICRO,
    OF_CONVERSATIONS,
    SPEECH,
    VISITS,
    Counts,
    Metric,
    add,
    change,
    exact,
    is_additive,
    is_small,
    mark_words,
    round_half_up,
    serialize_value,
)
from app.reports.metrics.significance import cause, has_moved
from app.reports.records.attainment import Targets, attainment, read_targets

Splits = Mapping[str, tuple[By, By]]
SPARK_POINTS = 30
MARKS = ("estimated", "imported", "partial", "provisional", "small")
"""What can be said of how sure a number is."""
OPENS = ("people", "calls", "visits", "counted", "holding", "sessions")
HELD = (
    "fallback_turns", "cost_micro", "low_confidence_turns", "handoff_wait_p50", "handoffs_missed", "error_turns",
)  # fmt: skip
"""Numerators of which the sessions with any of it are listed."""


def chunks(steps: list[Bucket]) -> list[list[int]]:
    """The numbers of the buckets behind each point of a sparkline, of at most 30 points."""
    width = -(-len(steps) // SPARK_POINTS) or 1
    return [list(range(start, min(start + width, len(steps)))) for start in range(0, len(steps), width)]


def sparkline_buckets(steps: list[Bucket]) -> list[Bucket]:
    """One bucket per point of a sparkline."""
    return [Bucket(steps[c[0]].start, steps[c[-1]].end, steps[c[0]].first, steps[c[-1]].last) for c in chunks(steps)]


class Extras(Protocol):
    """Counts that are not sums over sessions."""

    def of_range(self) -> Counts:
        """Return the counts of the range."""

    def of_compared(self) -> Counts:
        """Return the counts of the compared period."""

    def of_points(self) -> list[Counts]:
        """Return the counts of each point of a sparkline."""


class Cards:
    """Makes the cards from the counts of a range, of its buckets and of the compared period."""

    def __init__(
        self,
        selection: Selection,
        span: Range,
        steps: list[Bucket],
        compared: Comparison | None,
        now: datetime,
        language: str,
    ) -> None:
        self.selection, self.span, self.steps, self.now, self.language = selection, span, steps, now, language
        self.is_compared = compared is not None
        self.people, self.people_by = people.people_with_steps(
            selection, span.start, span.end, sparkline_buckets(steps)
        )
        self.people_before = people.people(selection, compared.start, compared.end) if compared else None
        self.counting: dict[str, Any] | None = None
        self.extras: Extras | None = None
        """Counts that are no sums over sessions, such as medians, of the range, the compared period and each point."""
        self.targets: Targets = {}
        self.splits: Splits | None = None
        """Counts by bot and by channel, of the range and of the compared period."""

    def take(self, result: dict[str, Any] | None, counting: dict[str, Any] | None) -> None:
        """Show people as a job has counted them, if it has, and how far it is."""
        self.counting = counting
        if result is not None:
            self.people = people.People(result["active"], result["new"])
            before = result["before"]
            self.people_before = None if before is None else people.People(before, 0)
            self.people_by = result["by"]

    def all(
        self,
        metrics: Iterable[Metric],
        current: Counts,
        previous: Counts | None,
        by_step: list[Counts],
        links: Links,
    ) -> list[dict[str, Any]]:
        """The cards of metrics in their order."""
        extras = self.extras
        current = self._with_people(current, self.people) | (extras.of_range() if extras else {})
        if previous is not None:
            previous = self._with_people(previous, self.people_before) | (extras.of_compared() if extras else {})
        points = self._points(by_step)
        self.targets = read_targets(self.selection, self.span)
        return [self._card(metric, current, previous, points, links) for metric in metrics]

    @staticmethod
    def _with_people(counts: Counts, contacts: people.People | None) -> Counts:
        """Counts with the distinct contacts, where they could be counted."""
        if contacts is None:
            return counts
        return {**counts, "users": contacts.active, **contacts.parts("users_")}

    def _points(self, by_step: list[Counts]) -> list[Counts | None]:
        """The counts of each point of a sparkline; None where a bucket is not whole."""
        points: list[Counts | None] = []
        more = self.extras.of_points() if self.extras else None
        for number, members in enumerate(chunks(self.steps)):
            total: Counts = {}
            for member in members:
                add(total, by_step[member])
            if self.people_by is not None:
                total["users"] = users = self.people_by[number]
                new = min(total.get("engaged_new", 0), users) if self.selection.traffic == REAL else None
                total |= people.People(users, new).parts("users_")
            total |= more[number] if more is not None else {}
            points.append(None if any(self.steps[member].partial for member in members) else total)
        return points

    def _card(
        self, metric: Metric, current: Counts, previous: Counts | None, points: list[Counts | None], links: Links
    ) -> dict[str, Any]:
        """One card."""
        single = len(self.selection.currencies) == 1 or metric.unit != "money"
        value = exact(metric, current) if single else None
        before = exact(metric, previous) if previous is not None and single else None
        delta, unit = change(metric, current, previous) if single else (None, "none")
        if value is not None and self._is_unmeasured_before(metric, previous):
            unit = "unmeasured"
        words, marks = metric.words(self.language), self._marks(metric, current)
        return {
            "id": metric.id,
            "version": metric.version,
            "value": serialize_value(metric, value),
            "unit": metric.unit,
            "num": self.numerator(metric, current),
            "den": self.denominator(metric, current),
            "previous": serialize_value(metric, before),
            "previous_num": previous and self.numerator(metric, previous),
            "previous_den": previous and self.denominator(metric, previous),
            "delta": delta,
            "delta_unit": unit,
            "better": metric.better,
            "provisional": self._is_provisional(metric),
            "measured": {"n": current.get(metric.cover, 0), "of": current.get("engaged", 0)},
            "marks": marks,
            "notes": mark_words(marks, self.language),
            "spark": [serialize_value(metric, exact(metric, point)) if point and single else None for point in points],
            "target": None
            if metric.den and "small" in marks
            else attainment(metric, value, self.targets, self.span, self.now),
            "explained": delta is not None and is_additive(metric),
            "significant": has_moved(metric, current, previous),
            "cause": self._cause(metric, current, previous),
            "link": links.to_evidence(metric),
            "opens": self._opens(metric),
            "population_link": links.to(evidence=metric.population_evidence) if metric.population_evidence else None,
            "formula": words["formula"],
            "population": words["population"],
            **self._extra(metric, current),
        }

    def _is_unmeasured_before(self, metric: Metric, previous: Counts | None) -> bool:
        """Whether a comparison was asked for with a period in which nothing was measured that could tell the number."""
        if not self.is_compared:
            return False
        return previous is None or (previous.get("engaged", 0) > 0 and not previous.get(metric.cover))

    @staticmethod
    def _opens(metric: Metric) -> str:
        """What the link lists: people, calls, visits, the sessions counted, those with any of it, or all."""
        if metric.num.startswith("users"):
            return "people"
        if metric in SPEECH:
            return "calls"
        if metric in VISITS:
            return "visits"
        if metric.evidence_counts:
            return "counted"
        return "holding" if metric.num in HELD else "sessions"

    def _is_provisional(self, metric: Metric) -> bool:
        """Whether the number may still change by its own definition."""
        return self.now < self.span.end + timedelta(hours=metric.settles_hours)

    def _marks(self, metric: Metric, current: Counts) -> list[str]:
        """What a reader should know before believing the number, in the order of MARKS."""
        is_counted = metric.num in current and current.get("engaged", 0) > 0
        holds = {
            "estimated": current.get(f"{metric.cover}:estimated", 0) > 0,
            "imported": current.get(f"{metric.cover}:imported", 0) > 0,
            "partial": self.now < self.span.end,
            "provisional": self.now >= self.span.end and self._is_provisional(metric),
            "small": is_counted and self._is_sampled(metric, current) and is_small(metric, current),
        }
        return [mark for mark in MARKS if holds[mark]]

    @staticmethod
    def _is_sampled(metric: Metric, current: Counts) -> bool:
        """Whether a number is found among others, or is a count of sessions that changes in percent."""
        return metric in OF_CONVERSATIONS or (bool(metric.den or metric.basis) and exact(metric, current) is not None)

    def _cause(self, metric: Metric, current: Counts, previous: Counts | None) -> dict[str, Any] | None:
        """What moved the number most, where it has moved by more than chance."""
        if self.splits is None or not has_moved(metric, current, previous):
            return None
        part = cause(metric, self.splits)
        if part is None:
            return None
        is_intent = part.by == "intent"
        title = intent_title(part.key, bots=self.selection.bots, language=self.language) if is_intent else None
        return asdict(part) | {"title": title}

    @staticmethod
    def denominator(metric: Metric, counts: Counts) -> int | None:
        """What a rate is counted over; None for a number that is no rate, or a rate of other things than its basis."""
        return counts.get(metric.den, 0) if metric.den and not metric.basis else None

    @staticmethod
    def numerator(metric: Metric, current: Counts) -> int | float | None:
        """The numerator in the metric's unit; None when it could not be counted."""
        num = current.get(metric.basis or metric.num)
        if num is None:
            return None
        return round_half_up(Decimal(num) / MICRO, 2) if metric.unit == "money" else num

    def _extra(self, metric: Metric, current: Counts) -> dict[str, Any]:
        """What only this card says: new and returning contacts, or the sum of money."""
        if metric.id == "users_active":
            counts = self.people.parts() if self.people is not None else {}
            return counts | ({"counting": self.counting} if self.counting is not None else {})
        if metric.unit == "money":
            return {"total": self.numerator(metric, current)}
        return {}
