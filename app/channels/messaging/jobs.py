"""Jobs of messaging channels: reading what arrived, sending what was said, and forgetting what is no longer kept."""

from datetime import timedelta

from sqlalchemy import delete

from app.channels.messaging import checks, reading, sending, templates
from app.channels.messaging.models import AccountDay, InboundEvent, RawEvent
from app.core.clock import now
from app.core.db.base import write_rows
from app.core.jobs import Job, job, named_id
from app.core.jobs.schedule import daily, regularly

RAW_KEPT = timedelta(days=14)
EVENTS_KEPT = timedelta(days=14)
DAYS_KEPT = timedelta(days=400)
"""Providers send an event again for more than a week."""


def _put_aside(row: Job, _error: str) -> None:
    """Make a dead letter of what could not be processed in any try."""
    reading.put_aside(named_id(row, "deployment_id"), named_id(row, "raw_id"))


@job("channel_inbound", given_up=_put_aside)
def read_inbound(row: Job) -> None:
    """Read what has arrived on a deployment, and let the bot answer."""
    deployment_id = named_id(row, "deployment_id")
    reading.read_raw_events(deployment_id)
    reading.process_all(deployment_id, named_id(row, "raw_id"))


@job("channel_send")
def send_messages(row: Job) -> None:
    """Send what of a conversation has not been sent."""
    sending.send_thread(named_id(row, "session_id"))


@job("read_templates")
def read_templates(row: Job) -> None:
    """Read the message templates of an account back."""
    templates.read_templates(named_id(row, "deployment_id"))


@regularly(checks.EVERY)
def check_accounts() -> None:
    """Check the accounts that answer."""
    checks.check_accounts()


@job("check_account")
def check_account(row: Job) -> None:
    """Ask the provider of an account that has heard nothing from it."""
    checks.check_account(named_id(row, "deployment_id"))


@daily
def forget_events() -> None:
    """Delete raw and canonical events that are no longer kept."""
    write_rows(delete(InboundEvent).where(InboundEvent.received_at < now() - EVENTS_KEPT))
    write_rows(delete(RawEvent).where(RawEvent.at < now() - RAW_KEPT))
    write_rows(delete(AccountDay).where(AccountDay.day < (now() - DAYS_KEPT).date()))
