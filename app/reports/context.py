"""What a report is made from: a question, the sessions, dates and steps it means, and their counts, each read once."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol, TypeVar

from sqlalchemy import select

from app.bots.catalog.intents import intent_title
from app.bots.catalog.models import Bot
from app.clients.models import Outlet
from app.conversations.models import CHANNELS
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import parse_id
from app.core.errors import Invalid
from app.core.languages import SPOKEN
from app.reports.cards import figures, standing
from app.reports.cards.figures import By
from app.reports.counts import queries
from app.reports.counts.facts import Fact, FactReader, Key
from app.reports.counts.intents import Intents, read_intents
from app.reports.counts.queries import BEGINNING
from app.reports.filters import places
from app.reports.filters.links import Links
from app.reports.filters.places import names_of
from app.reports.filters.ranges import (
    Bucket,
    Period,
    Range,
    allowed_steps,
    buckets,
    comparison,
    ends_yesterday,
    granularity,
)
from app.reports.filters.selection import (
    ConversationFilters,
    Selection,
    bot_options,
    data_as_of,
    format_instant,
    missing_choices,
)
from app.reports.metrics.definitions import COUNTS, Counts, add
from app.reports.records import markers


class DatedEvent(Protocol):
    """What happened at an instant."""

    @property
    def at(self) -> datetime | None:
        """When; None in the first step."""


Row = TypeVar("Row", bound=DatedEvent)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportQuery(ConversationFilters):
    """What a reader asks a report, as the address says it."""

    cmp: str = "prev"
    g: str = "auto"


@dataclass(frozen=True, slots=True)
class PeriodCounts:
    """The counts of a period: by bucket and group, and by channel."""

    by_step: list[By]
    by_channel: By


class ReportContext:
    """The sessions, dates and steps of a question, and what is counted of them; Invalid names the filter that fails."""

    def __init__(self, question: ReportQuery, now: datetime | None = None, language: str = "en") -> None:
        self.question, self.now, self.language = question, now or clock.now(), language
        self.selection = question.select()
        self.span, self.step = dates(question, self.selection, self.now)
        self.steps = buckets(self.span, self.step, self.now)
        # Before all time there was nothing to compare it with.
        kind = "none" if question.r == "all" else question.cmp
        self.compared = comparison(self.span, kind, self.steps, self.now)
        range_text = f"{self.span.first}..{self.span.last}" if question.today else question.r
        self.links = Links(self.selection, range_text)
        self.reader = FactReader(self.selection)

    def facts(self, fact: str, *, by: Key = "bot_id") -> list[Fact] | None:
        """The values of a fact in the range; None where they are too many to count at once."""
        return self.reader.read(self.span, fact, by=by)

    @cached_property
    def bot_options(self) -> list[dict[str, str]]:
        """The bots a reader can choose."""
        return bot_options()

    @cached_property
    def bot_names(self) -> dict[int, str]:
        """The names of the bots there are."""
        return {bot_id: name for bot_id, name in db.session.execute(select(Bot.id, Bot.name))}

    def intent_title(self, name: str) -> str:
        """Return what an intent is called, by the bots that are asked about before others."""
        return intent_title(name, bots=self.selection.bots, language=self.language) or ""

    def part_names(self, key: str, ids: Iterable[str]) -> dict[str, str]:
        """Return what bots, outlets or intents are called; nothing else that reports are split by has names."""
        if key == "intent":
            return {name: self.intent_title(name) for name in ids}
        if key == "bot":
            return {str(bot_id): name for bot_id, name in self.bot_names.items()}
        if key != "outlet":
            return {}
        outlets = select(Outlet.id, Outlet.name).where(Outlet.id.in_({parse_id(id_) for id_ in ids} - {None}))
        return {str(outlet_id): name for outlet_id, name in db.session.execute(outlets)}

    @cached_property
    def counted(self) -> PeriodCounts:
        """The counts of the range."""
        return _count_period(self.selection, self.step, self.steps, self.span.start, self.span.end)

    @cached_property
    def counted_before(self) -> PeriodCounts | None:
        """The counts of the compared period, if there is one and the first session was not after it."""
        compared = self.compared
        if compared is None:
            return None
        counts = _count_period(self.selection, self.step, compared.buckets, compared.start, compared.end)
        is_silent = not total(counts.by_channel)["sessions"]
        return (
            None if is_silent and queries.find_first_start(self.selection, BEGINNING, compared.end) is None else counts
        )

    @cached_property
    def current(self) -> Counts:
        """The counts of the whole range."""
        return total(self.counted.by_channel)

    @cached_property
    def previous(self) -> Counts | None:
        """The counts of the whole compared period, if there is one."""
        return None if self.counted_before is None else total(self.counted_before.by_channel)

    @cached_property
    def by_step(self) -> list[Counts]:
        """The counts of each step."""
        return [total(groups) for groups in self.counted.by_step]

    @cached_property
    def by_step_before(self) -> list[Counts] | None:
        """The counts of each step of the compared period."""
        return None if self.counted_before is None else [total(groups) for groups in self.counted_before.by_step]

    def by(self, key: queries.Key) -> By:
        """The counts of the range by bot, channel, group or outlet."""
        return self.counted.by_channel if key == "channel" else by(self.selection, self.span, key)

    @cached_property
    def intents(self) -> Intents:
        """The intents of the range, the most frequent first."""
        return read_intents(self.selection, self.span)

    @cached_property
    def heat(self) -> dict[str, Any]:
        """The sessions of the range by weekday and hour."""
        return figures.heat(self.selection, self.span, self.now)

    @cached_property
    def as_of(self) -> str | None:
        """When the newest event in the reader's reach was taken in."""
        return format_instant(data_as_of(), self.span.zone)

    @cached_property
    def excluded(self) -> queries.ExcludedConversations:
        """What is not counted of the range."""
        return queries.count_excluded(self.selection, self.span)

    def frame(self) -> dict[str, Any]:
        """What every report answers beside its numbers: filters, options, currency, watermark and what is left out."""
        return {
            "filters": self._filters(),
            "options": {
                "bots": self.bot_options,
                "places": places.place_options(self.selection.places),
                "channels": list(CHANNELS),
                "languages": list(SPOKEN),
                "steps": allowed_steps(self.span),
                "zones": ["client", "viewer", *sorted(self.selection.client_zones)],
            },
            "as_of": self.as_of,
            "currency": self.selection.currencies[0],
            "excluded": {
                "test": self.excluded.test,
                "estimated": self.excluded.estimated,
                "open": self.current.get("open", 0),
            },
            "included": {"estimated": self.excluded.included},
            "markers": markers.serialize_markers(
                markers.find_markers(self.selection, self.span), self.steps, self.span
            ),
        }

    def _filters(self) -> dict[str, Any]:
        """The filters as understood, with the dates and the zone they mean."""
        question, selection, span, compared = self.question, self.selection, self.span, self.compared
        return {
            "bot": [str(bot) for bot in selection.bots],
            "grp": question.grp,
            "r": question.r,
            "tz": question.tz,
            "cmp": question.cmp,
            "ch": list(selection.channels),
            "out": names_of(selection.places),
            "clipped": standing.visible_outlets(selection, span, self.links.to_outlets()),
            "gone": missing_choices(selection, self.bot_options),
            "lang": selection.lang,
            "traffic": selection.traffic,
            "data": selection.data,
            "today": question.today,
            "g": self.step,
            "from": span.first.isoformat(),
            "to": span.last.isoformat(),
            "zone": span.zone.key,
            "zone_source": selection.zone_source,
            "can_add_today": ends_yesterday(question.r, zone=span.zone, now=self.now),
            "compared": compared
            and {
                "from": compared.first.isoformat(),
                "to": compared.last.isoformat(),
                "measured": self.counted_before is not None,
            },
        }


def dates(question: ReportQuery, selection: Selection, moment: datetime) -> tuple[Range, str]:
    """The range of a question and its steps; Invalid names the filter that does not fit."""
    span = question.find_range(selection, moment)
    try:
        return span, granularity(span, question.g)
    except ValueError as error:
        raise Invalid({"g": [error.args[0]]}) from None


def total(counts: By) -> Counts:
    """The sum over all groups or channels."""
    sums: Counts = dict.fromkeys(COUNTS, 0)
    for more in counts.values():
        add(sums, more)
    return sums


def by(selection: Selection, period: Period, key: queries.Key) -> By:
    """The counts of a period by a key of the rollups."""
    return figures.by_key(queries.tallies(selection, period.start, period.end, by=key))


def _count_period(selection: Selection, step: str, steps: list[Bucket], start: datetime, end: datetime) -> PeriodCounts:
    """The counts of a period by its buckets, and by channel."""
    each = queries.tallies(selection, start, end, by="bot_group", each="quarter" if step == "hour" else "day")
    by_step = [figures.by_key(tallies) for tallies in by_steps(steps, each)]
    return PeriodCounts(by_step, figures.by_key(queries.tallies(selection, start, end, by="channel")))


def by_steps(steps: list[Bucket], rows: Iterable[Row]) -> list[list[Row]]:
    """The rows of each step, by their instants."""
    starts, parts = [bucket.start for bucket in steps], [list[Row]() for _ in steps]
    for row in rows:
        # A bucket without length shares its start with the next one: the last of them is the one that has it.
        parts[max(bisect_right(starts, row.at) - 1, 0) if row.at else 0].append(row)
    return parts
