"""What master data does where clients end, and what it adds to the timelines of contacts."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

from app.clients.erasing import Step, erases, remove
from app.clients.models import Client
from app.conversations.timelines import Event, Events, TimelineQuery, read_lane, timeline_source
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
def visits(asked: TimelineQuery) -> Events:
    """The visits of a contact's vehicles to workshops, for readers of master data."""
    if not can("read", "Master"):
        return Events([], {})
    query = job_cards_of(asked.contacts, asked.client_id)
    zone = ZoneInfo(db.session.get_one(Client, asked.client_id).zone)
    # Those of the day itself are cut below, where they have a time.
    before = JobCard.opened_on <= asked.before.astimezone(zone).date() if asked.before is not None else None
    rows, counts = read_lane(asked, SERVICE, query, JobCard.opened_on, JobCard.id, before=before)
    events = [_visit(card, zone) for card in listed_job_cards(rows)]
    shown = [event for event in events if asked.before is None or event.at < asked.before]
    return Events(shown, counts)


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
