"""Rules of hand-offs: asking, accepting, answering, giving back, closing, and what happens when nobody comes."""

from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, select

from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.channels.sessions.dialogue import hold_session, tell_agent_event
from app.conversations.models import Contact, Conversation, Message
from app.core import clock
from app.core.db.base import db, hold
from app.core.db.tenancy import bound_workspace, within
from app.core.errors import Conflict, Invalid, NotFound
from app.core.jobs import enqueue
from app.core.realtime import EVERYBODY, publish
from app.inbox.models import OPEN, Handoff

SLA = timedelta(minutes=15)
"""How long a visitor waits for a person before the hand-off counts as missed."""
KIND = "handoff"
"""The kind of live updates of hand-offs."""
MOVES = {"accept": ("requested", "accepted"), "return": ("accepted", "closed"), "close": ("accepted", "closed"),
         "miss": ("requested", "missed"), "cancel": ("requested", "cancelled")}  # fmt: skip
TEXT_LENGTH = 2000


class Listed(NamedTuple):
    """A hand-off with what a list shows beside it."""

    handoff: Handoff
    bot: Bot
    contact: Contact
    agent: User | None
    last_text: str


def list_handoffs(state: str = "open") -> Select[Handoff]:
    """Select hand-offs: those in a state, the open ones, or all."""
    query = select(Handoff)
    if state == "open":
        return query.where(Handoff.state.in_(OPEN))
    return query.where(Handoff.state == state) if state != "all" else query


def get_handoff(handoff_id: int) -> Handoff:
    """Return a hand-off, or raise NotFound."""
    row = db.session.scalar(select(Handoff).where(Handoff.id == handoff_id))
    if row is None:
        raise NotFound("There is no such hand-off.")
    return row


def listed(rows: list[Handoff]) -> list[Listed]:
    """Return hand-offs as lists show them, in the same order."""
    bots = _by_id(Bot, {row.bot_id for row in rows})
    contacts = _by_id(Contact, {row.contact_id for row in rows})
    agents = _by_id(User, {row.accepted_by for row in rows if row.accepted_by})
    texts = _last_texts({row.conversation_id for row in rows})
    return [
        Listed(row, bots[row.bot_id], contacts[row.contact_id], agents.get(row.accepted_by), texts[row.conversation_id])
        for row in rows
    ]


def _by_id(model: Any, ids: set[Any]) -> dict[Any, Any]:
    """Rows by their ids."""
    return {row.id: row for row in db.session.scalars(select(model).where(model.id.in_(ids)))} if ids else {}


def _last_texts(conversation_ids: set[int]) -> dict[int, str]:
    """The last thing the visitor has said in each conversation."""
    found = dict.fromkeys(conversation_ids, "")
    query = (
        select(Message.conversation_id, Message.text)
        .where(Message.conversation_id.in_(conversation_ids), Message.speaker == "user")
        .order_by(Message.position)
    )
    found.update((key, text) for key, text in db.session.execute(query))
    return found


def counts(user: User) -> dict[str, int]:
    """Return how many wait, how many are with somebody, and how many are with this person."""
    rows = db.session.execute(select(Handoff.state, Handoff.accepted_by).where(Handoff.state.in_(OPEN))).all()
    return {
        "requested": sum(state == "requested" for state, _ in rows),
        "accepted": sum(state == "accepted" for state, _ in rows),
        "mine": sum(state == "accepted" and agent == user.id for state, agent in rows),
    }


def messages_of(handoff: Handoff) -> list[Message]:
    """Return what has been said in the conversation of a hand-off, in order."""
    query = select(Message).where(Message.conversation_id == handoff.conversation_id).order_by(Message.position)
    return list(db.session.scalars(query))


def conversation_of(handoff: Handoff) -> Conversation | None:
    """Return the conversation of a hand-off, unless it has been deleted."""
    return db.session.scalar(select(Conversation).where(Conversation.id == handoff.conversation_id))


def request(*, bot_id: int, conversation_id: int, session_id: int, channel: str, queue: str) -> Handoff:
    """Ask for a person, in the transaction of the step that wants one; after `SLA` it is missed."""
    conversation = db.session.get_one(Conversation, conversation_id)
    row = Handoff(
        client_id=conversation.client_id, bot_id=bot_id, contact_id=conversation.contact_id,
        outlet_id=conversation.outlet_id,
        conversation_id=conversation_id, session_id=session_id, channel=channel, queue=queue[:60],
        due_at=clock.now() + SLA,
    )  # fmt: skip
    db.session.add(row)
    db.session.flush()
    enqueue("handoff_missed", {"handoff_id": str(row.id)}, run_at=row.due_at)
    tell(row)
    return row


def open_handoff(session_id: int) -> Handoff | None:
    """Return the open hand-off of a channel's session."""
    return db.session.scalar(select(Handoff).where(Handoff.session_id == session_id, Handoff.state.in_(OPEN)))


def accept(handoff: Handoff, user: User) -> None:
    """Take a conversation over; the visitor sees who answers."""
    _move(handoff, "accept")
    handoff.accepted_at, handoff.accepted_by = clock.now(), user.id
    _through(handoff, "accepted", name=user.full_name)


def say(handoff: Handoff, user: User, text: str) -> None:
    """Answer the visitor by the conversation's own channel."""
    if not text:
        raise Invalid({"text": ["Write something first."]})
    _check_mine(handoff, user)
    _lock(handoff)
    if handoff.state != "accepted":
        raise _impossible(handoff, "messages")
    handoff.said_at, handoff.awaits_agent = clock.now(), False
    _through(handoff, "said", name=user.full_name, text=text)


def give_back(handoff: Handoff, user: User) -> None:
    """Let the bot go on."""
    _check_mine(handoff, user)
    _move(handoff, "return")
    _through(handoff, "returned", name=user.full_name)


def close(handoff: Handoff, user: User) -> None:
    """End the conversation."""
    _check_mine(handoff, user)
    _move(handoff, "close")
    _through(handoff, "closed", name=user.full_name)


def miss(handoff: Handoff) -> None:
    """Let the bot say that nobody has come."""
    _move(handoff, "miss")
    _through(handoff, "missed")


def cancel(handoff: Handoff) -> None:
    """Note that the visitor wants no person any more."""
    if handoff.state == "requested":
        _move(handoff, "cancel")
    else:
        handoff.state, handoff.ended_at = "closed", clock.now()
        db.session.flush()
    tell(handoff)


def _check_mine(handoff: Handoff, user: User) -> None:
    """Conflict where another person has the conversation."""
    if handoff.state == "accepted" and handoff.accepted_by != user.id:
        agent = db.session.get(User, handoff.accepted_by)
        name = agent.full_name if agent is not None else "Someone else"
        raise Conflict(f"{name} has this conversation.", code="taken")


def _move(handoff: Handoff, event: str) -> None:
    """Bring a hand-off into its next state; Conflict where the event is not for the present one."""
    _lock(handoff)
    source, target = MOVES[event]
    if handoff.state != source:
        raise _impossible(handoff, event)
    handoff.state = target
    if target not in OPEN:
        handoff.ended_at = clock.now()
    db.session.flush()


def _lock(handoff: Handoff) -> None:
    """Lock the session before its hand-off, as the steps of visitors do."""
    hold_session(handoff.session_id)
    hold(handoff)


def _impossible(handoff: Handoff, event: str) -> Conflict:
    """The refusal of an event."""
    return Conflict(f"A hand-off that is {handoff.state} has no {event}.", code="invalid_transition")


def _through(handoff: Handoff, what: str, **more: str) -> None:
    """Bring an agent's act into the conversation."""
    # What the bot says to it is the dialogue's own doing, wherever that leads.
    with within(bound_workspace()):
        tell_agent_event(handoff.session_id, what, **more)
    tell(handoff)


def tell(handoff: Handoff) -> None:
    """Tell open inboxes that a hand-off has changed."""
    db.session.flush()
    publish(KIND, str(handoff.id), [EVERYBODY], row=handoff)
