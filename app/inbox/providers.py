"""What conversations on channels, and accounts, ask of the inbox."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, select, true

from app.accounts.people.owned import Thing, keeps
from app.channels.sessions import providers
from app.channels.sessions.models import ChannelSession
from app.conversations.erasing import erases_contents
from app.core import clock
from app.core.db.base import db, note, write_rows
from app.inbox import service
from app.inbox.models import Handoff, HandoffNote
from app.notifications.service import remove_news
from app.web.page_context import people_waiting


@providers.handoff_requested.provide
def request_handoff(session: ChannelSession, conversation_id: int, queue: str) -> None:
    """Ask for a person to go on with a conversation."""
    service.request(
        bot_id=session.bot_id, conversation_id=conversation_id, session_id=session.id, channel=session.channel,
        queue=queue,
    )  # fmt: skip


@providers.call_back_wanted.provide
def want_call(session: ChannelSession, conversation_id: int, request: Mapping[str, Any]) -> None:
    """File the conversation for a call back."""
    service.want_call(
        bot_id=session.bot_id, conversation_id=conversation_id, session_id=session.id, channel=session.channel,
        queue=request["queue"], name=request["name"], phone=request["phone"],
    )  # fmt: skip


@providers.place_in_line.provide
def place_in_line(session: ChannelSession) -> int | None:
    """Count who waits before a visitor."""
    return service.place_of(session.id)


@people_waiting.provide
def count_waiting() -> int:
    """Count who waits within the reader's scope."""
    return service.waiting()


@providers.handoff_ended.provide
def end_handoff(session: ChannelSession) -> None:
    """Take back what was asked for."""
    handoff = service.open_handoff(session.id)
    if handoff is not None:
        service.cancel(handoff)


@providers.call_answered.provide
def end_call(session: ChannelSession) -> None:
    """Close the hand-off of a call that a person has taken by phone."""
    handoff = service.open_handoff(session.id)
    if handoff is not None:
        service.take_by_phone(handoff)


@providers.call_unanswered.provide
def miss_call(session: ChannelSession) -> None:
    """Let the bot go on where nobody has taken a call."""
    handoff = service.open_handoff(session.id)
    if handoff is not None and handoff.state == "requested":
        service.miss(handoff)


@providers.notify_agent.provide
def note_text(session: ChannelSession) -> None:
    """Note that the visitor has said something."""
    handoff = service.open_handoff(session.id)
    if handoff is not None:
        # No change of the hand-off itself: an agent may be at it in this moment.
        note(handoff, skip_locked=False, said_at=clock.now(), awaits_agent=True)
        if handoff.state == "accepted":
            service.offer(handoff)
        service.tell(handoff)


def _with(agent_id: int) -> list[Thing]:
    """The conversations that a person has taken over and not ended."""
    rows = db.session.scalars(select(Handoff).where(*_is_held_by(agent_id)).order_by(Handoff.id))
    return [Thing(row.id, str(row.conversation_id), f"/inbox/{row.id}") for row in rows]


def _give(agent_id: int, successor_id: int, ids: Collection[int] | None) -> None:
    condition = Handoff.id.in_(ids) if ids is not None else true()
    for row in db.session.scalars(select(Handoff).where(*_is_held_by(agent_id), condition)):
        row.accepted_by = successor_id
        service.tell(row)


def _is_held_by(agent_id: int) -> tuple[ColumnElement[bool], ...]:
    return Handoff.accepted_by == agent_id, Handoff.state.in_(("accepted", "call_back"))


keeps("handoffs", _with, _give, needs=("update", "Inbox"))


@erases_contents
def erase_notes(conversation_ids: Sequence[int]) -> None:
    """Remove what people have noted of conversations whose contents are erased."""
    handoff_ids = select(Handoff.id).where(Handoff.conversation_id.in_(conversation_ids))
    write_rows(delete(HandoffNote).where(HandoffNote.handoff_id.in_(handoff_ids)))
    # News of them has the visitor's name.
    for handoff_id in db.session.scalars(handoff_ids):
        remove_news(f"/inbox/{handoff_id}")
