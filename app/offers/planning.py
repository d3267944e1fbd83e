"""Writing down who gets an offer, once, when it starts: recipients, those held back, and those left out."""

import hashlib
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from sqlalchemy import func, select

from app.accounts.users.quiet import after_quiet, next_quiet
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from app.core.jobs import Job, enqueue, heartbeat
from app.core.mail.opt_outs import new_code
from app.core.values.batches import batched
from app.offers.audience import Candidate, find_candidates, question_of
from app.offers.models import Offer, OfferRecipient
from app.offers.service import move_by_time

AT_ONCE, MOST_SPANS = 1_000, 60


def plan_recipients(offer: Offer, row: Job) -> None:
    """Write down the recipients of a scheduled offer and start it; a repeat goes on."""
    write_recipients(offer, row)
    offer = db.session.get_one(Offer, offer.id, populate_existing=True, with_for_update=True)
    if offer.state == "scheduled":
        move_by_time(offer, "start")
        offer.job_id = enqueue("offer_send", {"offer_id": str(offer.id)}).id


def write_recipients(offer: Offer, row: Job | None = None) -> None:
    """Write down who is asked, held back and left out; with a job a batch a transaction."""
    candidates = find_candidates(question_of(offer), clock.now())
    query = select(OfferRecipient.customer_id).where(OfferRecipient.offer_id == offer.id)
    existing_ids = set(db.session.scalars(query))
    rest = [candidate for candidate in candidates if candidate.customer.id not in existing_ids]
    for number, batch in enumerate(batched(rest, AT_ONCE)):
        db.session.add_all(_recipient(offer, candidate) for candidate in batch)
        db.session.flush()
        if row is not None:
            heartbeat(row, min(0.99, (len(existing_ids) + number * AT_ONCE) / max(1, len(candidates))))
            db.session.commit()
    offer.planned_at = clock.now()
    db.session.flush()


def _recipient(offer: Offer, candidate: Candidate) -> OfferRecipient:
    is_held = candidate.reason is None and share_of(offer, candidate, "holdout") * 100 < offer.holdout
    return OfferRecipient(
        client_id=offer.client_id, offer_id=offer.id, customer_id=candidate.customer.id,
        outlet_id=candidate.outlet_id, vehicle_id=candidate.vehicle.id if candidate.vehicle else None,
        language=candidate.language, variant=_variant(offer, candidate), reason=candidate.reason,
        state="skipped" if candidate.reason else "held_back" if is_held else "queued", code=new_code(),
    )  # fmt: skip


def plan_of(offer: Offer, people: int, now: datetime) -> dict[str, Any] | None:
    """Return when how many messages would go out, at the pace that the offer allows and outside quiet hours.

    `people` is how many fit before it starts; afterwards those that wait count. None where nothing goes out by
    a clock: visitors are shown it when they come, and without a start nothing is known.
    """
    is_open = offer.state in ("draft", "pending_approval", "scheduled")
    if offer.channel == "web" or offer.start is None or not (is_open or offer.state in ("running", "paused")):
        return None
    client = db.session.get_one(Client, offer.client_id)
    queued = select(func.count(OfferRecipient.id)).where(
        OfferRecipient.offer_id == offer.id, OfferRecipient.state == "queued"
    )
    number = round(people * (100 - offer.holdout) / 100) if is_open else db.session.scalar(queued) or 0
    left, at, pace, spans = number, max(offer.start, now), max(1, offer.throttle_per_s), list[dict[str, Any]]()
    while left and len(spans) < MOST_SPANS:
        at = after_quiet(client, at, client.zone)
        ends = [moment for moment in (next_quiet(client, at, client.zone), offer.end) if moment is not None]
        room = min(left, int((min(ends) - at).total_seconds() * pace)) if ends else left
        if room <= 0:
            break
        done = at + timedelta(seconds=ceil(room / pace))
        spans.append({"start": at, "end": done, "messages": room})
        left, at = left - room, min(ends, default=done)
    return {"messages": number, "spans": spans, "unsent": left}


def share_of(offer: Offer, candidate: Candidate, purpose: str) -> float:
    """Draw a number from 0 to 1 that is the same for a person at every try, and another for every purpose."""
    digest = hashlib.sha256(f"{offer.id}:{candidate.customer.id}:{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def _variant(offer: Offer, candidate: Candidate) -> str:
    """Choose the variant that a person gets, by the weights."""
    if not offer.variants:
        return "a"
    place = share_of(offer, candidate, "variant") * sum(variant["weight"] for variant in offer.variants)
    for variant in offer.variants:
        place -= variant["weight"]
        if place < 0:
            break
    return str(variant["id"])
