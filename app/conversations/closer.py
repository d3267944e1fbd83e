"""Closing sessions whose time is up."""

from datetime import datetime, timedelta

from sqlalchemy import literal, select, tuple_

from app import clock
from app.conversations.models import Conversation
from app.conversations.revising import patience, revising
from app.db import BigInt, UtcDateTime, db

SHORTEST = timedelta(minutes=5)


def close_if_due(session: Conversation) -> datetime | None:
    """Close the session if it has been silent long enough; otherwise when to look again."""
    if session.ended_at is None and _due(session) <= clock.now():
        with revising(session, cause="closed late"):
            pass  # Only time has passed; measuring again ends the session, unless an event has come meanwhile.
    return _due(session) if session.ended_at is None else None


def _due(session: Conversation) -> datetime:
    """When the session is over if nothing more is said."""
    return session.last_event_at + patience(session)


def close_due(limit: int = 200) -> int:
    """Close up to `limit` sessions of the workspace that are due, each in a transaction of its own; returns how many.

    Who holds one person and wants another meets somebody who does it the other way round.
    """
    silent = (
        select(Conversation)
        .where(Conversation.ended_at.is_(None), Conversation.last_event_at <= clock.now() - SHORTEST)
        .order_by(Conversation.last_event_at, Conversation.id)
        .limit(limit)
        # A session that was prolonged since it was first seen must not be found behind its former place for ever.
        .execution_options(populate_existing=True)
    )
    closed, sessions = 0, list(db.session.scalars(silent))
    while sessions and closed < limit:
        # Channels are patient for hours or minutes: those silent longest need not be due, but hide none behind them.
        place = tuple_(literal(sessions[-1].last_event_at, UtcDateTime()), literal(sessions[-1].id, BigInt))
        for session in sessions[: limit - closed]:
            closed += close_if_due(session) is None
            db.session.commit()
        further = silent.where(tuple_(Conversation.last_event_at, Conversation.id) > place)
        sessions = list(db.session.scalars(further))
    return closed
