"""What is going on at this moment: open conversations, visitors who wait for a person, turns that have just failed."""

from datetime import timedelta
from typing import Any

from sqlalchemy import func, select

from app.analytics.measure import FAILURES
from app.conversations.models import Conversation, Turn
from app.core import clock
from app.core.db.base import db
from app.inbox.models import Handoff

RECENT = timedelta(minutes=15)
"""How long a failed turn is shown."""


def going_on(bots: list[int]) -> dict[str, Any]:
    """Return what is going on, with some bots or with all; test traffic left out."""
    moment = clock.now()
    active = select(func.count(Conversation.id)).where(Conversation.ended_at.is_(None), Conversation.traffic == "real")
    waiting = select(func.count(Handoff.id), func.min(Handoff.requested_at)).where(Handoff.state == "requested")
    failed = (
        select(func.count(Turn.id))
        .join(Conversation, Turn.conversation_id == Conversation.id)
        .where(
            Conversation.last_event_at >= moment - RECENT, Conversation.traffic == "real",
            Turn.started_at >= moment - RECENT, Turn.cause.in_(FAILURES),
        )
    )  # fmt: skip
    if bots:
        active, failed = (query.where(Conversation.bot_id.in_(bots)) for query in (active, failed))
        waiting = waiting.where(Handoff.bot_id.in_(bots))
    count, oldest = db.session.execute(waiting).one()
    return {
        "active": db.session.scalar(active) or 0,
        "waiting": count,
        "waiting_since": oldest,
        "errors": db.session.scalar(failed) or 0,
        "as_of": moment,
    }
