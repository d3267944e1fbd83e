"""Sending an offer: one recipient after the other, each attempted once, whatever ends the process in between.

Before a message goes out its recipient is marked as being sent to; the mark is replaced by the result together with the
next one's mark. So a process that ends leaves at most one recipient of whom nobody knows whether they have got it: that
one counts as failed, is never tried again, and says so.
"""

import time
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import func, select, update

from app.accounts.users.quiet import after_quiet
from app.clients.models import Client, Outlet
from app.core import clock
from app.core.db.base import db, note, write_rows
from app.core.jobs import Job, enqueue, heartbeat
from app.core.mail.delivery import NotConnected
from app.masters.records.codes import labels_of
from app.masters.records.identities import format_registration
from app.masters.records.models import Customer, Vehicle
from app.offers import consents
from app.offers.audience import counts_for_cap
from app.offers.envelopes import Envelope, envelope_of
from app.offers.models import Offer, OfferRecipient
from app.offers.results import budget_guard, guard_of
from app.offers.service import move_by_time, skip_queued
from app.offers.transports import Outcome, Transport, transport_of

BATCH = 500
"""Messages of one job; the next job goes on, so that work that makes way is never given up."""
GUARDED_EVERY = 25
INTERRUPTED = "interrupted"
"""Why a recipient failed during whose sending the process ended."""


class Task(NamedTuple):
    """One message to send, and how many go out in a second."""

    recipient_id: int
    envelope: Envelope
    throttle: int


def send_batch(offer_id: int, row: Job) -> None:
    """Send to the next recipients of a running offer; the job's end is committed with the last result."""
    fail_interrupted(offer_id)
    offer = db.session.get(Offer, offer_id)
    if offer is None:
        return
    with transport_of(offer) as transport:
        for number in range(BATCH):
            task = _take_next(offer_id, row, number, transport)
            if task is None:
                return
            began = time.monotonic()
            _record(task, _attempt(transport, task))
            time.sleep(max(0.0, 1 / task.throttle - (time.monotonic() - began)))
    _go_on(offer_id, clock.now())


def fail_interrupted(offer_id: int) -> None:
    """Mark those as failed during whose sending a process ended: whether they got it is not known."""
    interrupted = update(OfferRecipient).where(OfferRecipient.offer_id == offer_id, OfferRecipient.state == "sending")
    write_rows(interrupted.values(state="failed", reason=INTERRUPTED))
    db.session.commit()


def _attempt(transport: Transport, task: Task) -> Outcome:
    """Send one message. NotConnected where nothing could be handed over."""
    try:
        return transport.deliver(task.envelope)
    except NotConnected:
        # Nothing has gone out: this recipient is tried with the next attempt of the job.
        waiting = update(OfferRecipient).where(OfferRecipient.id == task.recipient_id)
        db.session.execute(waiting.values(state="queued", accepted_at=None))
        db.session.commit()
        raise


def _record(task: Task, outcome: Outcome) -> None:
    """Note what came of an attempt, in the transaction that takes the next one."""
    moment = clock.now()
    values: dict[str, object] = {"state": "sent", "sent_at": moment}
    if outcome.failure is not None:
        values = {"state": "failed", "reason": outcome.failure}
    elif outcome.is_delivered:
        values["delivered_at"] = moment
    change = update(OfferRecipient).where(OfferRecipient.id == task.recipient_id, OfferRecipient.state == "sending")
    write_rows(change.values(**values))


# ---- the next one -------------------------------------------------------------------------------------


def _take_next(offer_id: int, row: Job, number: int, transport: Transport) -> Task | None:
    """Mark the next recipient who may be written to as being sent to; None where nothing is to be sent now."""
    offer = db.session.get(Offer, offer_id, populate_existing=True)
    if offer is None or offer.state != "running":
        _leave(offer_id)
        return None
    client = db.session.get_one(Client, offer.client_id)
    now = clock.now()
    guard = guard_of(offer) if number % GUARDED_EVERY == 0 else budget_guard(offer)
    if guard is not None:
        move_by_time(offer, "pause", guard=guard)
        _leave(offer_id)
        return None
    if offer.end is not None and offer.end <= now:
        skip_queued(offer, "over")
        _finish(offer)
        return None
    if trouble := transport.find_trouble():
        move_by_time(offer, "pause", trouble=trouble)
        _leave(offer_id)
        return None
    if transport.waits:
        # Visitors are shown it when they come; what is left is ended with the offer.
        _go_on(offer_id, offer.end or now)
        return None
    open_at = after_quiet(client, now, client.zone)
    if open_at > now:
        _go_on(offer_id, open_at)
        return None
    task = None
    while task is None:
        recipient = db.session.scalar(
            select(OfferRecipient)
            .where(OfferRecipient.offer_id == offer_id, OfferRecipient.state == "queued")
            .order_by(OfferRecipient.id)
            .limit(1)
        )
        if recipient is None:
            _finish(offer)
            return None
        task = _task(offer, client, recipient, transport, now)
    heartbeat(row, min(0.99, number / BATCH))
    db.session.commit()
    return task


def _task(offer: Offer, client: Client, recipient: OfferRecipient, transport: Transport, now: datetime) -> Task | None:
    """Mark a recipient, or skip them where they must not be written to any more."""
    customer = db.session.get_one(Customer, recipient.customer_id)
    address = consents.address_of(customer, offer.channel, transport.account)
    contact_id = consents.contact_id_of(customer)
    reason = sending_obstacle(offer, recipient, address, contact_id, now) or transport.obstacle(address)
    if reason:
        recipient.state, recipient.reason = "skipped", reason
        db.session.flush()
        return None
    if not _is_taken(recipient, now):
        return None
    values = values_for(offer, client, customer, recipient)
    envelope = envelope_of(offer, client, recipient, address, customer.name, values)
    return Task(recipient.id, envelope, max(1, offer.throttle_per_s))


def _is_taken(recipient: OfferRecipient, now: datetime) -> bool:
    """Mark a recipient as being sent to; False for one to whom a conversation has shown the offer meanwhile."""
    waiting = (OfferRecipient.id == recipient.id, OfferRecipient.state == "queued")
    change = (
        update(OfferRecipient).where(*waiting).values(state="sending", accepted_at=now).returning(OfferRecipient.id)
    )
    is_taken = db.session.scalar(change.execution_options(synchronize_session=False)) is not None
    db.session.refresh(recipient)
    return is_taken


def sending_obstacle(
    offer: Offer, recipient: OfferRecipient, address: str, contact_id: int, now: datetime
) -> str | None:
    """Return why a person must not be written to at this moment."""
    if not address:
        return "invalid_address"
    state = consents.state_of(offer.client_id, offer.channel, address, contact_id)
    if state != consents.IN:
        return "opted_out" if state == consents.OUT else "no_consent"
    had = select(func.count(OfferRecipient.id)).where(
        OfferRecipient.customer_id == recipient.customer_id, *counts_for_cap(offer.cap_days, offer.id, now)
    )
    return "frequency_cap" if (db.session.scalar(had) or 0) >= offer.cap_count else None


def values_for(offer: Offer, client: Client, customer: Customer, recipient: OfferRecipient) -> dict[str, str]:
    """Return the values of a message's variables; a value that is not known is empty."""
    vehicle = db.session.get(Vehicle, recipient.vehicle_id) if recipient.vehicle_id else None
    outlet = db.session.get(Outlet, recipient.outlet_id) if recipient.outlet_id else None
    labels = labels_of("model", {vehicle.model}).get(vehicle.model, {}) if vehicle is not None else {}
    return {
        "name": customer.name,
        "first_name": customer.name.split()[0] if customer.name.split() else "",
        "model": labels.get(recipient.language) or labels.get("en") or (vehicle.model if vehicle else ""),
        "registration": format_registration(vehicle.registration) if vehicle and vehicle.registration else "",
        "outlet": outlet.name if outlet else "",
        "until": day_of_end(offer, client),
    }


def day_of_end(offer: Offer, client: Client) -> str:
    """Return the client's day on which an offer ends; empty for one without an end."""
    return offer.end.astimezone(ZoneInfo(client.zone)).date().isoformat() if offer.end is not None else ""


def _leave(offer_id: int) -> None:
    """Let a later resumption know that no job sends any more, unless the offer runs again by now."""
    query = select(Offer).where(Offer.id == offer_id).with_for_update()
    offer = db.session.scalar(query.execution_options(populate_existing=True))
    if offer is None:
        return
    if offer.state == "running":
        _go_on(offer_id, clock.now())
    else:
        note(offer, skip_locked=False, job_id=None)


def _go_on(offer_id: int, at: datetime) -> None:
    """Have another job send the rest."""
    job = enqueue("offer_send", {"offer_id": str(offer_id)}, run_at=at)
    write_rows(update(Offer).where(Offer.id == offer_id).values(job_id=job.id, updated_at=Offer.updated_at))


def _finish(offer: Offer) -> None:
    """End the sending: everybody has been attempted or left out."""
    move_by_time(offer, "finish")
    offer.sent_at, offer.job_id = clock.now(), None
