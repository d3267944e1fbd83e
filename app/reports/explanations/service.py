"""A change explained: how large it is, whether chance explains it, what its parts are, and conversations behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from math import sqrt
from typing import Any, Literal, get_args

from sqlalchemy import ColumnElement, func, literal, select

from app.channels.questions.models import BotQuestion
from app.channels.voice.models import VoiceCall
from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.errors import BeyondSchema, Invalid
from app.core.statistics import CRITICAL
from app.reports.cards.figures import By, by_key
from app.reports.context import ReportContext, ReportQuery, by
from app.reports.counts import queries
from app.reports.counts.people import MAX_RAW
from app.reports.filters.links import Links
from app.reports.filters.places import OUTLET
from app.reports.filters.ranges import Period
from app.reports.history.filters import evidence_of
from app.reports.history.service import rows
from app.reports.metrics.definitions import (
    CALL_SUMS,
    QUESTION_SUMS,
    Counts,
    Metric,
    exact,
    is_additive,
    is_small,
    serialize_value,
)
from app.reports.metrics.parts import REST, Contribution, parts_of, round_half_up, round_to_sum, with_rest
from app.reports.metrics.significance import has_moved
from app.reports.standard import call_counts, knowledge
from app.reports.standard.call_counts import calls_in
from app.reports.standard.extras import ReportExtras
from app.reports.standard.service import question_of, report_of

Split = Literal["bot", "intent", "channel", "outlet", "language"]
SPLITS: tuple[Split, ...] = get_args(Split)
_KEYS: Mapping[str, queries.Key] = {"bot": "bot_id", "channel": "channel", "outlet": "outlet_id"}
_COLUMNS: dict[str, Any] = {
    "bot": Conversation.bot_id, "intent": func.coalesce(Conversation.intent, ""), "channel": Conversation.channel,
    "outlet": func.coalesce(Conversation.outlet_id, 0), "language": Conversation.language,
}  # fmt: skip
_CALL_COLUMNS: dict[str, Any] = _COLUMNS | {
    "bot": VoiceCall.bot_id, "channel": literal("voice"), "outlet": func.coalesce(VoiceCall.outlet_id, 0),
    "language": VoiceCall.language,
}  # fmt: skip
NEWEST = 3
SAMPLED = ("id", "started_at", "channel", "outcome", "contact", "first_text")
"""The fields of the conversations that are listed of the largest part."""


def metrics_of(report: str) -> list[Metric]:
    """The metrics of a report whose changes have parts."""
    return [metric for metric in report_of(report).metrics if is_additive(metric)]


def explain(
    report: str,
    question: ReportQuery,
    *,
    metric: str,
    split: Split,
    language: str = "en",
    names: bool = False,
    now: datetime | None = None,
) -> dict[str, Any]:
    """The explanation of a metric's change; Invalid names what does not fit."""
    definition = _metric_of(report, metric)
    context = ReportContext(question_of(report_of(report), question), now, language)
    change = _read_change(context, definition)
    compared = context.compared
    parts = _parts(context, compared, definition, split) if change.delta is not None and compared is not None else []
    largest = next((part for part in parts or () if part.value != REST), None)
    return context.frame() | {
        "report": report,
        "metric": definition.id,
        "metrics": [each.id for each in metrics_of(report)],
        "by": split,
        "unit": definition.unit,
        "better": definition.better,
        **change.serialize(),
        "marks": ["long"] if parts is None else [],
        "items": [] if change.delta is None else _items(context, definition, split, parts, change.delta),
        "conversations": _newest(context, definition, split, largest, names),
        "link": _link(context, definition, split, largest),
    }


def _metric_of(report: str, name: str) -> Metric:
    """A metric of a report whose changes have parts; Invalid names those there are."""
    metrics = {metric.id: metric for metric in metrics_of(report)}
    if name not in metrics:
        raise Invalid({"metric": [BeyondSchema(f"Must be one of {', '.join(metrics)}.")]})
    return metrics[name]


@dataclass(frozen=True, slots=True)
class Change:
    """What a metric was in the compared period and is in the range; the change is None where either is unknown."""

    metric: Metric
    current: Counts
    previous: Counts | None
    delta: float | None

    def serialize(self) -> dict[str, Any]:
        """The change as answered, with how much of it may be chance."""
        metric, current, previous = self.metric, self.current, self.previous
        is_known = self.delta is not None
        bounds = _bounds(metric, current, previous) if is_known else None
        return {
            "value": serialize_value(metric, exact(metric, current)),
            "previous": serialize_value(metric, None if previous is None else exact(metric, previous)),
            "num": current.get(metric.num, 0),
            "den": current.get(metric.den, 0) if metric.den else None,
            "previous_num": None if previous is None else previous.get(metric.num, 0),
            "previous_den": previous.get(metric.den, 0) if previous is not None and metric.den else None,
            "delta": self.delta,
            "low": bounds and bounds[0],
            "high": bounds and bounds[1],
            "chance": _is_chance(metric, current, previous) if is_known else None,
            "small": is_small(metric, current) or (previous is not None and is_small(metric, previous)),
        }


def _read_change(context: ReportContext, metric: Metric) -> Change:
    """The change of a metric between the two periods of a report."""
    extras, previous = ReportExtras(context, (metric,)), context.previous
    current = context.current | extras.of_range()
    previous = None if previous is None else previous | extras.of_compared()
    value, before = exact(metric, current), None if previous is None else exact(metric, previous)
    if value is None or before is None or (metric.unit == "money" and _has_currencies(context)):
        return Change(metric, current, previous, None)
    return Change(metric, current, previous, round_half_up(Fraction(value) - Fraction(before)))


def _has_currencies(context: ReportContext) -> bool:
    """Whether sums of money are of several currencies."""
    return len(context.selection.currencies) > 1


def _parts(context: ReportContext, compared: Period, metric: Metric, split: Split) -> list[Contribution] | None:
    """The parts of a change; None where the range is too long to count its sessions by what it is split by."""
    now, then = (_counts(context, period, metric, split) for period in (context.span, compared))
    return None if now is None or then is None else with_rest(metric, parts_of(metric, now, then))


def _counts(context: ReportContext, period: Period, metric: Metric, split: Split) -> By | None:
    """The counts of a period by what it is split by: from the rollups where they know it, otherwise from rows."""
    if metric.num in CALL_SUMS:
        return call_counts.count_by(context.selection, period, _CALL_COLUMNS[split])
    if metric.num in QUESTION_SUMS:
        return knowledge.count_by(context.selection, period, _COLUMNS[split])
    if split in _KEYS:
        return by(context.selection, period, _KEYS[split])
    if period.end - period.start > MAX_RAW:
        return None
    column = _COLUMNS[split]
    return by_key(queries.conversation_tallies(context.selection, period.start, period.end, column))


def _bounds(metric: Metric, current: Counts, previous: Counts | None) -> tuple[float, float] | None:
    """The 95 % interval of a change: of a share by its two samples, of a count as events that come by themselves."""
    if previous is None:
        return None
    after, before = current.get(metric.num, 0), previous.get(metric.num, 0)
    if metric.den is None:
        change, reach = float(after - before), CRITICAL * sqrt(after + before)
        return round(change - reach, 2), round(change + reach, 2)
    if metric.unit != "percent" or metric.basis:
        return None
    of_after, of_before = current.get(metric.den, 0), previous.get(metric.den, 0)
    shares = after / of_after, before / of_before
    error = sqrt(sum(share * (1 - share) / of for share, of in zip(shares, (of_after, of_before), strict=True)))
    change, reach = (shares[0] - shares[1]) * 100, CRITICAL * error * 100
    return round(change - reach, 2), round(change + reach, 2)


def _is_chance(metric: Metric, current: Counts, previous: Counts | None) -> bool | None:
    """Whether a change is within what chance explains at 95 %; samples of too few cannot tell, so it is.

    None of quotients whose spread is not known.
    """
    if metric.unit == "percent" and not metric.basis:
        return not has_moved(metric, current, previous)
    bounds = _bounds(metric, current, previous)
    return None if bounds is None else bounds[0] <= 0 <= bounds[1]


def _items(
    context: ReportContext, metric: Metric, split: Split, parts: list[Contribution] | None, delta: float
) -> list[dict[str, Any]]:
    """The parts as answered: rounded so that they add up."""
    if parts is None:
        parts = [Contribution(REST, Fraction(0), Fraction(delta), context.current, context.previous or {})]
    totals = round_to_sum([part.total for part in parts], delta)
    mixes = round_to_sum([part.mix for part in parts], round_half_up(sum((part.mix for part in parts), Fraction())))
    labels = context.part_names(split, [part.value for part in parts if part.value != REST])
    if split == "outlet":
        labels["0"] = ""
    return [
        {
            "value": part.value,
            "label": labels.get(part.value, part.value),
            "mix": mix,
            "rate": round(total - mix, 2),
            "total": total,
            "num": part.now.get(metric.num, 0),
            "den": part.now.get(metric.den, 0) if metric.den else None,
            "previous_num": part.then.get(metric.num, 0),
            "previous_den": part.then.get(metric.den, 0) if metric.den else None,
        }
        for part, total, mix in zip(parts, totals, mixes, strict=True)
    ]


def _value(split: Split, part: Contribution) -> Any:
    """The value of a part as its column has it."""
    return int(part.value) if split in ("bot", "outlet") else part.value


def _newest(
    context: ReportContext, metric: Metric, split: Split, part: Contribution | None, names: bool
) -> list[dict[str, Any]]:
    """The newest conversations that the number counts, of the part that adds most."""
    if part is None:
        return []
    conditions = _sessions_of(context, metric, split, part)
    query = select(Conversation).where(*context.selection.during(context.span), *conditions)
    newest = query.order_by(Conversation.started_at.desc(), Conversation.id.desc()).limit(NEWEST)
    items = rows(db.session.scalars(newest).all(), context.span.zone, names=names)
    return [{name: row[name] for name in SAMPLED} for row in items]


def _sessions_of(context: ReportContext, metric: Metric, split: Split, part: Contribution) -> list[ColumnElement[bool]]:
    """The conditions on the conversations of a part that the number counts."""
    selection, span = context.selection, context.span
    if metric.num in CALL_SUMS:
        calls = select(VoiceCall.conversation_id).outerjoin(Conversation, Conversation.id == VoiceCall.conversation_id)
        within = calls.where(*calls_in(selection, span), _CALL_COLUMNS[split] == _value(split, part))
        return [Conversation.id.in_(within)]
    conditions = [_COLUMNS[split] == _value(split, part)]
    if metric.num in QUESTION_SUMS:
        with_question = knowledge.questions(selection, span, BotQuestion.conversation_id)
        conditions.append(Conversation.id.in_(with_question))
    else:
        conditions += evidence_of(metric, selection.zone, context.now)
    return conditions


def _link(context: ReportContext, metric: Metric, split: Split, part: Contribution | None) -> str | None:
    """The address of the conversations that the number counts, of the part that adds most where a list can say it."""
    selection = context.selection
    if part is not None and split == "bot":
        selection = replace(selection, bots=(int(part.value),))
    elif part is not None and split == "outlet" and part.value != "0":
        selection = replace(selection, places=((OUTLET, int(part.value)),))
    channel = part.value if part is not None and split == "channel" else ""
    return Links(selection, context.links.range_text).to_evidence(metric, channel=channel)
