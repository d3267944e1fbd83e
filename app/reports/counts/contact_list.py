"""The people behind "active users": one row a person, with their sessions of a range."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, Subquery, func, literal, select, tuple_

from app.conversations.masking import mask_name
from app.conversations.models import Contact, Conversation
from app.conversations.persons import person
from app.core import clock
from app.core.db.base import BigInt, count_rows, db
from app.core.db.ids import parse_id
from app.core.errors import BeyondSchema, Invalid
from app.core.http import listing
from app.reports.counts import queries
from app.reports.counts.presence import engaged_conditions_of_known
from app.reports.filters import places
from app.reports.filters.ranges import Range
from app.reports.filters.selection import (
    ConversationFilters,
    Selection,
    data_as_of,
    format_instant,
    missing_choices,
)

KINDS = ("new", "returning")
SORTS = ("last", "first", "sessions")
SORT_NAMES = tuple(f"{sign}{name}" for name in SORTS for sign in ("", "-"))
LATEST = "-last"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query(ConversationFilters):
    """The filters, order and page of the list, as its address says them."""

    kind: str = ""
    sort: str = LATEST
    page: str = "1"
    per: int = 10


@dataclass(frozen=True, slots=True)
class CountedPeople:
    """The people that a query means, each with their sessions of the range."""

    selection: Selection
    span: Range
    within: list[ColumnElement[bool]]
    """The conditions on their sessions."""
    mine: Subquery
    """Person, sessions, first and last of each."""
    rows: Select[Any]


def count_each(filters: Query, now: datetime) -> CountedPeople:
    """Select the people with an engaged session in the range; Invalid names a filter that fails."""
    selection = filters.select()
    span = filters.find_range(selection, now)
    within = engaged_conditions_of_known(selection, span.start, span.end)
    # The person first: PostgreSQL groups by a column of a subquery, not by an expression with a query in it.
    each = select(person(Conversation.contact_id).label("id"), Conversation.started_at).where(*within).subquery()
    started = each.c.started_at
    counts = select(
        each.c.id, func.count().label("sessions"), func.min(started).label("first"), func.max(started).label("last")
    )
    mine = counts.group_by(each.c.id).subquery()
    is_new = Contact.first_engaged_at >= span.start
    query = select(Contact, mine.c.sessions, mine.c.first, mine.c.last, is_new.label("is_new"))
    query = query.join(mine, mine.c.id == Contact.id)
    if filters.kind:
        query = query.where(is_new if filters.kind == "new" else ~func.coalesce(is_new, False))
    return CountedPeople(selection, span, within, mine, query)


def list_contacts(filters: Query, *, names: bool, now: datetime | None = None) -> dict[str, Any]:
    """One page of the people with an engaged session in the range; Invalid names a filter that fails."""
    number, per = _number(filters.page, filters.per), filters.per
    counts = count_each(filters, now or clock.now())
    selection, span, within, mine, query = (
        counts.selection, counts.span, counts.within, counts.mine, counts.rows,
    )  # fmt: skip
    total = count_rows(query)
    column, down = mine.c[filters.sort.removeprefix("-")], filters.sort.startswith("-")
    ordered = query.order_by(column.desc() if down else column, mine.c.id.desc() if down else mine.c.id)
    if number is None:
        ordered = ordered.where(_beyond(filters.page, mine.c.id, column, down))
    else:
        ordered = ordered.offset((number - 1) * per)
    rows = db.session.execute(ordered.limit(per + 1)).all()
    more, rows = len(rows) > per, rows[:per]
    channels = _channels(within, [row.Contact.id for row in rows])
    numbered = number is not None and number * per < listing.MAX_NUMBERED_ROWS
    following = str((number or 0) + 1) if numbered else f"c{rows[-1].Contact.id}" if rows else ""
    return {
        "items": [_serialize(row, channels, selection, names) for row in rows],
        "total": total,
        "page": number,
        "per": per,
        "next": following if more else None,
        "previous": str(number - 1) if number is not None and number > 1 else None,
        "masked": not names,
        "as_of": format_instant(data_as_of(), selection.zone),
        "zone": selection.zone.key,
        "range": {"from": span.first.isoformat(), "to": span.last.isoformat()},
        "excluded": {"estimated": queries.count_excluded(selection, span).estimated},
        "places": [
            place
            for place in places.place_options(selection.places)
            if (place["kind"], int(place["id"])) in selection.places
        ],
        "clipped": places.visible_places(selection.places),
        "gone": missing_choices(selection),
    }


def _number(page: str, per: int) -> int | None:
    """The number of a page, None for a cursor; Invalid where it lies deeper than numbers reach."""
    if page.startswith("c"):
        return None
    if (int(page) - 1) * per >= listing.MAX_NUMBERED_ROWS:
        raise Invalid(
            {"page": [BeyondSchema(f"Numbers reach {listing.MAX_NUMBERED_ROWS // per}; go on by the next link.")]}
        )
    return int(page)


def _beyond(cursor: str, key: ColumnElement[int], column: ColumnElement[Any], down: bool) -> ColumnElement[bool]:
    """The people after the one a cursor names, compared as row values; Invalid when it names nobody here."""
    last = parse_id(cursor[1:])
    row = None if last is None else db.session.execute(select(column).where(key == last)).first()
    if row is None:
        raise Invalid({"page": [BeyondSchema("This page of the list does not exist.")]})
    place, here = tuple_(column, key), tuple_(literal(row[0], column.type), literal(last, BigInt))
    condition: ColumnElement[bool] = place < here if down else place > here
    return condition


def _channels(within: list[ColumnElement[bool]], ids: list[int]) -> dict[int, list[str]]:
    """The channels each of some people used in the range, by name."""
    if not ids:
        return {}
    of = person(Conversation.contact_id)
    by_contact: dict[int, list[str]] = {}
    query = select(of.label("id"), Conversation.channel).where(*within, of.in_(ids)).distinct()
    for id_, channel in db.session.execute(query.order_by(Conversation.channel)):
        by_contact.setdefault(id_, []).append(channel)
    return by_contact


def _serialize(row: Any, channels: dict[int, list[str]], selection: Selection, names: bool) -> dict[str, Any]:
    """One person with what they did in the range."""
    contact: Contact = row.Contact
    return {
        "id": str(contact.id),
        "name": contact.name if names else mask_name(contact.name),
        "last4": contact.last4 or None,
        "channels": channels.get(contact.id, []),
        "sessions": row.sessions,
        "first_at": format_instant(row.first, selection.zone),
        "last_at": format_instant(row.last, selection.zone),
        "new": bool(row.is_new),
    }
