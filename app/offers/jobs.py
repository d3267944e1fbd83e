"""The jobs of offers: planning, sending, measuring, and ending the window."""

from datetime import datetime, timedelta

from sqlalchemy import select

from app.accounts.users.models import User
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import Job, job, named_id
from app.core.jobs.schedule import isolated, regularly
from app.offers import planning, results, sending, transports, trials
from app.offers.models import REASON_LENGTH, Offer
from app.offers.service import move_by_time

PAGE = "/offers/{offer_id}"


def pause_after_failure(row: Job, reason: str) -> None:
    """Pause an offer whose sending has failed at every attempt."""
    offer = db.session.get(Offer, named_id(row, "offer_id"), with_for_update=True)
    if offer is not None and offer.state == "running":
        move_by_time(
            offer, "pause", trouble=f"{transports.ATTEMPTS}: {reason.partition(': ')[2] or reason}"[:REASON_LENGTH]
        )
        offer.job_id = None


@job("offer_plan", page=PAGE)
def plan_offer(row: Job) -> None:
    """Write down the recipients of an offer whose start has come."""
    offer = db.session.get(Offer, named_id(row, "offer_id"))
    if offer is not None and offer.state == "scheduled":
        planning.plan_recipients(offer, row)


@job("offer_send", page=PAGE, given_up=pause_after_failure)
def send_offer(row: Job) -> None:
    """Send to the next recipients of an offer that runs."""
    sending.send_batch(named_id(row, "offer_id"), row)


@regularly(timedelta(minutes=10))
def measure_offers() -> datetime | None:
    """Note conversions of offers under way, and complete those whose window is over."""
    query = select(Offer.id, Offer.workspace_id).where(Offer.state.in_(("running", "paused", "sent")))
    for offer_id, workspace_id in db.session.execute(query).all():
        with within(workspace_id), isolated("offers", offer=offer_id):
            offer = db.session.get_one(Offer, offer_id)
            results.measure(offer)
            end = (offer.sent_at or clock.now()) + timedelta(days=offer.attribution_days)
            if offer.state == "sent" and end <= clock.now():
                move_by_time(offer, "complete")
            db.session.commit()
    return None


@job("offer_test", page=PAGE)
def send_test(row: Job) -> None:
    """Send an offer's message to the person who asked to see it."""
    offer = db.session.get(Offer, named_id(row, "offer_id"))
    user = db.session.get(User, named_id(row, "user_id"))
    if offer is not None and user is not None:
        trials.deliver_test(offer, user, str(row.payload.get("language")), str(row.payload.get("variant")))
