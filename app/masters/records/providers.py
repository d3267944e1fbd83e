"""What master data does where clients end, and what it adds to the timelines of contacts."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

from sqlalchemy import func, select

from app.clients.erasing import Step, erases, remove
from app.clients.models import Client
from app.conversations.timelines import Asked, Event, Events, timeline_source
from app.core.db.base import db
from app.core.security.visitor import can
from app.masters.records.models import Customer, JobCard, Vehicle
from app.masters.records.service import ListedJobCard, job_cards_of, listed_job_cards

SERVICE = "service"
"""The lane of workshop visits."""


@erases
def _client_purged(client: Client, step: Step) -> None:
    """Remove customers, vehicles and job cards of a purged client."""
    for model, counted in ((JobCard, "job_cards"), (Vehicle, "vehicles"), (Customer, "customers")):
        remove(model, model.client_id == client.id, step, counted)


@timeline_source
def visits(asked: Asked) -> Events:
    """The visits of a contact's vehicles to workshops, for readers of master data."""
    if not can("read", "Master"):
        return Events([], {})
    query = job_cards_of(asked.contacts, asked.client_id)
    count = db.session.scalar(select(func.count()).select_from(query.subquery())) or 0
    zone = ZoneInfo(db.session.get_one(Client, asked.client_id).zone)
    if asked.before is not None:
        # Those of the day itself are cut below, where they have a time.
        query = query.where(JobCard.opened_on <= asked.before.astimezone(zone).date())
    newest = query.order_by(JobCard.opened_on.desc(), JobCard.id.desc()).limit(asked.most)
    cards = listed_job_cards(db.session.scalars(newest).all()) if asked.wants(SERVICE) else []
    events = [_visit(card, zone) for card in cards]
    shown = [event for event in events if asked.before is None or event.at < asked.before]
    return Events(shown, {SERVICE: count} if count else {})


def _visit(card: ListedJobCard, zone: ZoneInfo) -> Event:
    """A job card as an event, at the beginning of its day."""
    row, outlet = card.card, card.place.outlet
    return Event(
        id=row.id,
        at=datetime.combine(row.opened_on, time(), zone).astimezone(UTC),
        lane=SERVICE,
        kind="job_card",
        title=row.number,
        link=f"/admin/masters/vehicles/{row.vehicle_id}",
        state=row.state,
        detail=outlet.name if outlet else "",
    )
