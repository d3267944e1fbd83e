"""Closing sessions whose time is up."""

from datetime import datetime, timedelta

from sqlalchemy import select

from app import clock
from app.bots.models import Bot
from app.conversations.events import session_timeout
from app.conversations.models import Conversation
from app.conversations.revising import revising
from app.db import db

SHORTEST = timedelta(minutes=5)


def close_if_due(session: Conversation) -> datetime | None:
    """Close the session if it has been silent long enough; otherwise when to look again."""
    if session.ended_at is not None:
        return None
    override = db.session.scalar(select(Bot.session_timeout_s).where(Bot.id == session.bot_id))
    due = session.last_event_at + session_timeout(session.channel, override)
    if due > clock.now():
        return due
    with revising(session, cause="closed late"):
        pass  # Only time has passed; measuring again ends the session.
    return None


def close_due(limit: int = 200) -> int:
    """Close up to `limit` sessions of the workspace that are due; returns how many were."""
    query = (
        select(Conversation)
        .where(Conversation.ended_at.is_(None), Conversation.last_event_at <= clock.now() - SHORTEST)
        .order_by(Conversation.last_event_at)
        .limit(limit)
    )
    return sum(close_if_due(session) is None for session in list(db.session.scalars(query)))
