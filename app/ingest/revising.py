"""Changing a stored session: revoked from the numbers, changed, measured again, added back."""

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
    session: Conversation, *, cause: str, reopen: bool = False, people: Sequence[Contact] | None = None
) -> Iterator[list[Message]]:
    """Change the session's messages inside; afterwards its facts, its contact's standing and the rollups agree.

    Gives the messages in the order they were said; what is put into the list or taken out of it is stored or removed.
    With `reopen` the session is open or over as its last event says now; otherwise one that has ended stays so.
    A session left without messages is removed. `people` are the session's contacts as `contacts.lock` gave them, where
    the session was read after that. NotFound when it was removed while we waited for them.
    """
    with within(bound_workspace()):
        if people is None:
            people = contacts.lock([session.contact_id])
            _refresh(session)
        turns, messages = _turns(session), _messages(session)
        stood, stored = contacts.standing(session), set(messages)
        ledger = Ledger()
        ledger.add(session, turns, -1)
        yield messages
        if messages:
            db.session.add_all(messages)
            for message in stored.difference(messages):
                db.session.delete(message)
            # A message that has just come goes behind those of its instant.
            messages.sort(key=lambda message: (message.sent_at, message.received_at))
            ended = is_over(session, messages) or (session.ended_at is not None and not reopen)
            turns = _remeasure(session, messages, turns, ended=ended)
            db.session.flush()
            if contacts.standing(session) != stood:
                contacts.settle(people, ledger, [session])
            ledger.add(session, turns)
        else:
            _erase(session)
            contacts.settle(people, ledger)
        restatements.write(ledger, cause)


def _refresh(session: Conversation) -> None:
    """Read the session's row again; NotFound when it is gone."""
    try:
        db.session.refresh(session)
    except InvalidRequestError:
        raise NotFound("This conversation does not exist.") from None


def _turns(session: Conversation) -> list[Turn]:
    """The session's turn rows in order, as they are now."""
    query = select(Turn).where(Turn.conversation_id == session.id).order_by(Turn.number)
    return list(db.session.scalars(query.execution_options(populate_existing=True)))


def is_over(session: Conversation, messages: Sequence[Message]) -> bool:
    """Whether the session has ended by now: by its last event, or by silence."""
    marks = messages[-1].marks or {}
    if messages[-1].kind == "call_end" or marks.get("ends") or marks.get("handoff") == "closed":
        return True
    return clock.now() - messages[-1].sent_at >= patience(session)


def patience(session: Conversation) -> timedelta:
    """How long the session may be silent before it is over."""
    return session_timeout(session.channel, db.session.get_one(Bot, session.bot_id).session_timeout_s)


def _erase(session: Conversation) -> None:
    """Remove a session's rows, sealed texts included."""
    message_ids = select(Message.id).where(Message.conversation_id == session.id)
    write_rows(delete(VaultText).where(VaultText.message_id.in_(message_ids)))
    for model in (Message, Turn):
        write_rows(delete(model).where(model.conversation_id == session.id))
    db.session.delete(session)
    db.session.flush()


def _messages(session: Conversation) -> list[Message]:
    """The session's messages as they are now, in the order they were said, then in the order they came."""
    query = (
        select(Message)
        .where(Message.conversation_id == session.id)
        .order_by(Message.sent_at, Message.received_at, Message.position)
    )
    return list(db.session.scalars(query.execution_options(populate_existing=True)))


def _remeasure(session: Conversation, messages: list[Message], turns: list[Turn], *, ended: bool) -> list[Turn]:
    """Measure the session again and bring facts, order and turns up to date; returns the turns there are now."""
    timed = bool(session.provenance & Provenance.TIMES)
    measured = measure(messages, ended=ended, top=top_goal(session.bot_id), timed=timed)
    if measured.session.intent != session.intent:
        # Only then: a map that has changed since is for what comes.
        bot_group = db.session.get_one(Bot, session.bot_id).group
        session.bot_group = group_for(measured.session.intent, group_of_intents()) or bot_group
    if session.erased_days is not None:
        # Where a reply came from was erased with the rest of it.
        measured.session.nodes = session.nodes
    apply_facts(session, measured, ended=ended)
    note_goals(session.bot_id, session.goals)
    for position, (message, number) in enumerate(zip(messages, measured.numbers, strict=True)):
        message.position, message.turn_number = position, number
    present, changed = {turn.number: turn for turn in turns}, []
    for facts in measured.turns:
        row = present.pop(facts.number, None)
        if row is None:
            row = Turn(**turn_values(session, facts))
            db.session.add(row)
        else:
            for name in TURN_COLUMNS:
                setattr(row, name, getattr(facts, name))
        changed.append(row)
    for row in present.values():
        db.session.delete(row)
    return changed
