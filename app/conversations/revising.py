"""Changing a stored session: withdrawn from the numbers, changed, measured again, added back."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import delete, select

from app import clock
from app.bots.goals import note_goals, top_goal
from app.bots.models import Bot
from app.conversations import contacts, restatements
from app.conversations.events import session_timeout
from app.conversations.ingest import TURN_COLUMNS, apply_facts, turn_values
from app.conversations.measure import measure
from app.conversations.models import Contact, Conversation, Message, Turn, VaultText
from app.conversations.rollups import Ledger
from app.db import db
from app.tenancy import bound_workspace, within


@contextmanager
def revising(
    session: Conversation, *, cause: str, reopen: bool = False, people: Sequence[Contact] | None = None
) -> Iterator[None]:
    """Change the session's messages inside; afterwards its facts, its contact's standing and the rollups agree.

    With `reopen` the session is open or over as its last event says now; otherwise one that has ended stays so.
    A session left without messages is removed. `people` are the session's contacts as `contacts.lock` gave them, where
    the session was read after that.
    """
    with within(bound_workspace()):
        if people is None:
            people = contacts.lock([session.contact_id])
            db.session.refresh(session)
        ledger, turns = Ledger(), stored_turns(session)
        ledger.add(session, turns, -1)
        yield
        db.session.flush()
        messages = _messages(session)
        if messages:
            ended = is_over(session, messages) or (session.ended_at is not None and not reopen)
            turns = _remeasure(session, messages, turns, ended=ended)
            db.session.flush()
            contacts.settle(people, ledger, frozenset({session.id}))
            ledger.add(session, turns)
        else:
            erase(session)
            contacts.settle(people, ledger)
        restatements.write(ledger, cause)


def stored_turns(session: Conversation) -> list[Turn]:
    """The session's turn rows in order."""
    query = select(Turn).where(Turn.conversation_id == session.id).order_by(Turn.number)
    return list(db.session.scalars(query))


def is_over(session: Conversation, messages: Sequence[Message]) -> bool:
    """Whether the session has ended by now: by its last event, or by silence."""
    marks = messages[-1].marks or {}
    if messages[-1].kind == "call_end" or marks.get("ends") or marks.get("handoff") == "closed":
        return True
    override = db.session.scalar(select(Bot.session_timeout_s).where(Bot.id == session.bot_id))
    return clock.now() - messages[-1].sent_at >= session_timeout(session.channel, override)


def erase(session: Conversation) -> None:
    """Remove a session's rows, sealed texts included; the caller has withdrawn it from the numbers."""
    message_ids = select(Message.id).where(Message.conversation_id == session.id)
    options = {"synchronize_session": False}
    db.session.execute(delete(VaultText).where(VaultText.message_id.in_(message_ids)), execution_options=options)
    for model in (Message, Turn):
        db.session.execute(delete(model).where(model.conversation_id == session.id), execution_options=options)
    db.session.delete(session)
    db.session.flush()


def _messages(session: Conversation) -> list[Message]:
    """The session's messages in the order they were said, then in the order they came."""
    query = (
        select(Message)
        .where(Message.conversation_id == session.id)
        .order_by(Message.sent_at, Message.received_at, Message.position)
    )
    return list(db.session.scalars(query))


def _remeasure(session: Conversation, messages: list[Message], turns: list[Turn], *, ended: bool) -> list[Turn]:
    """Measure the session anew and bring facts, order and turns up to date; returns the turns there are now."""
    measured = measure(messages, ended=ended, top=top_goal(session.bot_id))
    apply_facts(session, measured, ended=ended)
    note_goals(session.bot_id, session.goals)
    for position, (message, number) in enumerate(zip(messages, measured.numbers, strict=True)):
        message.position, message.turn_number = position, number
    present, found = {turn.number: turn for turn in turns}, []
    for facts in measured.turns:
        row = present.pop(facts.number, None)
        if row is None:
            row = Turn(**turn_values(session, facts))
            db.session.add(row)
        else:
            for name in TURN_COLUMNS:
                setattr(row, name, getattr(facts, name))
        found.append(row)
    for row in present.values():
        db.session.delete(row)
    return found
