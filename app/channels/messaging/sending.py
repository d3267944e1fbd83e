"""Sending what a bot and its people say: in order, each once, with what the provider allows at the time."""

from datetime import timedelta
from typing import Any

from flask import current_app
from sqlalchemy import select

from app.channels.messaging.adapters.contract import Limits, Outgoing, Receipt
from app.channels.messaging.degrading import fit
from app.channels.messaging.models import ANSWERING, Deployment, MessagingThread, SentMessage
from app.channels.messaging.service import (
    adapter_of,
    callback_url,
    fail_deployment,
    make_call,
    note_error,
    provider_address,
)
from app.channels.messaging.templates import usable_template
from app.channels.sessions.models import ChannelEvent
from app.channels.sessions.ratings import OPTIONS as RATINGS
from app.channels.sessions.ratings import with_options
from app.core import clock
from app.core.db.base import db, hold
from app.core.jobs import Postponed, enqueue

ATTEMPTS = 3
LEASE = timedelta(seconds=60)
WAITS = (timedelta(seconds=2), timedelta(seconds=8))
LONGEST_WAIT_S = 3600.0
CLOSED = Receipt(code="window_closed", detail="More than 24 hours have passed since the person's last message.")
OUT = Receipt(code="opted_out", detail="The person wants no messages on this channel.")
OFF = Receipt(code="not_connected", detail="The channel account is not connected.")


def send_thread(session_id: int) -> None:
    """Send what of a conversation has not been sent; Postponed while another job sends it."""
    thread = _lock_thread(session_id)
    if thread is None:
        return
    now = clock.now()
    if thread.sending_until is not None and thread.sending_until > now:
        raise Postponed(2)
    thread.sending_until = now + LEASE
    key = thread.id
    db.session.commit()
    while _send_next(key):
        pass


def _send_next(thread_id: int) -> bool:
    """Send one message of a thread; False where nothing is left, or it has to wait."""
    thread = db.session.get_one(MessagingThread, thread_id, populate_existing=True, with_for_update=True)
    message = _unfinished_message(thread) or _begin_next(thread)
    if message is None:
        thread.sending_until = None
        db.session.commit()
        return False
    thread.sending_until = clock.now() + LEASE
    deployment = db.session.get_one(Deployment, thread.deployment_id)
    outgoing, refusal = _outgoing(deployment, thread, message)
    if outgoing is None or refusal is not None:
        _finish(message, refusal)
        db.session.commit()
        return True
    message.state, message.attempts = "sending", message.attempts + 1
    message.is_template = outgoing.template is not None
    adapter = adapter_of(deployment)
    call = adapter.write(
        outgoing, thread.ext_user, deployment.account, deployment.credentials, provider_address(deployment)
    )
    message_id = message.id
    db.session.commit()
    answer = make_call(call)
    receipt = adapter.receipt(answer.status, answer.body, answer.retry_after)
    return _take_receipt(message_id, receipt)


def _unfinished_message(thread: MessagingThread) -> SentMessage | None:
    """Return a message of the thread that a job has begun and not finished."""
    query = (
        select(SentMessage)
        .where(SentMessage.thread_id == thread.id, SentMessage.state.in_(("queued", "sending")))
        .order_by(SentMessage.position)
        .limit(1)
    )
    return db.session.scalar(query)


def _begin_next(thread: MessagingThread) -> SentMessage | None:
    """Make the row of the next message: the sender of the row is the one that a repeat finds."""
    query = (
        select(ChannelEvent)
        .where(
            ChannelEvent.session_id == thread.session_id, ChannelEvent.position > thread.sent_position,
            ChannelEvent.speaker.in_(("bot", "agent")), ChannelEvent.type == "message",
        )
        .order_by(ChannelEvent.position)
        .limit(1)
    )  # fmt: skip
    event = db.session.scalar(query)
    if event is None:
        return None
    thread.sent_position = event.position
    message = SentMessage(
        workspace_id=thread.workspace_id, bot_id=thread.bot_id, deployment_id=thread.deployment_id,
        thread_id=thread.id, session_id=event.session_id, position=event.position, state="queued", attempts=0,
    )  # fmt: skip
    db.session.add(message)
    db.session.flush()
    return message


def _outgoing(
    deployment: Deployment, thread: MessagingThread, message: SentMessage
) -> tuple[Outgoing | None, Receipt | None]:
    """Return what is sent, or why it is not; neither where the event shows nothing on this channel."""
    if deployment.state not in ANSWERING:
        return None, OFF
    if thread.has_opted_out:
        return None, OUT
    event = db.session.scalars(select(ChannelEvent).where(
        ChannelEvent.session_id == message.session_id, ChannelEvent.position == message.position
    )).first()  # fmt: skip
    adapter = adapter_of(deployment)
    fitted = None if event is None else fit(_body(event, adapter.limits), adapter.limits, _base())
    if fitted is None:
        return None, None
    template = None
    if adapter.window_hours and (thread.window_ends_at is None or thread.window_ends_at <= clock.now()):
        template = usable_template(deployment)
        if template is None:
            return None, CLOSED
    return Outgoing(
        fitted.text, () if template else fitted.options, fitted.is_list, fitted.list_title, template,
        thread.place, str(message.id), None if template else fitted.medium, callback_url(deployment),
    ), None  # fmt: skip


def _base() -> str:
    """What addresses of ours begin with for providers."""
    return str(current_app.config["SETTINGS"].base_url)


def _body(event: ChannelEvent, limits: Limits) -> dict[str, Any]:
    """What an event shows: an answer with buttons that rate it, where the channel shows all of both."""
    rated = with_options(event)
    is_short = len(str(rated.get("text") or "")) <= limits.body
    return rated if limits.buttons >= len(RATINGS) and is_short else event.body


def _finish(message: SentMessage, refusal: Receipt | None) -> None:
    """Note that a message is not sent; without a refusal the channel shows nothing of it."""
    message.state = "failed" if refusal is not None else "sent"
    if refusal is not None:
        message.code, message.detail = refusal.code, refusal.detail


def _take_receipt(message_id: int, receipt: Receipt) -> bool:
    """Note what the provider answered; whether the next message may follow."""
    message = db.session.get_one(SentMessage, message_id, populate_existing=True, with_for_update=True)
    thread = db.session.get_one(MessagingThread, message.thread_id, populate_existing=True, with_for_update=True)
    deployment = db.session.get_one(Deployment, message.deployment_id, populate_existing=True)
    may_go_on = True
    if receipt.ok:
        if message.state == "sending":  # A report of its delivery can be quicker than the answer.
            message.state = "sent"
        message.ext_id, message.sent_at = receipt.ext_id, clock.now()
    elif receipt.is_transient and message.attempts < ATTEMPTS:
        message.state, message.code, message.detail = "queued", receipt.code[:40], receipt.detail[:300]
        wait = max(WAITS[message.attempts - 1], timedelta(seconds=min(receipt.retry_after, LONGEST_WAIT_S)))
        thread.sending_until = clock.now() + wait
        enqueue("channel_send", {"session_id": str(thread.session_id)}, run_at=thread.sending_until)
        may_go_on = False
    else:
        message.state, message.code, message.detail = "failed", receipt.code[:40], receipt.detail[:300]
        if receipt.is_denied:
            hold(deployment)
            fail_deployment(deployment, receipt)
        else:
            note_error(deployment, receipt)
    db.session.commit()
    return may_go_on


def _lock_thread(session_id: int) -> MessagingThread | None:
    query = select(MessagingThread).where(MessagingThread.session_id == session_id).with_for_update(key_share=True)
    return db.session.scalar(query.execution_options(populate_existing=True))
