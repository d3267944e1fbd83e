"""Visits to a workshop whose customers are to be asked how it was, and have not been."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, func, select

from app.clients.models import Outlet
from app.conversations.models import ContactKey, Conversation
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, within
from app.masters.records.codes import labels_of
from app.masters.records.models import Customer, JobCard, Vehicle
from app.masters.records.service import VOUCHING
from app.reports.filters.places import outlets_in, place_options, visible_places
from app.reports.filters.ranges import Period, Range, local_date, midnight
from app.reports.filters.selection import REAL, ConversationFilters, Selection, missing_choices
from app.reports.metrics.definitions import Counts

DUE_AFTER = timedelta(days=3)
"""So long after a visit to the workshop its customer is to be asked."""
AT_ONCE = 500
"""Visits that are read at a time."""


class DueVisit(NamedTuple):
    """A visit whose customer is to be asked."""

    due_on: date
    outlet: str
    job_card: str
    vehicle_id: int | None
    """None of a vehicle that another outlet looks after, which the reader does not see."""
    registration: str | None
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DueQuery(ConversationFilters):
    """The dates, places and page of the list; bots and channels cut nothing of it."""

    page: int = 1
    per: int = 25


def due_conditions(selection: Selection, span: Range) -> list[ColumnElement[bool]]:
    """Return the conditions on job cards whose customers are to be asked in a range, at its places."""
    conditions: list[ColumnElement[bool]] = [JobCard.closed_on.between(span.first - DUE_AFTER, span.last - DUE_AFTER)]
    if selection.places:
        conditions.append(JobCard.outlet_id.in_(outlets_in(selection.places)))
    return conditions


def find_due(selection: Selection, span: Range) -> Iterator[DueVisit]:
    """Visits whose customers were to be asked and have not talked with a feedback bot since, the first due first."""
    query = (
        select(
            JobCard.closed_on, JobCard.number, JobCard.vehicle_id, Outlet.name, Vehicle.id, Vehicle.registration,
            Vehicle.model,
        )
        .join(Outlet, Outlet.id == JobCard.outlet_id)
        .outerjoin(Vehicle, Vehicle.id == JobCard.vehicle_id)
        .where(*due_conditions(selection, span))
        .order_by(JobCard.closed_on, JobCard.id)
    )  # fmt: skip
    for cards in db.session.execute(query.execution_options(yield_per=AT_ONCE)).partitions():
        last_talks = _last_talks({card.vehicle_id for card in cards}, span.zone)
        for card in cards:
            if card.closed_on is not None and last_talks.get(card.vehicle_id, date.min) < card.closed_on:
                yield DueVisit(
                    card.closed_on + DUE_AFTER, card.name, card.number, card.id, card.registration, card.model or ""
                )


def count_due(selection: Selection, period: Period) -> Counts:
    """Count the visits whose customers were to be asked in a period and those who were, without naming any."""
    span = Range(period.first, period.last, selection.zone)
    conditions = due_conditions(selection, span)
    visits = db.session.execute(select(JobCard.vehicle_id, JobCard.closed_on).where(*conditions)).all()
    since = midnight(span.first - DUE_AFTER, span.zone)
    last_talks = _last_talks(select(JobCard.vehicle_id).where(*conditions), span.zone, since) if visits else {}
    done = sum(
        closed_on is not None and last_talks.get(vehicle_id or 0, date.min) >= closed_on
        for vehicle_id, closed_on in visits
    )
    return {"visits_due": len(visits), "visits_asked": done, "visits_unasked": len(visits) - done}


def list_due(question: DueQuery, now: datetime, *, vehicles: bool) -> dict[str, Any]:
    """One page of the visits whose customers are to be asked; Invalid names the filter that does not fit.

    Which vehicle it was is for readers of `vehicles` alone.
    """
    selection = question.select()
    span = question.find_range(selection, now)
    visits = list(find_due(selection, span))
    start = (question.page - 1) * question.per
    page = visits[start : start + question.per]
    labels = labels_of("model", {visit.model for visit in page})
    return {
        "items": [
            visit._asdict()
            | {
                "due_on": visit.due_on.isoformat(),
                "vehicle_id": str(visit.vehicle_id) if vehicles and visit.vehicle_id else None,
                "registration": visit.registration if vehicles else None,
                "model_labels": labels.get(visit.model, {}),
            }
            for visit in page
        ],
        "total": len(visits),
        "page": question.page,
        "per": question.per,
        "next": str(question.page + 1) if start + question.per < len(visits) else None,
        "previous": str(question.page - 1) if question.page > 1 else None,
        "zone": span.zone.key,
        "range": {"from": span.first.isoformat(), "to": span.last.isoformat()},
        "places": [
            place for place in place_options(selection.places) if (place["kind"], int(place["id"])) in selection.places
        ],
        "clipped": visible_places(selection.places),
        "gone": missing_choices(selection),
    }


def _last_talks(
    vehicle_ids: set[int] | Select[int | None], zone: ZoneInfo, since: datetime | None = None
) -> dict[int, date]:
    """The day of a zone on which the customers of vehicles have last talked with a feedback bot; tests are no talk.

    Customers of other outlets are matched by their numbers as well; of talks only those count that the reader sees.
    """
    with within(bound_workspace()):
        owners = (
            select(Vehicle.id, Customer.phone)
            .join(Customer, Customer.id == Vehicle.customer_id)
            .where(Vehicle.id.in_(vehicle_ids))
        )
        phones = {vehicle_id: phone for vehicle_id, phone in db.session.execute(owners) if phone}
    last_talks = _last_talks_of(set(phones.values()), zone, since)
    return {vehicle_id: last_talks[phone] for vehicle_id, phone in phones.items() if phone in last_talks}


def _last_talks_of(phones: set[str], zone: ZoneInfo, since: datetime | None) -> dict[str, date]:
    """The day of a zone on which people with these numbers have last talked with a feedback bot.

    From an instant on all talks are read at once, as the numbers may be more than a query takes.
    """
    names = {phone.removeprefix("+"): phone for phone in phones} | {phone: phone for phone in phones}
    last_talks: dict[str, date] = {}
    query = (
        select(ContactKey.ext_user, func.max(Conversation.started_at))
        .join(Conversation, Conversation.contact_id == ContactKey.contact_id)
        .where(ContactKey.channel.in_(VOUCHING))
        .where(ContactKey.ext_user.in_(names) if since is None else Conversation.started_at >= since)
        .where(Conversation.bot_group == "psf", Conversation.traffic == REAL)
        .group_by(ContactKey.ext_user)
    )
    for name, at in db.session.execute(query):
        if name not in names:
            continue
        last_talks[names[name]] = max(local_date(at, zone), last_talks.get(names[name], date.min))
    return last_talks
