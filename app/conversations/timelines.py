"""The timeline of a contact: areas register what they know of a person, each in lanes of their own."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select

from app.core.db.base import count_rows, db


@dataclass(frozen=True, slots=True)
class TimelineQuery:
    """Whose events, in which lanes (none for all), before when, and how many at most."""

    contacts: Sequence[int]
    client_id: int
    lanes: frozenset[str]
    before: datetime | None
    most: int

    def wants(self, lane: str) -> bool:
        """Whether a lane is among those asked for."""
        return not self.lanes or lane in self.lanes


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEvent:
    """Something that happened with a contact."""

    id: int
    at: datetime
    lane: str
    kind: str
    title: str
    link: str | None
    state: str | None = None
    detail: str = ""
    is_estimated: bool = False
    """Whether the time was estimated by an import."""


@dataclass(frozen=True, slots=True)
class Events:
    """The newest events of the lanes asked for, and how many there are in each lane at any time."""

    newest: list[TimelineEvent]
    counts: dict[str, int]


Row = TypeVar("Row")
TimelineSource = Callable[[TimelineQuery], Events]
_sources: list[TimelineSource] = []


def timeline_source(source: TimelineSource) -> TimelineSource:
    """Register a function that reads an area's events of a contact, the newest first."""
    _sources.append(source)
    return source


def read_lane(
    timeline_query: TimelineQuery,
    lane: str,
    query: Select[Row],
    at: Any,
    key: Any,
    *,
    before: ColumnElement[bool] | None = None,
) -> tuple[Sequence[Row], dict[str, int]]:
    """Return the newest rows of a lane by their moment `at`, and how many the lane has at any time.

    `before` cuts them to those before the moment asked for where `at` is no instant.
    """
    count = count_rows(query)
    counts = {lane: count} if count else {}
    if not timeline_query.wants(lane):
        return [], counts
    if timeline_query.before is not None:
        query = query.where(at < timeline_query.before if before is None else before)
    return db.session.scalars(query.order_by(at.desc(), key.desc()).limit(timeline_query.most)).all(), counts


def read_events(query: TimelineQuery) -> Events:
    """The newest events of all areas together."""
    parts = [source(query) for source in _sources]
    counts = Counter[str]()
    for part in parts:
        counts.update(part.counts)
    newest = sorted((event for part in parts for event in part.newest), key=lambda event: (event.at, event.id))
    return Events(newest[::-1][: query.most], dict(counts))
