"""What providers report of messages sent: they come late, twice and in any order, and never lead back."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import and_, or_, select

from app.channels.messaging.adapters.contract import Inbound
from app.channels.messaging.models import RANK, Deployment, MessagingThread, SentMessage
from app.channels.messaging.outreach import note_report, person_reported
from app.core.db.base import db


def apply_status(deployment: Deployment, thread: MessagingThread, event: Inbound, at: datetime) -> None:
    """Note what became of messages: those it names, or all of a thread that were sent until then."""
    status, code, detail = event.more["status"], event.more.get("code", ""), event.more.get("detail", "")
    reference = event.more.get("reference", "")
    if reference and not reference.isdecimal():  # Our own messages have a number.
        note_report(deployment, reference, status, code, at)
        return
    for message in _messages(deployment, thread, event):
        advance(message, status, at)
        if status == "failed" and message.state == "failed":
            message.code, message.detail = code[:40], detail[:300]
    db.session.flush()
    if event.more.get("until"):
        person_reported(deployment, thread.ext_user, status, _until(event))


def _until(event: Inbound) -> datetime:
    return datetime.fromtimestamp(int(event.more.get("until", 0)) / 1000, UTC)


def _messages(deployment: Deployment, thread: MessagingThread, event: Inbound) -> Sequence[SentMessage]:
    ids, until = event.more.get("ids") or [], event.more.get("until")
    is_named = SentMessage.ext_id.in_(ids)
    is_before = and_(
        SentMessage.thread_id == thread.id, SentMessage.sent_at <= _until(event), SentMessage.state != "failed"
    )
    is_meant = or_(is_named, is_before) if until else is_named
    return db.session.scalars(select(SentMessage).where(SentMessage.deployment_id == deployment.id, is_meant)).all()


def advance(message: SentMessage, status: str, at: datetime) -> None:
    """Take a message on to a status, never back: a message that was read was delivered, and a failure is final."""
    if message.state == "failed" or RANK[status] <= RANK[message.state]:
        return
    message.state = status
    if status in ("delivered", "read") and message.delivered_at is None:
        message.delivered_at = at
    if status == "read":
        message.read_at = at
