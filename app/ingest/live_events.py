"""Live events: each joins the conversation of its thread that it belongs to by time, or opens one."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.conversations.events import ConversationEvent, Dialogue, session_timeout
from app.conversations.models import Contact, Conversation, Message, Thread, VaultText
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, within
from app.ingest import contacts, dialogues
from app.ingest.revising import revising

EARLIEST, LATEST = timedelta(days=7), timedelta(seconds=60)


def take_event(
    event: ConversationEvent,
    *,
    bot: Bot,
    channel: str,
    ext_user: str,
    account: str = "",
    traffic: str = "real",
    outlet_id: int | None = None,
    contact_name: str = "",
) -> Conversation | None:
    """Store one event and return its conversation; a known event id changes nothing.

    None when it belongs to no conversation: only a user's event opens one, never a push of ours.
    """
    with within(bound_workspace()):
        received = clock.now()
        event = replace(event, sent_at=min(max(event.sent_at, received - EARLIEST), received + LATEST))
        dialogue = Dialogue(
            source_id="",
            events=[event],
            ext_user=ext_user,
            channel=channel,
            account=account,
            contact_name=contact_name,
            traffic=traffic,
            outlet_id=outlet_id,
            open=True,
        )
        threads = contacts.find_or_make(bot, [dialogue])
        thread = threads[contacts.address(dialogue)]
        # Two events of one person at the same time must not open a conversation each, nor one that comes twice be two.
        people = contacts.lock([thread.contact_id])
        query = select(Conversation).join(Message, Message.conversation_id == Conversation.id)
        conversation = db.session.scalar(query.where(Message.event_id == event.event_id))
        if conversation is not None:
            return conversation
        conversation = _find(bot, thread, dialogue, event.sent_at)
        if conversation is not None:
            _join(conversation, bot, [event], received, people)
            return conversation
        if event.speaker != "user":
            return None
        return dialogues.store_new([dialogue], threads, people, bot=bot, source="live", cause="late event")[0]


def take_step(
    dialogue: Dialogue, *, bot: Bot, conversation_id: int | None, contact_id: int | None = None
) -> Conversation:
    """Store what one step of a bot of ours has said and heard, in the conversation that it knows, or as a new one.

    The events are new, and the caller holds the lock of their thread, so nothing is looked for by id or time.
    `contact_id` is the contact of that conversation where the caller knows it.
    """
    with within(bound_workspace()):
        received = clock.now()
        query = select(Conversation).where(Conversation.id == conversation_id, Conversation.erased_days.is_(None))
        person = contact_id or db.session.scalar(query.with_only_columns(Conversation.contact_id))
        while conversation_id is not None and person is not None:
            people = contacts.lock([person])
            conversation = db.session.scalar(query.execution_options(populate_existing=True))
            if conversation is None:
                break
            if conversation.contact_id == person:
                _join(conversation, bot, dialogue.events, received, people)
                return conversation
            person = conversation.contact_id
        threads = contacts.find_or_make(bot, [dialogue])
        people = contacts.lock([threads[contacts.address(dialogue)].contact_id])
        return dialogues.store_new([dialogue], threads, people, bot=bot, source="live", cause="late event")[0]


def _find(bot: Bot, thread: Thread, dialogue: Dialogue, at: datetime) -> Conversation | None:
    """The nearest conversation of the thread with less than the timeout between it and the event."""
    timeout = session_timeout(dialogue.channel, bot.session_timeout_s)
    query = select(Conversation).where(
        Conversation.thread_id == thread.id,
        Conversation.traffic == dialogue.traffic,
        # What was erased takes nothing in any more.
        Conversation.erased_days.is_(None),
        Conversation.started_at < at + timeout,
        Conversation.last_event_at > at - timeout,
    )
    if dialogue.channel == "voice":
        # A call is a conversation: after hanging up, the next call is another one however soon it comes.
        query = query.where((Conversation.ended_at.is_(None)) | (Conversation.ended_at >= at))
    near = list(db.session.scalars(query.execution_options(populate_existing=True)))
    return min(near, key=lambda conversation: (_distance(conversation, at), conversation.started_at), default=None)


def _distance(conversation: Conversation, at: datetime) -> timedelta:
    """How far an instant lies outside a conversation."""
    return max(conversation.started_at - at, at - conversation.last_event_at, timedelta(0))


def _join(
    conversation: Conversation,
    bot: Bot,
    events: Sequence[ConversationEvent],
    received: datetime,
    people: Sequence[Contact],
) -> None:
    """Add events to a conversation of people who are locked, wherever in it they belong."""
    late = conversation.ended_at is not None
    with revising(conversation, cause="late event" if late else "event", reopen=True, people=people) as messages:
        for event in events:
            # Measuring gives it its place and its turn.
            values, sealed = dialogues.message_values(conversation, event, 0, 0, received)
            messages.append(Message(**values))
            if sealed is not None:
                db.session.add(VaultText(**sealed))
        conversation.received_at = received
