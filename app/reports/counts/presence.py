"""Which people were there on the days of a long interval: from bitmaps, and from rows where there are none yet."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from pyroaring import BitMap
from sqlalchemy import ColumnElement, Select, and_, case, func, literal, or_, select, true, union_all
from sqlalchemy.orm import aliased

from app.analytics.bitmaps import MOST, by_day, month_of
from app.analytics.evidence import EVIDENCE
from app.analytics.models import ContactNumber, RollupBeginning, RollupContactDay, RollupPeople
from app.conversations.models import Contact, Conversation
from app.conversations.provenance import Provenance, knows
from app.core.db.base import db
from app.reports.filters.ranges import DAY, local_date, midnight
from app.reports.filters.selection import CountedTable, Selection

SHORTEST = timedelta(days=45)
"""A shorter interval is counted as fast by one query."""
MOST_LOOSE = 45
"""With more days that are in no bitmap, counting all rows is faster than reading theirs."""

_of_contact, _of_person = aliased(ContactNumber), aliased(ContactNumber)
_MERGED = (
    select(Contact.id, _of_contact.number, Contact.person_id, _of_person.number)
    .outerjoin(_of_contact, _of_contact.contact_id == Contact.id)
    .outerjoin(_of_person, _of_person.contact_id == Contact.person_id)
    .where(Contact.person_id != Contact.id)
)
Span = tuple[date, date]
"""The days from one to before another."""


@dataclass(slots=True)
class Month:
    """What is in bitmaps of one month."""

    through: date
    """The last day that they have."""
    bitmaps: list[bytes] = field(default_factory=list)


Months = dict[date, Month]


class Presence:
    """The people of a selection from a day to before another, and on a part of that one; numbers stand for them."""

    def __init__(
        self, selection: Selection, start: datetime, end: datetime, months: Months, loose: Iterable[Span]
    ) -> None:
        self._selection, self._start, self._end = selection, start, end
        self._first, self._last = local_date(start, selection.zone), local_date(end, selection.zone)
        self._others: dict[int, int] = {}
        self._days = self._inside(months)
        queries = list(self._rows(loose))
        for day, contact_id, number in db.session.execute(union_all(*queries)) if queries else ():
            self._days[day].add(self._number(contact_id, number))
        self._persons = {
            self._number(contact_id, number): self._number(person_id, its_number)
            for contact_id, number, person_id, its_number in db.session.execute(_MERGED)
        }
        self._merged = BitMap(self._persons)

    def all(self) -> BitMap:
        """Return the persons of the interval."""
        return self.between(self._first, self._last)

    def between(self, first: date, last: date) -> BitMap:
        """Return the persons of some days, both included."""
        numbers = BitMap.union(BitMap(), *(numbers for day, numbers in self._days.items() if first <= day <= last))
        merged = numbers.intersection(self._merged)
        return numbers.difference(merged).union(BitMap(self._persons[number] for number in merged))

    def beginning(self) -> BitMap:
        """Return the contacts whose person began in the interval, whatever is selected."""
        months = _load_months(RollupBeginning, true(), self._first, self._last)
        zone, at = self._selection.zone, Contact.first_engaged_at
        spans = [
            (midnight(a, zone), midnight(b, zone)) for a, b in _days_without_bitmap(months, self._first, self._last)
        ]
        query = (
            select(Contact.id, ContactNumber.number)
            .outerjoin(ContactNumber, ContactNumber.contact_id == Contact.id)
            .where(or_(*(and_(at >= a, at < b) for a, b in [*spans, (midnight(self._last, zone), self._end)])))
        )
        loose = BitMap([self._number(*row) for row in db.session.execute(query)])
        return BitMap.union(loose, *self._inside(months).values())

    def _inside(self, months: Months) -> defaultdict[date, BitMap]:
        """The days of bitmaps that lie in the interval."""
        days = defaultdict[date, BitMap](BitMap)
        for month, month_bitmaps in months.items():
            days |= {
                day: numbers
                for day, numbers in by_day(month, month_bitmaps.bitmaps).items()
                if self._first <= day < self._last
            }
        return days

    def _rows(self, loose: Iterable[Span]) -> Iterator[Select[date, int, int]]:
        """Select days, contacts and their numbers where no bitmap has them."""
        day, number = RollupContactDay, ContactNumber.number
        for first, last in loose:
            rows = select(day.day, day.contact_id, number).where(
                *known_people(self._selection, day), day.day >= first, day.day < last
            )
            yield rows.outerjoin(ContactNumber, ContactNumber.contact_id == day.contact_id)
        rest = midnight(self._last, self._selection.zone)
        if rest < self._end:
            sessions = select(literal(self._last), Conversation.contact_id, number)
            sessions = sessions.where(*engaged_conditions_of_known(self._selection, rest, self._end))
            yield sessions.outerjoin(ContactNumber, ContactNumber.contact_id == Conversation.contact_id)

    def _number(self, contact_id: int, number: int | None) -> int:
        """The number of a contact; one that has none gets another that no contact has."""
        return number if number is not None else self._others.setdefault(contact_id, MOST + len(self._others))


def read(selection: Selection, start: datetime, end: datetime) -> Presence | None:
    """Return who was there in [start, end); None where that is short, not of days, or hardly in bitmaps."""
    first, last = local_date(start, selection.zone), local_date(end, selection.zone)
    if not selection.by_client_day or midnight(first, selection.zone) != start or end - start <= SHORTEST:
        return None
    months = _load_months(RollupPeople, and_(*known_people(selection, RollupPeople)), first, last)
    for month in _split_months(selection):
        months.pop(month, None)
    earliest = db.session.scalar(select(func.min(RollupContactDay.day)))
    loose = list(_days_without_bitmap(months, max(first, earliest or last), last))
    if sum((until - since).days for since, until in loose) > MOST_LOOSE:
        return None
    return Presence(selection, start, end, months, loose)


def known_people(selection: Selection, model: CountedTable) -> list[ColumnElement[bool]]:
    """The rows of people whom their source names."""
    return [*selection.where(model), knows(model.provenance, Provenance.PEOPLE)]


def engaged_conditions_of_known(selection: Selection, start: datetime, end: datetime) -> list[ColumnElement[bool]]:
    """The engaged sessions of known people in an interval."""
    return [
        *selection.where(Conversation),
        EVIDENCE["named"],
        Conversation.started_at >= start,
        Conversation.started_at < end,
    ]


def _load_months(model: Any, condition: ColumnElement[bool], first: date, last: date) -> Months:
    """The months that [first, last) touches and that have been built, each with those of its bitmaps that are meant."""
    months: Months = {}
    query = select(model.day, model.through, case((condition, model.bitmap))).order_by(model.day)
    for month, through, bitmap in db.session.execute(query.where(model.day >= month_of(first), model.day < last)):
        month_bitmaps = months.setdefault(month, Month(through))
        if bitmap is not None:
            month_bitmaps.bitmaps.append(bitmap)
    return months


def _days_without_bitmap(months: Months, first: date, last: date) -> Iterator[Span]:
    """The days of [first, last) that are in no bitmap."""
    since = first
    for month, month_bitmaps in months.items():
        if since < month:
            yield since, month
        since = max(since, month_bitmaps.through + DAY)
    if since < last:
        yield since, last


def _split_months(selection: Selection) -> Iterator[date]:
    """The months in the middle of which an outlet came to a group or left it."""
    for stay in selection.stays:
        edges = [stay.first, *([stay.last + DAY] if stay.last < date.max else [])]
        yield from (month_of(edge) for edge in edges if edge > date.min and edge.day != 1)
