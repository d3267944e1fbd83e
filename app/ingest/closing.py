"""Closing sessions whose time is up."""

from datetime import datetime, timedelta

from sqlalchemy import literal, select, tuple_

from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import BigInt, UtcDateTime, db
from app.core.errors import NotFound
from app.ingest.revising import patience, revising

SHORTEST = timedelta(minutes=5)


def close_if_due(session: Conversation) -> datetime | None:
    """Close the session if it has been silent long enough; otherwise when to look again."""
    if session.ended_at is None and _due(session) <= clock.now():
        try:
            with revising(session, cause="closed late"):
                pass  # Only time has passed; measuring again ends the session, unless an event has come meanwhile.
        except NotFound:
            return None  # It has been removed meanwhile.
    return _due(session) if session.ended_at is None else None


def _due(session: Conversation) -> datetime:
    """When the session is over if nothing more is said."""
    return session.last_event_at + patience(session)


def close_due(limit: int = 200) -> int:
    """Close up to `limit` sessions of the workspace that are due, each in a transaction of its own; returns how many.

    Who holds one person and wants another meets somebody who does it the other way round.
    """
    at = Conversation.last_event_at
    silent = (
        select(Conversation.id, at)
        .where(Conversation.ended_at.is_(None), at <= clock.now() - SHORTEST)
        .order_by(at, Conversation.id)
        .limit(limit)
    )
    closed, found = 0, db.session.execute(silent).all()
    while found and closed < limit:
        for key, _ in found:
            session = db.session.get(Conversation, key, populate_existing=True)
            closed += session is not None and close_if_due(session) is None
            db.session.commit()
            if closed == limit:
                break
        # Channels are patient for hours or minutes: those silent longest need not be due, but hide none behind them.
        place = tuple_(literal(found[-1][1], UtcDateTime()), literal(found[-1][0], BigInt))
        found = db.session.execute(silent.where(tuple_(at, Conversation.id) > place)).all()
    return closed
