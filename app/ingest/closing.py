"""Closing conversations whose time is up: one sweep over all of them, whatever their number."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import func, select

from app.bots.catalog.models import Bot
from app.conversations.events import session_timeout
from app.conversations.models import Conversation
from app.core import clock, jobs
from app.core.db import availability
from app.core.db.base import db, read_only
from app.core.db.tenancy import within
from app.core.errors import NotFound
from app.ingest.revising import patience, revising

log = structlog.get_logger(__name__)
AT_ONCE = 200
AGAIN = timedelta(hours=1)
"""How long a conversation is left alone that could not be closed: it must not keep the others from it."""
_left_alone: dict[int, datetime] = {}


@dataclass(frozen=True, slots=True)
class _Open:
    """The open conversations of a bot on a channel, which are all equally patient."""

    workspace_id: int
    channel: str
    bot_id: int
    patience: timedelta
    due_at: datetime


def sweep() -> datetime | None:
    """Close what is due in every workspace; gives when more is, where that is known."""
    while _close_first(_read(), AT_ONCE) == AT_ONCE and not jobs.stopping.is_set():
        pass
    moment = clock.now()
    return min((group.due_at for group in _read() if group.due_at > moment), default=None)


def close_due(limit: int = AT_ONCE) -> int:
    """Close up to `limit` conversations of the workspace that are due; returns how many.

    Each in a transaction of its own: who holds one person and wants another meets someone who does it the other way
    round.
    """
    return _close_first(_open(), limit)


def _close_first(groups: list[_Open], limit: int) -> int:
    """Close those that have been due for longest."""
    closed, moment = 0, clock.now()
    for group in groups:
        if group.due_at > moment or closed >= limit:
            break
        with within(group.workspace_id):
            closed += sum(_close(key) for key in _due_ids(group, moment, limit - closed))
    return closed


def _read() -> list[_Open]:
    """The open conversations by groups, without keeping anybody from writing meanwhile."""
    with read_only():
        conversations = _open()
        db.session.commit()
    return conversations


def _open() -> list[_Open]:
    """The open conversations by what decides how patient they are, those that are due first in front."""
    query = (
        select(
            Conversation.workspace_id,
            Conversation.channel,
            Conversation.bot_id,
            Bot.session_timeout_s,
            func.min(Conversation.last_event_at).label("since"),
        )
        .join(Bot, Bot.id == Conversation.bot_id)
        .where(Conversation.ended_at.is_(None))
        .group_by(Conversation.workspace_id, Conversation.channel, Conversation.bot_id, Bot.session_timeout_s)
    )
    conversations = []
    for workspace_id, channel, bot_id, own, since in db.session.execute(query):
        wait = session_timeout(channel, own)
        conversations.append(_Open(workspace_id, channel, bot_id, wait, since + wait))
    return sorted(conversations, key=lambda group: group.due_at)


def _due_ids(group: _Open, moment: datetime, limit: int) -> list[int]:
    """The ids of conversations that have been silent for too long, the most silent first."""
    for key in [key for key, until in _left_alone.items() if until <= moment]:
        del _left_alone[key]
    query = select(Conversation.id).where(
        Conversation.channel == group.channel,
        Conversation.bot_id == group.bot_id,
        Conversation.ended_at.is_(None),
        Conversation.last_event_at <= moment - group.patience,
        Conversation.id.not_in(list(_left_alone)),
    )
    return list(db.session.scalars(query.order_by(Conversation.last_event_at, Conversation.id).limit(limit)))


def _close(conversation_id: int) -> bool:
    """Close one conversation, unless it has gone on; whether it is closed. A fault is logged and stops no other."""
    try:
        conversation = db.session.get(Conversation, conversation_id, populate_existing=True)
        closed = conversation is not None and close_if_due(conversation) is None
        db.session.commit()
    except Exception as error:
        db.session.rollback()
        if availability.met(error) is not None:
            raise
        log.exception("session_not_closed", conversation_id=conversation_id)
        _left_alone[conversation_id] = clock.now() + AGAIN
        return False
    return closed


def close_if_due(conversation: Conversation) -> datetime | None:
    """Close the conversation if it has been silent long enough; otherwise when to look again."""
    if conversation.ended_at is None and _is_due_at(conversation) <= clock.now():
        try:
            with revising(conversation, cause="closed late"):
                pass  # Only time has passed; measuring again ends the conversation, unless an event has come meanwhile.
        except NotFound:
            return None  # It has been removed meanwhile.
    return _is_due_at(conversation) if conversation.ended_at is None else None


def _is_due_at(conversation: Conversation) -> datetime:
    """When the conversation is over if nothing more is said."""
    return conversation.last_event_at + patience(conversation)
