"""Changing a stored conversation: revoked from the numbers, changed, measured again, added back."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.exc import InvalidRequestError

from app.analytics import restatements
from app.analytics.measure import measure
from app.analytics.rollups import Ledger
from app.bots.catalog.goals import note_goals, top_goal
from app.bots.catalog.models import Bot
from app.conversations.events import session_timeout
from app.conversations.models import Contact, Conversation, Message, Turn, VaultText
from app.conversations.provenance import Provenance
from app.core import clock
from app.core.db.base import db, write_rows
from app.core.db.tenancy import bound_workspace, within
from app.core.errors import NotFound
from app.ingest import contacts
from app.ingest.dialogues import TURN_COLUMNS, apply_facts, turn_values
from app.reference.service import group_for, group_of_intents


@contextmanager
def revising(
    conversation: Conversation, *, cause: str, reopen: bool = False, people: Sequence[Contact] | None = None
) -> Iterator[list[Message]]:
    """Change the conversation's messages inside; afterwards its facts, its contact's standing and the rollups agree.

    Gives the messages in the order they were said; what is put into the list or taken out of it is stored or removed.
    With `reopen` the conversation is open or over as its last event says now; otherwise one that has ended stays so.
    A conversation left without messages is removed. `people` are its contacts as `contacts.lock` gave them, where the
    conversation was read after that. NotFound when it was removed while we waited for them.
    """
    with within(bound_workspace()):
        if people is None:
            people = contacts.lock([conversation.contact_id])
            _refresh(conversation)
        turns, messages = _turns(conversation), _messages(conversation)
        stood, stored = contacts.standing(conversation), set(messages)
        ledger = Ledger()
        ledger.add(conversation, turns, -1)
        yield messages
        if messages:
            db.session.add_all(messages)
            for message in stored.difference(messages):
                db.session.delete(message)
            # A message that has just come goes behind those of its instant.
            messages.sort(key=lambda message: (message.sent_at, message.received_at))
            ended = is_over(conversation, messages) or (conversation.ended_at is not None and not reopen)
            turns = _remeasure(conversation, messages, turns, ended=ended)
            db.session.flush()
            if contacts.standing(conversation) != stood:
                contacts.settle(people, ledger, [conversation])
            ledger.add(conversation, turns)
        else:
            _erase(conversation)
            contacts.settle(people, ledger)
        restatements.write(ledger, cause)


def _refresh(conversation: Conversation) -> None:
    """Read the conversation's row again; NotFound when it is gone."""
    try:
        db.session.refresh(conversation)
    except InvalidRequestError:
        raise NotFound("This conversation does not exist.") from None


def _turns(conversation: Conversation) -> list[Turn]:
    """The conversation's turn rows in order, as they are now."""
    query = select(Turn).where(Turn.conversation_id == conversation.id).order_by(Turn.number)
    return list(db.session.scalars(query.execution_options(populate_existing=True)))


def is_over(conversation: Conversation, messages: Sequence[Message]) -> bool:
    """Whether the conversation has ended by now: by its last event, or by silence."""
    marks = messages[-1].marks or {}
    if messages[-1].kind == "call_end" or marks.get("ends") or marks.get("handoff") == "closed":
        return True
    return clock.now() - messages[-1].sent_at >= patience(conversation)


def patience(conversation: Conversation) -> timedelta:
    """How long the conversation may be silent before it is over."""
    return session_timeout(conversation.channel, db.session.get_one(Bot, conversation.bot_id).session_timeout_s)


def _erase(conversation: Conversation) -> None:
    """Remove a conversation's rows, sealed texts included."""
    message_ids = select(Message.id).where(Message.conversation_id == conversation.id)
    write_rows(delete(VaultText).where(VaultText.message_id.in_(message_ids)))
    for model in (Message, Turn):
        write_rows(delete(model).where(model.conversation_id == conversation.id))
    db.session.delete(conversation)
    db.session.flush()


def _messages(conversation: Conversation) -> list[Message]:
    """The conversation's messages as they are now, in the order they were said, then in the order they came."""
    query = (
        select(Message)
        .where(Message.conversation_id == conversation.id)
        .order_by(Message.sent_at, Message.received_at, Message.position)
    )
    return list(db.session.scalars(query.execution_options(populate_existing=True)))


def _remeasure(conversation: Conversation, messages: list[Message], turns: list[Turn], *, ended: bool) -> list[Turn]:
    """Measure the conversation again and bring facts, order and turns up to date; returns the turns there are now."""
    timed = bool(conversation.provenance & Provenance.TIMES)
    measured = measure(messages, ended=ended, top=top_goal(conversation.bot_id), timed=timed)
    if measured.facts.intent != conversation.intent:
        # Only then: a map that has changed since is for what comes.
        bot_group = db.session.get_one(Bot, conversation.bot_id).group
        conversation.bot_group = group_for(measured.facts.intent, group_of_intents()) or bot_group
    if conversation.erased_days is not None:
        # Where a reply came from was erased with the rest of it.
        measured.facts.nodes = conversation.nodes
    apply_facts(conversation, measured, ended=ended)
    note_goals(conversation.bot_id, conversation.goals)
    for position, (message, number) in enumerate(zip(messages, measured.numbers, strict=True)):
        message.position, message.turn_number = position, number
    present, changed = {turn.number: turn for turn in turns}, []
    for facts in measured.turns:
        row = present.pop(facts.number, None)
        if row is None:
            row = Turn(**turn_values(conversation, facts))
            db.session.add(row)
        else:
            for name in TURN_COLUMNS:
                setattr(row, name, getattr(facts, name))
        changed.append(row)
    for row in present.values():
        db.session.delete(row)
    return changed
