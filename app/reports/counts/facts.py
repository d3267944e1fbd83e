"""Facts of a period: from the rollup of the clients' days, in another zone from the sessions themselves."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import accumulate
from math import ceil
from typing import Any, Literal, TypeVar, cast

from sqlalchemy import func, literal, select

from app.analytics.facts import facts_of, middle_of
from app.analytics.models import RollupFactDay
from app.conversations.models import Conversation, Turn
from app.core.db.base import db
from app.reports.counts.people import MAX_RAW
from app.reports.counts.visits import Visits, people_by_day, read_visits
from app.reports.filters.ranges import Period, Range, midnight
from app.reports.filters.selection import Selection

EXACT = 10_000
"""Below so many samples a percentile is exact; above, within 1 %."""
AT_ONCE = 1_000
Key = Literal["bot_id", "channel"]
K = TypeVar("K", bound=Hashable)


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


class FactReader:
    """Reads the facts of some sessions, each once: the figures and key figures of a report share them."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self._known: dict[Hashable, Any] = {}

    def _once(self, read: Callable[..., Any], period: Period, *question: Any) -> Any:
        """What a function reads of a period; the same question is asked once."""
        key = read, period.first, period.end, *question
        if key not in self._known:
            self._known[key] = read(self.selection, period, *question)
        return self._known[key]

    def read(self, period: Period, fact: str, *, by: Key = "bot_id", each: bool = False) -> list[Fact] | None:
        """The values of a fact by bot or channel, by day if `each`.

        None of another zone than the clients' and too long a period.
        """
        if self.selection.has_whole_days(period):
            return cast(list[Fact], self._once(_from_days, period, fact, by, each))
        if period.end - period.start > MAX_RAW:
            return None
        return cast(list[Fact], self._once(_from_conversations, period, by)[fact])

    def samples(self, period: Period, fact: str) -> list[Sample] | None:
        """The lengths of time of `latency` or `duration`: each by itself, or by classes where they are many."""
        facts = self.read(period, fact, each=True)
        if facts is None:
            return None
        if sum(row.number for row in facts) < EXACT or (isinstance(period, Range) and period.days == 1):
            return cast(list[Sample], self._once(_read_samples, period, fact))
        return [Sample(row.at or period.start, middle_of(row.value), row.number) for row in facts]

    def visits(self, period: Period) -> Visits | None:
        """People by their last day and their sessions."""
        return cast(Visits | None, self._once(read_visits, period))

    def people_by_day(self, period: Period) -> dict[date, int] | None:
        """Distinct people of each day."""
        return cast(dict[date, int] | None, self._once(people_by_day, period))


def _from_days(selection: Selection, period: Period, fact: str, by: Key, each: bool) -> list[Fact]:
    """The values from the rollup."""
    model = RollupFactDay
    day, key = model.day if each else literal(None), getattr(model, by)
    sums = [func.sum(column) for column in (model.number, model.hits, model.weight)]
    query = (
        select(day.label("day"), key, model.value, *sums)
        .where(*selection.where(model), model.fact == fact, model.day >= period.first, model.day <= period.last)
        .group_by(*([model.day] if each else []), key, model.value)
    )
    return [
        Fact(None if day is None else midnight(day, selection.zone), str(key), value, *map(int, sums))
        for day, key, value, *sums in db.session.execute(query)
    ]


def _from_conversations(selection: Selection, period: Period, by: Key) -> defaultdict[str, list[Fact]]:
    """The values of every fact from the sessions, as the rollup would have them."""
    sums: defaultdict[tuple[str, datetime, str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for conversation, turns in _sessions(selection, period):
        for fact, value, counts in facts_of(conversation, turns):
            row = sums[fact, conversation.started_at, str(getattr(conversation, by)), value]
            row[:] = [a + b for a, b in zip(row, counts, strict=True)]
    facts = defaultdict[str, list[Fact]](list)
    for (fact, at, key, value), counts in sums.items():
        facts[fact].append(Fact(at, key, value, *counts))
    return facts


def _sessions(selection: Selection, period: Period) -> Iterator[tuple[Conversation, list[Any]]]:
    """The sessions of a period with their turns in order."""
    last = 0
    while True:
        query = select(Conversation).where(*selection.during(period), Conversation.id > last)
        conversations = list(db.session.scalars(query.order_by(Conversation.id).limit(AT_ONCE)))
        if not conversations:
            return
        turns: defaultdict[int, list[Turn]] = defaultdict(list)
        ids = [conversation.id for conversation in conversations]
        of_these = select(Turn).where(Turn.conversation_id.in_(ids)).order_by(Turn.conversation_id, Turn.number)
        for turn in db.session.scalars(of_these):
            turns[turn.conversation_id].append(turn)
        yield from ((conversation, turns[conversation.id]) for conversation in conversations)
        last = ids[-1]


def _read_samples(selection: Selection, period: Period, fact: str) -> list[Sample]:
    """Each length of time by itself."""
    return [Sample(at, value, 1) for at, value in db.session.execute(_lengths(selection, period, fact))]


def _lengths(selection: Selection, period: Period, fact: str) -> Any:
    """Select when a session began, and each of its lengths of time."""
    if fact == "duration":
        conditions = (Conversation.engaged, Conversation.duration_ms.is_not(None))
        return select(Conversation.started_at, Conversation.duration_ms).where(*selection.during(period), *conditions)
    query = select(Conversation.started_at, Turn.latency_ms).join(Turn, Turn.conversation_id == Conversation.id)
    return query.where(*selection.during(period), Turn.latency_ms.is_not(None))


def percentiles(weighted: Iterable[tuple[float, int]], shares: Iterable[float]) -> list[float | None]:
    """The nearest-rank percentiles of values with how often each occurs; None of none."""
    ordered = sorted(weighted)
    bounds = list(accumulate(times for _, times in ordered))
    return [ordered[bisect_left(bounds, ceil(share * bounds[-1]))][0] if bounds else None for share in shares]


def sum_facts(facts: Iterable[Fact] | None, key: Callable[[Fact], K]) -> dict[K, list[int]]:
    """The three counts of all facts with the same key."""
    sums: defaultdict[K, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in facts or ():
        counts = sums[key(row)]
        counts[:] = [counts[0] + row.number, counts[1] + row.hits, counts[2] + row.weight]
    return dict(sums)


def by_value(facts: list[Fact] | None) -> dict[str, list[int]]:
    """The three counts of each value, over all bots and days."""
    return sum_facts(facts, lambda row: row.value)


def by_parts(facts: list[Fact]) -> dict[tuple[str, str, str], list[int]]:
    """The three counts of each key and value of two parts: the first part, the second and the key."""

    def parts(row: Fact) -> tuple[str, str, str]:
        first, _, second = row.value.partition("\t")
        return first, second, row.key

    return sum_facts(facts, parts)


def most_first(values: Mapping[str, list[int]]) -> list[tuple[str, list[int]]]:
    """Values with their counts, the most frequent first."""
    return sorted(values.items(), key=lambda item: (-item[1][0], item[0]))
