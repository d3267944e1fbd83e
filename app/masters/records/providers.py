"""What master data does where clients end, and what it adds to the timelines of contacts."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

from sqlalchemy import select

from app.clients.erasing import LAST, EraseStep, erases, remove
from app.clients.models import Client
from app.conversations.forgetting import ForgottenPerson, finds, forgets
from app.conversations.models import Contact
from app.conversations.timelines import Events, TimelineEvent, TimelineQuery, read_lane, timeline_source
from app.core.db.base import db
from app.core.security.visitor import can
from app.masters.records.models import Customer, JobCard, Vehicle
from app.masters.records.service import ListedJobCard, job_cards_of, listed_job_cards, numbers_of

SERVICE = "service"
"""The lane of workshop visits."""


@erases
def _purge_client(client: Client, step: EraseStep) -> None:
    """Remove customers, vehicles and job cards of a purged client."""
    for model, count_name in ((JobCard, "job_cards"), (Vehicle, "vehicles"), (Customer, "customers")):
        remove(model, model.client_id == client.id, step, count_name)


@timeline_source
def visits(timeline: TimelineQuery) -> Events:
    """The visits of a contact's vehicles to workshops, for readers of master data."""
    if not can("read", "Master"):
        return Events([], {})
    query = job_cards_of(timeline.contacts, timeline.client_id)
    zone = ZoneInfo(db.session.get_one(Client, timeline.client_id).zone)
    # Those of the day itself are cut below, where they have a time.
    before = JobCard.opened_on <= timeline.before.astimezone(zone).date() if timeline.before is not None else None
    rows, counts = read_lane(timeline, SERVICE, query, JobCard.opened_on, JobCard.id, before=before)
    events = [_visit(card, zone) for card in listed_job_cards(rows)]
    earlier_events = [event for event in events if timeline.before is None or event.at < timeline.before]
    return Events(earlier_events, counts)


def _visit(card: ListedJobCard, zone: ZoneInfo) -> TimelineEvent:
    """A job card as an event, at the beginning of its day."""
    row, outlet = card.card, card.place.outlet
    return TimelineEvent(
        id=row.id,
        at=datetime.combine(row.opened_on, time(), zone).astimezone(UTC),
        lane=SERVICE,
        kind="job_card",
        title=row.number,
        link=f"/admin/masters/vehicles/{row.vehicle_id}",
        state=row.state,
        detail=outlet.name if outlet else "",
    )


@finds
def _find_customers(person: ForgottenPerson) -> None:
    """Note the customers a person is, by number or id, their vehicles, and the contacts made for them."""
    person.numbers |= set(numbers_of(person.contacts))
    is_person = Customer.id.in_(person.contacts) | Customer.phone.in_(person.numbers)
    customers = db.session.scalars(select(Customer).where(Customer.client_id == person.client_id, is_person)).all()
    person.numbers |= {row.phone for row in customers if row.phone}
    person.names |= {text for row in customers for text in (row.name, row.email)}
    ids = [row.id for row in customers]
    person.note("customers", ids)
    person.note("vehicles", db.session.scalars(select(Vehicle.id).where(Vehicle.customer_id.in_(ids))))
    contacts = select(Contact.id).where(Contact.id.in_(ids), Contact.id.not_in(person.contacts))
    person.note("contacts", db.session.scalars(contacts))


@forgets
def _forget_customers(person: ForgottenPerson, step: EraseStep) -> None:
    """Empty the customers a person is, and part their vehicles from them."""
    condition = Customer.id.in_(person.rows["customers"]) & ((Customer.name != "") | Customer.phone.is_not(None))
    customers = db.session.scalars(select(Customer).where(condition)).all()
    for customer in customers:
        customer.name, customer.phone, customer.email = "", None, ""
    for vehicle in db.session.scalars(select(Vehicle).where(Vehicle.id.in_(person.rows["vehicles"]))):
        vehicle.customer_id = vehicle.registration = None
    db.session.flush()
    step(LAST, customers=len(customers))
