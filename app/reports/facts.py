"""Facts of a period: from the rollup of the clients' days, in another zone from the sessions themselves."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any, Literal

from sqlalchemy import func, literal, select

from app.analytics.facts import facts_of, middle_of
from app.analytics.models import RollupFactDay
from app.conversations.models import Conversation, Turn
from app.core.db.base import db
from app.reports.people import MAX_RAW
from app.reports.ranges import DAY, Comparison, Range, midnight
from app.reports.selection import Selection

EXACT = 10_000
"""Below so many samples a percentile is exact; above, within 1 %."""
AT_ONCE = 1_000
Period = Range | Comparison
Key = Literal["bot_id", "channel"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A value of a fact with its counts, of one bot or channel, and of one day when they were asked for by day."""

    at: datetime | None
    key: str
    value: str
    number: int
    hits: int
    weight: int


@dataclass(frozen=True, slots=True)
class Sample:
    """A length of time in milliseconds, how often it was measured, and when."""

    at: datetime
    milliseconds: float
    times: int


def read_facts(
    selection: Selection, period: Period, fact: str, *, each: bool = False, by: Key = "bot_id"
) -> list[Fact] | None:
    """The values of a fact by bot, by day if `each`; None of another zone than the clients' and too long a period."""
    if _is_whole(selection, period):
        return _from_days(selection, period, fact, each=each, by=by)
    return _from_sessions(selection, period, fact, by) if period.end - period.start <= MAX_RAW else None


def _is_whole(selection: Selection, period: Period) -> bool:
    """Whether the rollup's days are the period's."""
    zone = selection.zone
    is_cut = midnight(period.last + DAY, zone) != period.end
    return selection.by_client_day and not is_cut


def _from_days(selection: Selection, period: Period, fact: str, *, each: bool, by: Key) -> list[Fact]:
    """The values from the rollup."""
    model = RollupFactDay
    day = model.day if each else literal(None)
    sums = [func.sum(column) for column in (model.number, model.hits, model.weight)]
    query = (
        select(day.label("day"), getattr(model, by), model.value, *sums)
        .where(*selection.where(model), model.fact == fact, model.day >= period.first, model.day <= period.last)
        .group_by(*([model.day] if each else []), getattr(model, by), model.value)
    )
    return [
        Fact(None if day is None else midnight(day, selection.zone), str(key), value, *map(int, sums))
        for day, key, value, *sums in db.session.execute(query)
    ]


def _from_sessions(selection: Selection, period: Period, fact: str, by: Key) -> list[Fact]:
    """The values from the sessions, as the rollup would have them."""
    sums: defaultdict[tuple[datetime, str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for session, turns in _sessions(selection, period):
        for name, value, counts in facts_of(session, turns):
            if name == fact:
                row = sums[session.started_at, str(getattr(session, by)), value]
                row[:] = [a + b for a, b in zip(row, counts, strict=True)]
    return [Fact(at, key, value, *counts) for (at, key, value), counts in sums.items()]


def _started(selection: Selection, period: Period) -> list[Any]:
    """The conditions on the sessions of a period."""
    moment = Conversation.started_at
    return [*selection.where(Conversation), moment >= period.start, moment < period.end]


def _sessions(selection: Selection, period: Period) -> Iterator[tuple[Conversation, list[Any]]]:
    """The sessions of a period with their turns in order."""
    last = 0
    while True:
        query = select(Conversation).where(*_started(selection, period), Conversation.id > last)
        sessions = list(db.session.scalars(query.order_by(Conversation.id).limit(AT_ONCE)))
        if not sessions:
            return
        turns: defaultdict[int, list[Turn]] = defaultdict(list)
        ids = [session.id for session in sessions]
        of_these = select(Turn).where(Turn.conversation_id.in_(ids)).order_by(Turn.conversation_id, Turn.number)
        for turn in db.session.scalars(of_these):
            turns[turn.conversation_id].append(turn)
        yield from ((session, turns[session.id]) for session in sessions)
        last = ids[-1]


def read_samples(selection: Selection, period: Period, fact: str) -> list[Sample] | None:
    """The lengths of time of `latency` or `duration`: each by itself, or by classes where they are many."""
    facts = read_facts(selection, period, fact, each=True)
    if facts is None:
        return None
    if sum(row.number for row in facts) < EXACT or (isinstance(period, Range) and period.days == 1):
        return [Sample(at, value, 1) for at, value in db.session.execute(_lengths(selection, period, fact))]
    return [Sample(row.at or period.start, middle_of(row.value), row.number) for row in facts]


def _lengths(selection: Selection, period: Period, fact: str) -> Any:
    """Select when a session began, and each of its lengths of time."""
    if fact == "duration":
        known = (Conversation.engaged, Conversation.duration_ms.is_not(None))
        return select(Conversation.started_at, Conversation.duration_ms).where(*_started(selection, period), *known)
    query = select(Conversation.started_at, Turn.latency_ms).join(Turn, Turn.conversation_id == Conversation.id)
    return query.where(*_started(selection, period), Turn.latency_ms.is_not(None))


def percentile(samples: list[Sample], share: float) -> int | None:
    """The nearest-rank percentile in whole milliseconds; None of no samples."""
    ordered = sorted(samples, key=lambda sample: sample.milliseconds)
    wanted = ceil(share * sum(sample.times for sample in ordered))
    for sample in ordered:
        wanted -= sample.times
        if wanted <= 0:
            return round(sample.milliseconds)
    return None


def by_value(facts: list[Fact] | None) -> dict[str, list[int]]:
    """The three counts of each value, over all bots and days."""
    sums: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in facts or ():
        counts = sums[row.value]
        counts[:] = [counts[0] + row.number, counts[1] + row.hits, counts[2] + row.weight]
    return dict(sums)
