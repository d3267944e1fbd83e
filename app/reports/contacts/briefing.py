"""What is worth knowing before a lead is called: conversations, offers, the last service, consents, the best time."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select

from app.clients.models import Client
from app.clients.service import get_client
from app.conversations.models import Contact, ContactKey, Conversation
from app.conversations.timelines import TimelineEvent, TimelineQuery
from app.core.db.base import db
from app.core.db.ids import parse_id
from app.core.security.visitor import can
from app.ingest.merging import visible_contacts
from app.leads.models import Lead, LeadTouch
from app.leads.service import get_lead, vehicle_of
from app.masters.records.models import Customer, JobCard, Vehicle
from app.masters.records.service import VOUCHING, listed_job_cards
from app.offers.models import Consent
from app.offers.providers import offers_to
from app.reports.contacts.service import conversations

NEWEST = 3
"""How many conversations and offers are shown."""
BAND = 3
"""Hours of the day that are looked at together."""
FEWEST = 3
"""With fewer calls or conversations than this, no time of the day is better than another."""
TRIED = ("answered", "no_answer", "busy")
READINGS = 8
"""How many readings of the odometer are drawn."""
RECENT = 100
"""How many conversations the time of the day is counted from."""


def read_briefing(lead_id: int) -> dict[str, Any]:
    """Return what the reader may know of a lead's customer beside the lead itself."""
    lead = get_lead(lead_id)
    client = get_client(lead.client_id)
    contacts = _contacts_of(lead)
    timeline = TimelineQuery([row.id for row in contacts], lead.client_id, frozenset(), None, NEWEST)
    reads = can("read", "Conversation")
    vehicle = vehicle_of(client, lead.vin, lead.registration) if can("read", "Master") else None
    offered = sorted(offers_to(timeline).newest, key=lambda event: (event.at, event.id), reverse=True)
    return {
        "language": next((row.language for row in contacts if row.language), ""),
        "conversations": _serialize(conversations(timeline).newest) if reads else [],
        "offers": _serialize(offered[:NEWEST]),
        "service": _last_service(vehicle),
        "readings": _readings(vehicle),
        "consents": _consents(timeline.contacts),
        "best_time": _best_time(lead, client, timeline.contacts if reads else ()),
    }


def _contacts_of(lead: Lead) -> Sequence[Contact]:
    """The contacts of a lead's customer: by a number that a channel vouches for, and by the conversation it is of."""
    numbers = [text for phone in (lead.phone, lead.alt_phone) if phone for text in (phone, phone.removeprefix("+"))]
    ids: set[int] = set()
    customers: set[int] = set()
    if numbers:
        contact_ids = select(ContactKey.contact_id).where(
            ContactKey.client_id == lead.client_id, ContactKey.channel.in_(VOUCHING), ContactKey.ext_user.in_(numbers)
        )
        of_number = select(Customer.id).where(Customer.client_id == lead.client_id, Customer.phone.in_(numbers))
        customers = set(db.session.scalars(of_number))
        ids |= {*db.session.scalars(contact_ids), *customers}
    if (conversation_id := parse_id(lead.source.get("conversation"))) is not None:
        own_contact = select(Conversation.contact_id).where(
            Conversation.id == conversation_id, Conversation.client_id == lead.client_id
        )
        ids |= set(db.session.scalars(own_contact))
    people = select(Contact.person_id).where(Contact.id.in_(ids))
    # A number alone tells a reader nothing of people whom others talk to.
    visible = select(Contact) if customers else visible_contacts()
    query = visible.where(Contact.client_id == lead.client_id, Contact.person_id.in_(people))
    return db.session.scalars(query.order_by(Contact.id)).all()


def _serialize(events: Iterable[TimelineEvent]) -> list[dict[str, Any]]:
    return [asdict(event) for event in events]


def _readings(vehicle: Vehicle | None) -> list[dict[str, Any]]:
    """The latest readings of the vehicle's odometer at workshops, the earliest first."""
    if vehicle is None:
        return []
    query = select(JobCard.opened_on, JobCard.odometer_km).where(
        JobCard.vehicle_id == vehicle.id, JobCard.odometer_km.is_not(None)
    )
    newest = db.session.execute(query.order_by(JobCard.opened_on.desc(), JobCard.id.desc()).limit(READINGS)).all()
    return [{"day": day, "km": km} for day, km in reversed(newest)]


def _last_service(vehicle: Vehicle | None) -> dict[str, Any] | None:
    """The last visit of the vehicle to a workshop."""
    if vehicle is None:
        return None
    query = select(JobCard).where(JobCard.vehicle_id == vehicle.id)
    newest = db.session.scalars(query.order_by(JobCard.opened_on.desc(), JobCard.id.desc()).limit(1)).all()
    return next(
        (
            {
                "day": item.card.opened_on,
                "type": item.card.type,
                "labels": item.labels["type"],
                "odometer_km": item.card.odometer_km,
                "outlet": item.place.outlet.name if item.place.outlet else "",
            }
            for item in listed_job_cards(newest)
        ),
        None,
    )


def _consents(contacts: Sequence[int]) -> list[dict[str, Any]]:
    """The latest state of each channel."""
    query = select(Consent).where(Consent.contact_id.in_(contacts)).order_by(Consent.at, Consent.id)
    latest = {
        row.channel: {"channel": row.channel, "state": row.state, "at": row.at} for row in db.session.scalars(query)
    }
    return [latest[channel] for channel in sorted(latest)]


def _best_time(lead: Lead, client: Client, contacts: Sequence[int]) -> dict[str, Any] | None:
    """The hours in which calls were answered most often, else those in which the person mostly writes."""
    zone = ZoneInfo(client.zone)
    same = select(Lead.id).where(Lead.client_id == lead.client_id, Lead.phone == (lead.phone or "-"))
    tries = select(LeadTouch.at, LeadTouch.outcome).where(
        LeadTouch.lead_id.in_(same) | (LeadTouch.lead_id == lead.id),
        LeadTouch.channel == "call",
        LeadTouch.outcome.in_(TRIED),
    )
    calls = [(_band(at, zone), outcome == "answered") for at, outcome in db.session.execute(tries)]
    answered = Counter(band for band, is_answered in calls if is_answered)
    if len(calls) >= FEWEST and answered:
        band, number = min(answered.items(), key=lambda item: (-item[1], item[0]))
        return _hours("calls", band, number, sum(each == band for each, _ in calls))
    begun = select(Conversation.started_at).where(Conversation.contact_id.in_(contacts))
    starts = db.session.scalars(begun.order_by(Conversation.started_at.desc()).limit(RECENT)).all()
    if len(starts) < FEWEST:
        return None
    written = Counter(_band(at, zone) for at in starts)
    band, number = min(written.items(), key=lambda item: (-item[1], item[0]))
    return _hours("conversations", band, number, len(starts))


def _band(at: datetime, zone: ZoneInfo) -> int:
    return at.astimezone(zone).hour // BAND


def _hours(basis: str, band: int, number: int, of: int) -> dict[str, Any]:
    return {"basis": basis, "from_hour": band * BAND, "to_hour": (band + 1) * BAND, "n": number, "of": of}
