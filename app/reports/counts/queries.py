"""Selects behind the reports: each interval from the coarsest rollup that fits it, its rest from finer ones.

Whole days come from the day rollup while the clients' days are the report's; other whole quarters of an hour
from the quarter rollup; what is left of less than a quarter from the sessions themselves. Sums are exact.
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Integer, SQLColumnExpression, and_, case, func, literal, select
from sqlalchemy.orm import InstrumentedAttribute

from app.analytics.evidence import EVIDENCE
from app.analytics.models import RollupDay, RollupQuarter
from app.conversations.models import OUTCOMES, Conversation
from app.conversations.provenance import Provenance, knows
from app.core.db.base import db
from app.reports.filters.ranges import DAY, Range, local_date, midnight
from app.reports.filters.selection import ALL, REAL, TEST, Selection
from app.reports.metrics.definitions import COUNTS, Counts, known_counts

QUARTER = timedelta(minutes=15)
QUARTERS_A_DAY = 96
EPOCH = date(1970, 1, 1)
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
Key = Literal["bot_group", "bot_id", "channel", "outlet_id"]

_ended = EVIDENCE["ended"]
# Counts of sessions by the condition that makes one count; the rest are sums of a column of the session.
CONDITIONS: dict[str, ColumnElement[bool]] = {
    "engaged": EVIDENCE["engaged"],
    "bot_sessions": EVIDENCE["bot_session"],
    "ended_bot": _ended,
    "open": Conversation.ended_at.is_(None),
    "handoff_requested": EVIDENCE["handed_off"],
    "resolved": EVIDENCE["resolved"],
    "lasting": EVIDENCE["lasting"],
    "repeats": EVIDENCE["repeats"],
    "bot_fallback": EVIDENCE["bot_fallback"],
    "bot_streak": EVIDENCE["bot_streak"],
    "engaged_new": EVIDENCE["engaged"] & Conversation.first_engaged,
    "rating_prompted": Conversation.rating_prompted.is_(True),
    "goal_entered": EVIDENCE["entered"],
    "goal_hit": EVIDENCE["goal"],
    "ratings": EVIDENCE["rated"],
    "satisfied": EVIDENCE["satisfied"],
    **{outcome: _ended & (Conversation.outcome == outcome) for outcome in OUTCOMES},
}


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one group or channel, at an instant when they were asked for by time."""

    at: datetime
    key: str
    counts: Counts


def tallies(
    selection: Selection, start: datetime, end: datetime, *, by: Key, each: Literal["quarter", "day"] | None = None
) -> list[Tally]:
    """What the sessions started in [start, end) count, by group or channel, and by day or quarter if `each`."""
    if start >= end:
        return []
    if not selection.by_client_day or each == "quarter":
        return _quarters(selection, start, end, by, each)
    zone = selection.zone
    first, last = local_date(start, zone), local_date(end, zone)
    if midnight(first, zone) < start:
        first += DAY
    if first >= last:
        return _quarters(selection, start, end, by, each)
    inner = (midnight(first, zone), midnight(last, zone))
    return [
        *(_quarters(selection, start, inner[0], by, each)),
        *(_days(selection, first, last, by, each)),
        *(_quarters(selection, inner[1], end, by, each)),
    ]


def _sums(model: type[RollupDay] | type[RollupQuarter]) -> list[ColumnElement[int]]:
    """The sum of each count, in the order of COUNTS."""
    return [func.sum(getattr(model, name)) for name in COUNTS]


def _counts(values: Any) -> Counts:
    """Provenance and sums as what may be counted; PostgreSQL sums big integers as decimals."""
    provenance, *sums = values
    return known_counts(provenance, {name: int(value or 0) for name, value in zip(COUNTS, sums, strict=True)})


def _days(selection: Selection, first: date, last: date, by: Key, each: str | None) -> list[Tally]:
    """Whole days [first, last) from the day rollup."""
    slot = RollupDay.day if each else literal(None)
    key: InstrumentedAttribute[Any] = getattr(RollupDay, by)
    query = (
        select(slot.label("slot"), key, RollupDay.provenance, *_sums(RollupDay))
        .where(*selection.where(RollupDay), RollupDay.day >= first, RollupDay.day < last)
        .group_by(*([RollupDay.day] if each else []), key, RollupDay.provenance)
    )
    rows = db.session.execute(query)
    return [Tally(midnight(row[0] or first, selection.zone), str(row[1]), _counts(row[2:])) for row in rows]


def _quarters(selection: Selection, start: datetime, end: datetime, by: Key, each: str | None) -> list[Tally]:
    """[start, end) from the quarter rollup, its edges from the sessions."""
    first, last = -(-int(start.timestamp()) // 900), int(end.timestamp()) // 900
    if first >= last:
        return conversation_tallies(selection, start, end, _key_of(by))
    inner = (datetime.fromtimestamp(first * 900, UTC), datetime.fromtimestamp(last * 900, UTC))
    slot: ColumnElement[Any] = literal(None)
    if each == "quarter":
        slot = RollupQuarter.quarter.expression
    elif each == "day":
        slot = local_quarter(RollupQuarter.quarter, start, end, selection.zone) // QUARTERS_A_DAY
    key: InstrumentedAttribute[Any] = getattr(RollupQuarter, by)
    query = (
        select(slot.label("slot"), key, RollupQuarter.provenance, *_sums(RollupQuarter))
        .where(*selection.where(RollupQuarter), RollupQuarter.quarter >= first, RollupQuarter.quarter < last)
        .group_by(*(["slot"] if each else []), key, RollupQuarter.provenance)
    )
    inner_tallies = []
    for row in db.session.execute(query):
        at = inner[0]
        if each == "quarter":
            at = datetime.fromtimestamp(row[0] * 900, UTC)
        elif each == "day":
            at = max(midnight(EPOCH + timedelta(days=row[0]), selection.zone), start)
        inner_tallies.append(Tally(at, str(row[1]), _counts(row[2:])))
    return [
        *conversation_tallies(selection, start, inner[0], _key_of(by)),
        *inner_tallies,
        *conversation_tallies(selection, inner[1], end, _key_of(by)),
    ]


def _key_of(by: Key) -> SQLColumnExpression[Any]:
    """The column of a session that a rollup has as a key; no outlet is 0 there."""
    column: InstrumentedAttribute[Any] = getattr(Conversation, by)
    return func.coalesce(column, 0) if by == "outlet_id" else column


def conversation_tallies(
    selection: Selection, start: datetime, end: datetime, key: SQLColumnExpression[Any]
) -> list[Tally]:
    """[start, end) counted from the sessions: for short intervals, and by what rollups do not know."""
    if start >= end:
        return []
    query: Any = (
        select(key.label("key"), Conversation.provenance, *(_count(name) for name in COUNTS))
        .where(*selection.where(Conversation), Conversation.started_at >= start, Conversation.started_at < end)
        .group_by("key", Conversation.provenance)
    )
    return [Tally(start, str(row[0]), _counts(row[1:])) for row in db.session.execute(query)]


def _count(name: str) -> ColumnElement[int]:
    """A rollup count, over sessions."""
    if name == "sessions":
        return func.count()
    condition = CONDITIONS.get(name)
    if condition is None:
        return func.sum(getattr(Conversation, name))
    return func.sum(case((condition, 1), else_=0))


def _offset(at: datetime, zone: ZoneInfo) -> int:
    """A zone's offset in quarters of an hour."""
    offset = at.astimezone(zone).utcoffset() or timedelta()
    return offset // QUARTER


def offsets(start: datetime, end: datetime, zone: ZoneInfo) -> list[tuple[int, int]]:
    """(quarter, offset in quarters): from which quarter on which offset holds in [start, end)."""
    changes = [(int(start.timestamp()) // 900, _offset(start, zone))]
    at = start
    while at < end:
        following = min(at + DAY, end)
        if _offset(following, zone) != changes[-1][1]:
            low, high = int(at.timestamp()) // 900, int(following.timestamp()) // 900
            while high - low > 1:
                middle = (low + high) // 2
                same = _offset(datetime.fromtimestamp(middle * 900, UTC), zone) == changes[-1][1]
                low, high = (middle, high) if same else (low, middle)
            changes.append((high, _offset(following, zone)))
        at = following
    return changes


def local_quarter(
    quarter: SQLColumnExpression[int], start: datetime, end: datetime, zone: ZoneInfo
) -> ColumnElement[int]:
    """A quarter of a rollup on the zone's wall clock, counted from local 1970-01-01T00:00."""
    (_, first), *changes = offsets(start, end, zone)
    if not changes:
        return quarter + first
    steps = [(quarter >= change, literal(offset)) for change, offset in reversed(changes)]
    return quarter + case(*steps, else_=first).cast(Integer)


def find_first_start(selection: Selection, start: datetime, end: datetime) -> datetime | None:
    """The quarter of an hour in which the first session of [start, end) began; None where there is none."""
    first, last = -(-int(start.timestamp()) // 900), int(end.timestamp()) // 900
    quarter = db.session.scalar(
        select(func.min(RollupQuarter.quarter)).where(
            *selection.where(RollupQuarter), RollupQuarter.quarter >= first, RollupQuarter.quarter < last
        )
    )
    return None if quarter is None else datetime.fromtimestamp(quarter * 900, UTC)


def heat(selection: Selection, start: datetime, end: datetime) -> tuple[dict[tuple[int, int], int], datetime | None]:
    """Sessions by local weekday (Monday 0) and hour, and when the first of them began; None where there is none."""
    first, last = -(-int(start.timestamp()) // 900), int(end.timestamp()) // 900
    # Each quarter's sum first, which needs no sorting: a long range has many rows in each of few hours.
    sums = (
        select(RollupQuarter.quarter, func.sum(RollupQuarter.sessions).label("sessions"))
        .where(*selection.where(RollupQuarter), RollupQuarter.quarter >= first, RollupQuarter.quarter < last)
        .group_by(RollupQuarter.quarter)
        .subquery()
    )
    # 1970-01-01 was a Thursday: three days on from Monday.
    hour = ((local_quarter(sums.c.quarter, start, end, selection.zone) // 4 + 72) % 168).label("slot")
    query = select(hour, func.sum(sums.c.sessions), func.min(sums.c.quarter)).group_by("slot")
    rows = db.session.execute(query).all()
    began = min((quarter for _, _, quarter in rows), default=None)
    return (
        {divmod(int(slot), 24): int(value) for slot, value, _ in rows},
        None if began is None else datetime.fromtimestamp(began * 900, UTC),
    )


@dataclass(frozen=True, slots=True)
class ExcludedConversations:
    """Sessions of a range that a report does not count: test traffic, and those at estimated times."""

    test: int
    estimated: int
    included: int
    """Those at estimated times that it does count, because all data are asked for."""


def count_excluded(selection: Selection, span: Range) -> ExcludedConversations:
    """What the report leaves out of a range."""
    everything = replace(selection, traffic=ALL, data=ALL)
    model = RollupDay if selection.by_client_day else RollupQuarter
    timed = knows(model.provenance, Provenance.TIMES).label("timed")
    query = (
        select(model.traffic, timed, func.sum(model.sessions))
        .where(*everything.where(model), _is_in(model, span))
        .group_by(model.traffic, "timed")
    )
    sessions = {(traffic, bool(timed)): int(count) for traffic, timed, count in db.session.execute(query)}
    is_counted = selection.data == ALL
    meant = (REAL, TEST) if selection.traffic == ALL else (selection.traffic,)
    estimated = sum(sessions.get((traffic, False), 0) for traffic in meant)
    test = sessions.get((TEST, True), 0) + (sessions.get((TEST, False), 0) if is_counted else 0)
    return ExcludedConversations(
        test=0 if TEST in meant else test,
        estimated=0 if is_counted else estimated,
        included=estimated if is_counted else 0,
    )


def _is_in(model: type[RollupDay] | type[RollupQuarter], span: Range) -> ColumnElement[bool]:
    """Whether a row of a rollup is of the days of a range."""
    if model is RollupDay:
        return RollupDay.day.between(span.first, span.last)
    first, last = int(span.start.timestamp()) // 900, int(span.end.timestamp()) // 900
    return and_(RollupQuarter.quarter >= first, RollupQuarter.quarter < last)
