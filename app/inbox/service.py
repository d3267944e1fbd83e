"""Rules of hand-offs: asking, accepting, answering, giving back, closing, and what happens when nobody comes."""

from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.orm import undefer

from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.channels.sessions.dialogue import hold_session, publish_agent_event
from app.channels.sessions.worded import phone_of
from app.clients.models import Outlet
from app.conversations.models import Contact, Conversation, Message
from app.core import clock
from app.core.db.base import db, fetch, hold, rows_by_id
from app.core.db.ids import new_id
from app.core.db.tenancy import bound_workspace, within
from app.core.errors import Conflict
from app.core.jobs import enqueue
from app.core.lifecycles import Lifecycle
from app.core.realtime import EVERYBODY, publish
from app.core.security.encryption import seal
from app.inbox import people
from app.inbox.models import OPEN, SLA, STATES, Handoff, HandoffNote
from app.webhooks.service import publish_event

KIND = "handoff"
"""The kind of live updates of hand-offs."""
LIFE = Lifecycle("hand-off", STATES, {
    "accept": ("requested", "accepted"),
    "return": ("accepted", "closed"),
    "close": ("accepted", "closed"),
    "miss": ("requested", "missed"),
    "cancel": ("requested", "cancelled"),
})  # fmt: skip
CALL_WITHIN = timedelta(days=1)
"""Within which a visitor who left a number is to be called."""
TEXT_LENGTH = 2000
CHOICES = 100
"""Queues, and outlets, that are offered."""


class ListedHandoff(NamedTuple):
    """A hand-off with what a list shows beside it."""

    handoff: Handoff
    bot: Bot
    contact: Contact
    agent: User | None
    last_text: str
    outlet: Outlet | None


def list_handoffs(state: str = "open", *, queue: str | None = None, outlet: int | None = None) -> Select[Handoff]:
    """Select hand-offs: those in a state, the open ones, or all; of one queue, of one outlet."""
    query = select(Handoff)
    if queue is not None:
        query = query.where(Handoff.queue == queue)
    if outlet is not None:
        query = query.where(Handoff.outlet_id == outlet)
    if state == "open":
        return query.where(Handoff.state.in_(OPEN))
    return query.where(Handoff.state == state) if state != "all" else query


def get_handoff(handoff_id: int) -> Handoff:
    """Return a hand-off, or raise NotFound."""
    return fetch(select(Handoff).where(Handoff.id == handoff_id), "There is no such hand-off.")


def list_details(rows: list[Handoff]) -> list[ListedHandoff]:
    """Return hand-offs as lists show them, in the same order."""
    bots = rows_by_id(Bot, {row.bot_id for row in rows})
    contacts = rows_by_id(Contact, {row.contact_id for row in rows})
    agents = rows_by_id(User, {row.accepted_by for row in rows}, undefer(User.notifications))
    outlets = rows_by_id(Outlet, {row.outlet_id for row in rows})
    texts = _last_texts({row.conversation_id for row in rows})
    return [
        ListedHandoff(
            row, bots[row.bot_id], contacts[row.contact_id], agents.get(row.accepted_by), texts[row.conversation_id],
            outlets.get(row.outlet_id),
        )
        for row in rows
    ]  # fmt: skip


def _last_texts(conversation_ids: set[int]) -> dict[int, str]:
    """The last thing the visitor has said in each conversation."""
    texts = dict.fromkeys(conversation_ids, "")
    query = (
        select(Message.conversation_id, Message.text)
        .where(Message.conversation_id.in_(conversation_ids), Message.speaker == "user")
        .order_by(Message.position)
    )
    texts.update((key, text) for key, text in db.session.execute(query))
    return texts


def counts(user: User) -> dict[str, int]:
    """Return how many wait, are with a person, are with this person, and want to be called, with none to call them."""
    mine = (Handoff.accepted_by == user.id).label("mine")
    is_taken = Handoff.accepted_by.is_not(None).label("taken")
    query = select(Handoff.state, mine, is_taken, func.count()).where(Handoff.state.in_((*OPEN, "call_back")))
    rows = db.session.execute(query.group_by(Handoff.state, mine, is_taken)).all()
    numbers = {
        "requested": sum(n for state, _, _, n in rows if state == "requested"),
        "accepted": sum(n for state, _, _, n in rows if state == "accepted"),
        "mine": sum(n for state, is_mine, _, n in rows if state == "accepted" and is_mine),
        "call_back": sum(n for state, _, _, n in rows if state == "call_back"),
    }
    untaken = sum(n for state, _, is_taken, n in rows if state == "call_back" and not is_taken)
    return numbers | {"waiting": numbers["requested"] + untaken}


def waiting() -> int:
    """Return how many visitors wait: for a person, or for a call that nobody has taken on."""
    untaken = (Handoff.state == "call_back") & Handoff.accepted_by.is_(None)
    query = select(func.count(Handoff.id)).where((Handoff.state == "requested") | untaken)
    return db.session.scalar(query) or 0


def choices() -> dict[str, Any]:
    """Return the queues and outlets of what is open, by which it can be narrowed."""
    going_on = Handoff.state.in_((*OPEN, "call_back"))
    queues = db.session.scalars(select(Handoff.queue).where(going_on, Handoff.queue != "").distinct())
    outlet_ids = select(Handoff.outlet_id).where(going_on, Handoff.outlet_id.is_not(None))
    outlets = db.session.scalars(select(Outlet).where(Outlet.id.in_(outlet_ids)).order_by(Outlet.name).limit(CHOICES))
    return {"queues": sorted(queues)[:CHOICES], "outlets": list(outlets)}


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
    _announce(row, "handoff_waits")
    return row


def want_call(
    *, bot_id: int, conversation_id: int, session_id: int, channel: str, queue: str, name: str, phone: str
) -> Handoff:
    """File a conversation whose visitor wants to be called; one that is filed already is brought up to date."""
    conversation = db.session.get_one(Conversation, conversation_id)
    contact = db.session.get_one(Contact, conversation.contact_id)
    contact.name = contact.name or " ".join(name.split())[:120]
    contact.last4 = contact.last4 or "".join(digit for digit in phone if digit.isdigit())[-4:]
    query = select(Handoff).where(Handoff.session_id == session_id, Handoff.state == "call_back")
    row = db.session.scalar(query.where(Handoff.conversation_id == conversation_id))
    if row is not None:
        tell(row)
        return row
    row = Handoff(
        client_id=conversation.client_id, bot_id=bot_id, contact_id=conversation.contact_id,
        outlet_id=conversation.outlet_id, conversation_id=conversation_id, session_id=session_id, channel=channel,
        queue=queue[:60], state="call_back", due_at=clock.now() + CALL_WITHIN,
    )  # fmt: skip
    db.session.add(row)
    db.session.flush()
    _announce(row, "handoff_call_back")
    return row


def _announce(row: Handoff, kind: str) -> None:
    """Tell the people who may answer, and open inboxes."""
    contact = db.session.get_one(Contact, row.contact_id)
    people.notify_agents(row, kind, contact.name)
    _publish(row, "requested")
    tell(row)


def place_of(session_id: int) -> int | None:
    """Return how many wait for a person of the same queue up to a session's visitor; None where they do not wait."""
    mine = db.session.scalar(select(Handoff).where(Handoff.session_id == session_id, Handoff.state == "requested"))
    if mine is None:
        return None
    before = (Handoff.requested_at < mine.requested_at) | (
        (Handoff.requested_at == mine.requested_at) & (Handoff.id <= mine.id)
    )
    ahead = (Handoff.state == "requested", Handoff.bot_id == mine.bot_id, Handoff.queue == mine.queue, before)
    return db.session.scalar(select(func.count(Handoff.id)).where(*ahead)) or 1


def open_handoff(session_id: int) -> Handoff | None:
    """Return the open hand-off of a channel's session."""
    return db.session.scalar(select(Handoff).where(Handoff.session_id == session_id, Handoff.state.in_(OPEN)))


def accept(handoff: Handoff, user: User) -> None:
    """Take a conversation over; the visitor sees who answers. A call back is taken on."""
    if handoff.state == "call_back":
        hold(handoff)
        if handoff.state != "call_back":
            raise LIFE.refusal(handoff.state, "accept")
        _check_mine(handoff, user)
    else:
        _lock(handoff)
        _check_mine(handoff, user)
        _move(handoff, "accept")
    _give_to(handoff, user)


def assign(handoff: Handoff, agent: User, user: User) -> None:
    """Give a conversation to a colleague or take it, also from another one; the visitor sees who answers now."""
    if handoff.state == "requested":
        _move(handoff, "accept")
    elif handoff.state == "accepted":
        _lock(handoff)
    else:
        hold(handoff)
    if handoff.state not in ("accepted", "call_back"):
        raise LIFE.refusal(handoff.state, "assign")
    if handoff.accepted_by == agent.id:
        raise Conflict(f"{agent.full_name} has this conversation already.", code="invalid_transition")
    _give_to(handoff, agent)
    people.notify_assigned(handoff, agent, user)


def _give_to(handoff: Handoff, agent: User) -> None:
    """Note who answers now, and let the visitor of an open conversation see it."""
    handoff.accepted_at, handoff.accepted_by = handoff.accepted_at or clock.now(), agent.id
    if handoff.state == "call_back":
        tell(handoff)
    else:
        _through(handoff, "accepted", name=agent.full_name)
    people.untell(handoff)


def change_desk(user: User, *, available: bool | None = None, sound: bool | None = None) -> None:
    """Change how one takes part; who goes away offers their conversations to others, until they come back."""
    was_available = people.is_available(user)
    people.set_desk(user, available=available, sound=sound)
    if people.is_available(user) == was_available:
        return
    held = select(Handoff).where(Handoff.accepted_by == user.id, Handoff.state.in_(("accepted", "call_back")))
    for handoff in db.session.scalars(held.order_by(Handoff.id)).all():
        if was_available:
            offer(handoff)
        else:
            people.untell(handoff)
        tell(handoff)


def offer(handoff: Handoff) -> None:
    """Tell others that they can take a conversation over, where the person who has it is away."""
    query = select(User).where(User.id == handoff.accepted_by).options(undefer(User.notifications))
    with within(bound_workspace()):
        agent = db.session.scalar(query)
    if agent is not None and not people.is_available(agent):
        people.notify_offered(handoff, agent, db.session.get_one(Contact, handoff.contact_id).name)


def notes_of(handoff: Handoff) -> list[HandoffNote]:
    """Return what people have noted of a conversation, in order."""
    return list(
        db.session.scalars(select(HandoffNote).where(HandoffNote.handoff_id == handoff.id).order_by(HandoffNote.id))
    )


def add_note(handoff: Handoff, user: User, text: str) -> None:
    """Create a note that only agents see."""
    key = new_id()
    sealed = seal(HandoffNote.sealed_text, text.encode(), workspace_id=handoff.workspace_id, row_id=key)
    db.session.add(
        HandoffNote(
            id=key, workspace_id=handoff.workspace_id, client_id=handoff.client_id, bot_id=handoff.bot_id,
            outlet_id=handoff.outlet_id, handoff_id=handoff.id, author_id=user.id, author=user.full_name,
            sealed_text=sealed, at=clock.now(),
        )
    )  # fmt: skip
    tell(handoff)


def number_of(handoff: Handoff, user: User) -> str:
    """Return the number that a visitor has left to be called; empty for all but the person who has taken that on."""
    is_mine = handoff.state == "call_back" and handoff.accepted_by == user.id
    return phone_of(handoff.session_id) if is_mine else ""


def say(handoff: Handoff, user: User, text: str) -> None:
    """Answer the visitor by the conversation's own channel."""
    _check_mine(handoff, user)
    _lock(handoff)
    if handoff.state != "accepted":
        raise LIFE.refusal(handoff.state, "message")
    handoff.said_at, handoff.awaits_agent = clock.now(), False
    _through(handoff, "said", name=user.full_name, text=text)


def give_back(handoff: Handoff, user: User) -> None:
    """Return the conversation to the bot."""
    _check_mine(handoff, user)
    _move(handoff, "return")
    _through(handoff, "returned", name=user.full_name)


def close(handoff: Handoff, user: User) -> None:
    """End the conversation; the visitor is asked how it was. A call back is done."""
    _check_mine(handoff, user)
    if handoff.state == "call_back":
        hold(handoff)
        if handoff.state != "call_back":
            raise LIFE.refusal(handoff.state, "close")
        if handoff.accepted_by is None:
            handoff.accepted_at, handoff.accepted_by = clock.now(), user.id
        handoff.state, handoff.ended_at = "closed", clock.now()
        people.untell(handoff)
        return tell(handoff)
    _move(handoff, "close")
    return _through(handoff, "closed", name=user.full_name)


def miss(handoff: Handoff) -> None:
    """Let the bot say that nobody has come."""
    _move(handoff, "miss")
    _through(handoff, "missed")


def take_by_phone(handoff: Handoff) -> None:
    """Note that a person has spoken to the visitor by phone, and that the conversation is over."""
    if handoff.state == "requested":
        _move(handoff, "accept")
        handoff.accepted_at = clock.now()
        _through(handoff, "accepted")
    _move(handoff, "close")
    _through(handoff, "closed")


def cancel(handoff: Handoff) -> None:
    """Note that the visitor wants no person any more."""
    if handoff.state == "requested":
        _move(handoff, "cancel")
    else:
        handoff.state, handoff.ended_at = "closed", clock.now()
        people.untell(handoff)
    tell(handoff)


def _check_mine(handoff: Handoff, user: User) -> None:
    """Conflict where another person has the conversation."""
    if handoff.state in ("accepted", "call_back") and handoff.accepted_by not in (None, user.id):
        agent = db.session.get(User, handoff.accepted_by)
        name = agent.full_name if agent is not None else "Someone else"
        raise Conflict(f"{name} has this conversation.", code="taken")


def _move(handoff: Handoff, event: str) -> None:
    """Bring a hand-off into its next state; Conflict where the event is not for the present one."""
    _lock(handoff)
    handoff.state = target = LIFE.target(handoff.state, event)
    if target not in OPEN:
        handoff.ended_at = clock.now()
        people.untell(handoff)
    db.session.flush()
    if event in ("accept", "return", "close"):
        _publish(handoff, "accepted" if event == "accept" else "closed")


def _publish(handoff: Handoff, event: str) -> None:
    """Tell other systems what has become of a hand-off."""
    data = {
        "id": str(handoff.id), "conversation": str(handoff.conversation_id), "bot": str(handoff.bot_id),
        "client": str(handoff.client_id), "queue": handoff.queue, "state": handoff.state,
    }  # fmt: skip
    publish_event(f"handoff.{event}", data)


def _lock(handoff: Handoff) -> None:
    """Lock the session before its hand-off, as the steps of visitors do."""
    hold_session(handoff.session_id)
    hold(handoff)


def _through(handoff: Handoff, event: str, **more: str) -> None:
    """Bring an agent's act into the conversation."""
    # What the bot says to it is the dialogue's own doing, wherever that leads.
    with within(bound_workspace()):
        publish_agent_event(handoff.session_id, event, **more)
    tell(handoff)


def tell(handoff: Handoff) -> None:
    """Tell open inboxes that a hand-off has changed."""
    db.session.flush()
    publish(KIND, str(handoff.id), [EVERYBODY], row=handoff)
