"""How far the targets of a range are attained."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Select, func, select

from app.analytics.bitmaps import next_month
from app.core.db.base import db
from app.reports.filters.ranges import Range, midnight
from app.reports.filters.selection import Selection
from app.reports.metrics.definitions import Metric, is_additive, round_half_up, serialize_value
from app.reports.records.models import Target

PEOPLE = frozenset({"users", "users_returning", "week_users", "month_users"})
"""Counts of different people, which neither add up over days nor are a part of a month's."""
Targets = Mapping[str, Mapping[date, Decimal]]
"""Targets by metric and month."""


def current_targets() -> Select[Target]:
    """Select the newest row of each metric, bot and month, removed ones too."""
    newest = select(func.max(Target.id)).group_by(Target.metric, Target.bot_id, Target.month)
    return select(Target).where(Target.id.in_(newest))


def read_targets(selection: Selection, span: Range) -> Targets:
    """Return the targets of what is selected in the months of a range.

    A target is of all sessions of one bot or of all bots, so narrower and mixed selections have none.
    """
    if selection.group != "overall" or not selection.is_whole or len(selection.bots) > 1:
        return {}
    bot = selection.bots[0] if selection.bots else None
    query = current_targets().where(
        Target.bot_id == bot, Target.month >= span.first.replace(day=1), Target.month <= span.last
    )
    targets: dict[str, dict[date, Decimal]] = {}
    for row in db.session.scalars(query):
        if row.value is not None:
            targets.setdefault(row.metric, {})[row.month] = Decimal(str(row.value))
    return targets


def attainment(
    metric: Metric, value: Decimal | None, targets: Targets, span: Range, now: datetime
) -> dict[str, Any] | None:
    """Return what a metric should have come to in the part of a range that is over, and whether it has.

    Every month of that part must have a target. Sums over sessions are compared with each month's target in
    proportion to the time of the month that the part holds. Different people are compared for one whole month that
    is over. Rates, means and medians are not prorated: they are compared where all months have the same target.
    Whatever cannot be compared so has no attainment.
    """
    end = min(now, span.end)
    months = _months(span, end)
    of_metric = targets.get(metric.id, {})
    if value is None or not months or not of_metric.keys() >= months.keys():
        return None
    is_sum = metric.unit == "count" and (is_additive(metric) or metric.num == "users_new")
    if is_sum:
        due = sum((of_metric[month] * share for month, share in months.items()), Decimal(0))
    elif {metric.num, metric.den, metric.basis} & PEOPLE and (len(months) > 1 or set(months.values()) != {1}):
        return None
    elif len({of_metric[month] for month in months}) > 1:
        return None
    else:
        due = of_metric[min(months)]
    return {
        "value": serialize_value(metric, due.quantize(Decimal(1)) if metric.unit == "count" else due),
        "attained": round_half_up(value * 100 / due)
        if due and metric.unit == "count" and metric.better == "up"
        else None,
        "met": value >= due if metric.better == "up" else value <= due,
        "prorated": is_sum and set(months.values()) != {1},
    }


def _months(span: Range, end: datetime) -> dict[date, Decimal]:
    """Return the months that a range holds before an instant, each with the share of its time."""
    months: dict[date, Decimal] = {}
    month = span.first.replace(day=1)
    while midnight(month, span.zone) < end and span.start < end:
        first, last = midnight(month, span.zone), midnight(next_month(month), span.zone)
        overlap = min(end, last) - max(span.start, first)
        months[month] = Decimal(overlap.total_seconds()) / Decimal((last - first).total_seconds())
        month = next_month(month)
    return months
