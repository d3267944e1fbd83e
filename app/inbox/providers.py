"""What conversations on channels, and accounts, ask of the inbox."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, select, true

from app.accounts.people.owned import Thing, keeps
from app.channels.sessions import providers
from app.channels.sessions.models import ChannelSession
from app.core import clock
from app.core.db.base import db, note
from app.inbox import service
from app.inbox.models import Handoff


@providers.handoff_requested.provide
def request_handoff(session: ChannelSession, conversation_id: int, queue: str) -> None:
    """Ask for a person to go on with a conversation."""
    service.request(
        bot_id=session.bot_id, conversation_id=conversation_id, session_id=session.id, channel=session.channel,
        queue=queue,
    )  # fmt: skip


@providers.handoff_ended.provide
def end_handoff(session: ChannelSession) -> None:
    """Take back what was asked for."""
    handoff = service.open_handoff(session.id)
    if handoff is not None:
        service.cancel(handoff)


@providers.said_to_agent.provide
def note_text(session: ChannelSession) -> None:
    """Note that the visitor has said something."""
    handoff = service.open_handoff(session.id)
    if handoff is not None:
        # No change of the hand-off itself: an agent may be at it in this moment.
        note(handoff, skip_locked=False, said_at=clock.now(), awaits_agent=True)
        service.tell(handoff)


def _with(agent_id: int) -> list[Thing]:
    """The conversations that a person has taken over and not ended."""
    rows = db.session.scalars(select(Handoff).where(*_held(agent_id)).order_by(Handoff.id))
    return [Thing(row.id, str(row.conversation_id), f"/inbox/{row.id}") for row in rows]


def _give(agent_id: int, successor_id: int, ids: Collection[int] | None) -> None:
    which = Handoff.id.in_(ids) if ids is not None else true()
    for row in db.session.scalars(select(Handoff).where(*_held(agent_id), which)):
        row.accepted_by = successor_id
        service.tell(row)


def _held(agent_id: int) -> tuple[ColumnElement[bool], ...]:
    return Handoff.accepted_by == agent_id, Handoff.state == "accepted"


keeps("handoffs", _with, _give, needs=("update", "Inbox"))
