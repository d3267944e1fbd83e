"""A bot's day beside what is usual: conversations by the hour, against the same weekday of the last eight weeks."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import and_, func, or_, select

from app.analytics.evidence import EVIDENCE
from app.analytics.models import RollupQuarter
from app.conversations.models import Conversation
from app.core.db.base import db
from app.reports.filters.links import Links
from app.reports.filters.ranges import DAY, local_date, midnight
from app.reports.filters.selection import Selection
from app.reports.metrics.definitions import SMALL, relative

WEEKS = 8
FEWEST = 3
"""The fewest days of this weekday that make a usual number."""
QUARTER_S = 900


@dataclass(slots=True)
class DayCount:
    """Conversations of one day: by local hour, up to the time of day it is now, and in all."""

    hours: Counter[int] = field(default_factory=Counter)
    by_now: int = 0

    @property
    def total(self) -> int:
        """The conversations of the whole day."""
        return self.hours.total()


def today(selection: Selection, now: datetime) -> dict[str, Any]:
    """Return the conversations of the day under way by the hour, what is usual, and the change."""
    zone, here = selection.zone, now.astimezone(selection.zone)
    days = [here.date() - timedelta(weeks=week) for week in range(WEEKS + 1)]
    counts = _count(selection, days, here)
    present = counts[days[0]]
    first = _first_day(selection)
    before = [counts[day] for day in days[1:] if first is not None and day >= first]
    usual = median(day.by_now for day in before) if len(before) >= FEWEST else None
    links = Links(selection, "today")
    delta, unit = _change(present.by_now, usual)
    return {
        "day": days[0],
        "value": present.by_now,
        "usual": usual,
        "usual_day": median(day.total for day in before) if len(before) >= FEWEST else None,
        "weeks": len(before),
        "delta": delta,
        "delta_unit": unit,
        "link": links.to(evidence="engaged"),
        "hours": [
            {
                "hour": hour,
                "value": present.hours[hour] if hour <= here.hour else None,
                "usual": median(day.hours[hour] for day in before) if len(before) >= FEWEST else None,
                "running": hour == here.hour,
            }
            for hour in range(24)
        ],
        "zone": zone.key,
    }


def _change(value: int, usual: float | None) -> tuple[float | None, str]:
    """The change against what is usual: in percent, of few as a count."""
    if usual is None:
        return None, "none"
    if min(value, usual) < SMALL:
        return value - usual, "count"
    return relative(Decimal(value), Decimal(usual))


def _count(selection: Selection, days: list[date], here: datetime) -> dict[date, DayCount]:
    """The engaged sessions of each day."""
    zone, counts = selection.zone, {day: DayCount() for day in days}
    cuts = {day: _at(day, here.time(), zone) for day in days}
    spans = [(int(midnight(day, zone).timestamp()), int(midnight(day + DAY, zone).timestamp())) for day in days]
    within = or_(
        *(
            and_(RollupQuarter.quarter >= -(-start // QUARTER_S), RollupQuarter.quarter < end // QUARTER_S)
            for start, end in spans
        )
    )
    quarters = select(RollupQuarter.quarter, func.sum(RollupQuarter.engaged)).where(
        *selection.where(RollupQuarter), within
    )
    for quarter, count in db.session.execute(quarters.group_by(RollupQuarter.quarter)):
        at = datetime.fromtimestamp(quarter * QUARTER_S, UTC)
        day = local_date(at, zone)
        counts[day].hours[at.astimezone(zone).hour] += int(count)
        if at + timedelta(seconds=QUARTER_S) <= cuts[day]:
            counts[day].by_now += int(count)
    for at in _start_times(selection, cuts.values()):
        counts[local_date(at, zone)].by_now += 1
    return counts


def _at(day: date, moment: time, zone: ZoneInfo) -> datetime:
    """An instant by its local date and time of day."""
    return datetime.combine(day, moment, zone).astimezone(UTC)


def _start_times(selection: Selection, cuts: Any) -> list[datetime]:
    """When the sessions began that lie in the quarter of an hour a day is cut in, before the cut."""
    parts = []
    for cut in cuts:
        start = datetime.fromtimestamp(int(cut.timestamp()) // QUARTER_S * QUARTER_S, UTC)
        parts.append(and_(Conversation.started_at >= start, Conversation.started_at <= cut))
    query = select(Conversation.started_at).where(*selection.where(Conversation), EVIDENCE["engaged"], or_(*parts))
    return list(db.session.scalars(query))


def _first_day(selection: Selection) -> date | None:
    """The first day with a session."""
    quarter = db.session.scalar(select(func.min(RollupQuarter.quarter)).where(*selection.where(RollupQuarter)))
    return None if quarter is None else local_date(datetime.fromtimestamp(quarter * QUARTER_S, UTC), selection.zone)
